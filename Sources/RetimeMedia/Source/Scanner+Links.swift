// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

// Streams in the place of others: an Ogg file can be several, one after the other (RFC 3533, section 4).
//
// GStreamer takes the pads of one link away, without an end, and hands out those of the next.

extension Scanner {
  /// Where the streams of a track go in, one link after the other.
  struct Lane: Sendable {
    /// What it takes.
    let kind: StreamKind
    /// Its first stream.
    let id: String
    /// The program that it belongs to; nil where there is one.
    let program: Int?
    let entry: Pad
    let tally: TrackTally
  }

  /// Lets a stream go on where one of its kind has gone; false for one of the streams that come first.
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

  /// Ends the tracks of a program that have no stream in the link that has begun.
  ///
  /// Streams of other programs may be about to be linked.
  func endLanes(of program: Int?) {
    let lanes = findings.withLock { $0.lanes }
    for lane in lanes where lane.program == program && !lane.entry.isLinked {
      lane.entry.endStream()
    }
  }
}

/// What streams must have in common for one to follow the other.
enum StreamKind: String, Sendable {
  case pictures, sound, text

  /// The kind of a stream that has been handed out; nil for those that no track is made of.
  init?(_ caps: Caps) {
    if caps.name == "audio/x-raw" {
      self = .sound
    } else if SubtitleFormat.isSubtitle(caps) {
      self = .text
    } else if caps.name.hasPrefix("video/") || caps.name.hasPrefix("image/") {
      self = .pictures
    } else {
      return nil
    }
  }
}
