// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

// Streams that follow others: an Ogg file can be chained (RFC 3533, section 4).
//
// GStreamer removes the pads of one chain link without EOS, and adds those of the next.

extension Scanner {
  /// The sink of a track's streams, one chain link after the other.
  struct Lane: Sendable {
    /// The kind of its streams.
    let kind: StreamKind
    /// The identifier of its first stream.
    let id: String
    /// The program that it belongs to; nil where there is one.
    let program: Int?
    let entry: Pad
    let tally: TrackTally
  }

  /// Links a stream in place of a removed one of its kind; returns false for a stream of the first link.
  func proceed(
    _ pad: Pad,
    _ id: String,
    _ kind: StreamKind,
    of program: Int?
  ) throws(GStreamerError) -> Bool {
    let (free, isReading) = findings.withLock { findings in
      let free = findings.lanes.first {
        $0.program == program && $0.kind == kind && !$0.entry.isLinked
      }
      if let free {
        let encoded = findings.encoded
        let isSame = encoded[id].flatMap { new in encoded[free.id]?.isEqual(to: new) } ?? false
        free.tally.note {
          $0.links.append(id)
          if !isSame { $0.isUniform = false }
        }
      } else if findings.isReading {
        findings.unread.append(
          "\(kind.rawValue) of a later part of the file, which begins with no such track"
        )
      }
      return (free, findings.isReading)
    }
    guard let free else {
      if isReading { pad.dropBuffers() }
      return isReading
    }
    try pad.link(to: free.entry)
    return true
  }

  /// Ends the tracks of a program that have no stream in the current chain link.
  ///
  /// Streams of other programs may be about to be linked.
  func endLanes(of program: Int?) {
    let lanes = findings.withLock { $0.lanes }
    for lane in lanes where lane.program == program && !lane.entry.isLinked {
      lane.entry.endStream()
    }
  }
}

/// The kind of a stream, which must be the same for one to follow another.
enum StreamKind: String, Sendable {
  case pictures, sound, text, data

  /// Whether packets can be hours apart.
  var isSparse: Bool { self == .text || self == .data }

  /// The media types that are exposed without a decoder.
  static let undecodable = DataFormat.mediaTypes.union([SubtitleFormat.unknown])

  /// Creates the kind of an exposed stream; nil for streams that no track is made from.
  init?(_ caps: Caps) {
    if caps.name == "audio/x-raw" {
      self = .sound
    } else if SubtitleFormat.isSubtitle(caps) {
      self = .text
    } else if DataFormat.isData(caps) {
      self = .data
    } else if caps.name.hasPrefix("video/") || caps.name.hasPrefix("image/") {
      self = .pictures
    } else {
      return nil
    }
  }
}
