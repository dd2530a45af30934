// SPDX-License-Identifier: MPL-2.0

/// The parameter sets of a stream of H.264 or HEVC.
package enum ParameterSets: Sendable {
  case h264(H264ParameterSets)
  case hevc(HEVCParameterSets)

  /// A codec with parameter sets.
  package enum Codec: Sendable {
    case h264, hevc

    /// The number of bytes in the header of a NAL unit.
    var unitHeadCount: Int { self == .h264 ? 1 : 2 }

    /// Returns whether a NAL unit that starts with a byte is a parameter set.
    func isSet(_ first: UInt8) -> Bool {
      self == .h264 ? 7...8 ~= first & 0x1f : 32...34 ~= first >> 1 & 0x3f
    }

    /// The bits of a slice header before the identifier of its PPS: a position, and the number of
    /// Exp-Golomb numbers that follow.
    struct SliceStart { var bit: Int, numbers: Int }

    /// The kind of a NAL unit in an encoder's stream.
    enum Kind {
      case slice(SliceStart)
      /// Supplemental enhancement information.
      case message
      /// Parameter sets and access unit delimiters.
      case parameters
      case other
    }

    /// Returns the kind of a NAL unit (ITU-T H.264, 7.3.3; H.265, 7.3.6.1).
    func kind(of unit: [UInt8]) -> Kind {
      switch self {
      case .h264:
        switch unit[0] & 0x1f {
        // first_mb_in_slice and slice_type.
        case 1, 5: .slice(SliceStart(bit: 8, numbers: 2))
        case 6: .message
        case 7...9: .parameters
        default: .other
        }
      case .hevc:
        switch unit[0] >> 1 & 0x3f {
        // first_slice_segment_in_pic_flag.
        case 0...9: .slice(SliceStart(bit: 17, numbers: 0))
        // And no_output_of_prior_pics_flag.
        case 16...23: .slice(SliceStart(bit: 18, numbers: 0))
        case 39, 40: .message
        case 32...35: .parameters
        default: .other
        }
      }
    }
  }

  /// Reads the `codec_data` of a stream with a media type; nil for other codecs, and if it is invalid.
  package init?(_ mediaType: String, _ data: [UInt8]) {
    switch mediaType {
    case "video/x-h264":
      guard let sets = H264ParameterSets(data) else { return nil }
      self = .h264(sets)
    case "video/x-h265":
      guard let sets = HEVCParameterSets(data) else { return nil }
      self = .hevc(sets)
    default: return nil
    }
  }

  /// The codec.
  package var codec: Codec { if case .h264 = self { .h264 } else { .hevc } }

  /// The size of a NAL unit's length prefix, in bytes.
  package var lengthSize: Int {
    switch self {
    case .h264(let sets): sets.lengthSize
    case .hevc(let sets): sets.lengthSize
    }
  }

  /// The limits that an encoder must keep so that its stream can be joined; nil if there are several SPSs.
  package var limits: Limits? {
    switch self {
    case .h264(let sets):
      sets.sequence.map { Limits($0.profile, $0.bufferSize, $0.reordering, $0.hasFramesOnly) }
    case .hevc(let sets):
      sets.sequence.map { Limits($0.profile, $0.bufferSize, $0.reordering, true) }
    }
  }

  /// The limits of a stream.
  package struct Limits: Sendable {
    /// The profile's number.
    package let profile: Int
    /// The size of the decoded picture buffer in frames.
    package let bufferSize: Int
    /// The number of frames that may precede a frame in decode order and follow it in output order.
    package let reordering: Int
    /// Whether all pictures are frames, not fields.
    package let hasFramesOnly: Bool

    init(_ profile: Int, _ bufferSize: Int, _ reordering: Int, _ hasFramesOnly: Bool) {
      (self.profile, self.bufferSize, self.reordering) = (profile, bufferSize, reordering)
      self.hasFramesOnly = hasFramesOnly
    }
  }

  /// Returns why a stream with these sets cannot continue one with `other`; nil if it can.
  package func obstacle(toContinuing other: ParameterSets) -> String? {
    switch (self, other) {
    case (.h264(let own), .h264(let other)):
      guard let own = own.sequence, let other = other.sequence else { break }
      return own.obstacle(toContinuing: other)
    case (.hevc(let own), .hevc(let other)):
      guard let own = own.sequence, let other = other.sequence else { break }
      return own.obstacle(toContinuing: other)
    default: break
    }
    return "it has several parameter sets"
  }

  /// Returns the decoder configuration with these sets and those of a second stream, and the identifier of the latter's
  /// PPS; nil if the second stream has several.
  package func joined(with other: ParameterSets) -> (configuration: [UInt8], pps: Int)? {
    switch (self, other) {
    case (.h264(let own), .h264(let other)):
      own.joined(with: other).map { ($0.sets.data, $0.pps) }
    case (.hevc(let own), .hevc(let other)):
      own.joined(with: other).map { ($0.sets.data, $0.pps) }
    default: nil
    }
  }

  /// Returns whether another stream has the same sets, apart from the parts that joining replaces.
  package func isSame(as other: ParameterSets) -> Bool {
    switch (self, other) {
    case (.h264(let own), .h264(let other)): own.isSame(as: other)
    case (.hevc(let own), .hevc(let other)): own.isSame(as: other)
    default: false
    }
  }

  /// Returns a packet without the parameter sets in it; nil if it has none.
  ///
  /// A joined stream has those of both encoders in its configuration. Programs that repeat them at key frames, as in
  /// MPEG-TS, leave that out where a stream has sets of its own.
  package func withoutSets(_ packet: Span<UInt8>) -> [UInt8]? {
    var (offset, hasSets, kept) = (0, false, [Range<Int>]())
    while true {
      let start = offset
      guard let unit = NALUnits.next(in: packet, lengthSize, from: &offset) else { break }
      if !unit.isEmpty, codec.isSet(packet[unit.lowerBound]) {
        hasSets = true
      } else {
        kept.append(start..<unit.upperBound)
      }
    }
    return hasSets ? kept.flatMap { range in range.map { packet[$0] } } : nil
  }

  /// Changes the first packet after a gap to a form that does not continue what precedes the gap.
  package func startAnew(_ packet: inout MutableSpan<UInt8>) {
    if case .hevc(let sets) = self { sets.startAnew(&packet) }
  }

  /// Returns whether a packet is shown before the entry that it follows, and cannot be decoded after a gap before that.
  package func isLeading(_ packet: Span<UInt8>) -> Bool {
    if case .hevc(let sets) = self { sets.role(of: packet) == .leading } else { false }
  }
}
