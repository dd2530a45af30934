// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
package import RetimeCore

extension Plan {
  /// The smart rendering of a video track: the frames that keep their packets, and the encoding of the others.
  package struct Smart: Sendable, Equatable, Codable {
    /// The settings of the frames that are encoded.
    package var video: Video
    /// The encoder as a gst-launch description.
    package var encoder: String
    /// The pieces of the result, in order.
    package var pieces: [Piece]
    /// Whether each frame of the result is a packet of the source, as its frames refer to no others; nil if not.
    ///
    /// Then there are no pieces.
    package var isIntra: Bool?
    /// The packets to decode for the encoded frames, in decode order.
    package var decoded: [Decoded]
    /// The maximum number of frames that precede an earlier one in decode order.
    package var reordering: Int
    /// The frame rate of the source; nil if it varies.
    package var sourceFrameRate: FrameRate?
    /// The decoder configuration of the joined stream, if its codec has parameter sets: those of the source, and those of
    /// the encoder.
    package var configuration: [UInt8]?
    /// The reference of the encoded frames to their parameter sets; nil if none are encoded, and for codecs without.
    package var parameters: Parameters?

    /// A range of the result, all of whose frames are either copied or encoded.
    package struct Piece: Sendable, Equatable, Codable {
      /// The number of frames.
      package var frames: Int
      /// The output time at which the first frame starts, and that at which the last one ends.
      package var start: RationalTime, end: RationalTime
      /// The packets to copy; nil if the frames are encoded.
      package var copied: Copied?
      /// The indices of the ranges of packets to decode; nil if the frames are copied.
      package var decoded: [Int]?
    }

    /// A range of packets to copy.
    package struct Copied: Sendable, Equatable, Codable {
      /// The presentation times of the first and the last frame in the source, in nanoseconds.
      package var from: StreamTime, last: StreamTime
      /// The pass of the map that plays the frames.
      package var pass: Int
      /// The number of the first frame at the constant frame rate of the result; nil if frames keep their times.
      package var tick: Int?
    }

    /// A range of packets to decode.
    package struct Decoded: Sendable, Equatable, Codable {
      /// The presentation times of the first and the last packet in decode order, in nanoseconds of the source.
      package var first: StreamTime, last: StreamTime
    }

    /// The parameter sets of the encoded frames.
    package struct Parameters: Sendable, Equatable, Codable {
      /// The encoder's own configuration.
      package var encoder: [UInt8]
      /// The identifier of the PPS of the encoded frames.
      package var pps: Int

      /// Whether the encoder's stream has the parameters that the plan is based on.
      ///
      /// Its usability information may differ, as it is replaced by that of the source.
      func describes(_ mediaType: String, _ configuration: [UInt8]?) -> Bool {
        guard let sets = configuration.flatMap({ ParameterSets(mediaType, $0) }),
          let planned = ParameterSets(mediaType, encoder)
        else { return false }
        return sets.isSame(as: planned)
      }
    }

    /// The number of frames that are copied, and of those that are encoded.
    package var copiedFrames: Int { pieces.reduce(0) { $0 + ($1.copied == nil ? 0 : $1.frames) } }
    package var encodedFrames: Int { pieces.reduce(0) { $0 + ($1.copied == nil ? $1.frames : 0) } }
    /// The output times of the encoded frames, in order.
    package var encodedTimes: [Range<RationalTime>] {
      pieces.lazy.filter { $0.copied == nil }.map { $0.start..<max($0.start, $0.end) }
    }
    /// Returns the encoded pieces that start in a span, with the packets to decode for them.
    func limited(to span: Span) -> Smart {
      var part = self
      part.pieces = pieces.filter { $0.copied == nil && span.contains($0.start) }
      let needed = Set(part.pieces.flatMap { $0.decoded ?? [] })
      part.decoded = decoded.indices.filter(needed.contains).map { decoded[$0] }
      return part
    }

    /// The number of places where frames are encoded.
    package var joins: Int { pieces.count { $0.copied == nil } }
  }
}

extension Plan.Track {
  /// The track as its encoded frames are produced, if it is rendered smartly.
  func encoding(_ smart: Plan.Smart) -> Plan.Track {
    var track = self
    (track.media, track.encoder) = (.video(smart.video), smart.encoder)
    track.parser = Codec.named(codec)?.parser
    return track
  }
}
