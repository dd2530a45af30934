// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// Brings subtitles that overlap in time one after another, for containers that show one at a time.
///
/// Where two overlap, a third holds both, a line above the other. Holds what is shown at
/// one moment only.
struct SubtitleLane {
  /// A text and from when to when it is shown.
  struct Cue: Equatable {
    var start: StreamTime, end: StreamTime
    var text: [UInt8]
  }

  private var shown: [Cue] = []
  private var position: StreamTime = 0

  /// Takes the next subtitle in the order of their starts; gives what is now certain.
  mutating func add(_ cue: Cue) -> [Cue] {
    let certain = advance(to: cue.start)
    if cue.end > cue.start { shown.append(cue) }
    return certain
  }

  /// Gives what is left.
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
