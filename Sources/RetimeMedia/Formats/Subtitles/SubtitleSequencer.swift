// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// A queue that makes overlapping subtitles consecutive, for containers that show one at a time.
///
/// While several overlap, one cue has the text of all, one below the other. Only the cues that are
/// shown at the current position are stored.
struct SubtitleSequencer {
  /// A text with the start and end of its display.
  struct Cue: Equatable {
    var start: StreamTime, end: StreamTime
    var text: [UInt8]
  }

  private var shown: [Cue] = []
  private var position: StreamTime = 0

  /// Adds the next subtitle, in the order of starts; returns the cues that are final.
  mutating func add(_ cue: Cue) -> [Cue] {
    let certain = advance(to: cue.start)
    if cue.end > cue.start { shown.append(cue) }
    return certain
  }

  /// Returns the remaining cues.
  mutating func finish() -> [Cue] { advance(to: .latest) }

  private mutating func advance(to time: StreamTime) -> [Cue] {
    var result: [Cue] = []
    while let next = shown.map(\.end).min(), position < time {
      let end = min(next, time)
      if end > position {
        let lines = shown.map(\.text).joined(separator: [UInt8(ascii: "\n")])
        result.append(Cue(start: position, end: end, text: Array(lines)))
      }
      position = max(position, end)
      shown.removeAll { $0.end <= end }
    }
    if time != .latest { position = max(position, time) }
    return result
  }
}
