// SPDX-License-Identifier: MPL-2.0

/// The pitch of a group from the start of an epoch on, and its changes at running times in nanoseconds.
struct PitchCourse: Sendable {
  private var start: PitchSetting
  private var changes: [(pitch: PitchSetting, time: Int64)] = []

  init(_ start: PitchSetting) { self.start = start }

  /// Changes the pitch at a running time, or at the start if no input has arrived.
  mutating func set(_ pitch: PitchSetting, at reached: Int64?) {
    guard let reached else {
      (start, changes) = (pitch, [])
      return
    }
    changes.append((pitch, max(reached, changes.last?.time ?? reached)))
  }

  /// Returns the pitch of a buffer with some running times.
  ///
  /// Upstream rounds timestamps, so a change in the first half of a buffer applies to all of it.
  func pitch(from start: Int64, to end: Int64) -> PitchSetting {
    let middle = start.saturatingSum(end.saturatingDifference(start) / 2)
    return changes.last { $0.time <= middle }?.pitch ?? self.start
  }

  /// Drops the changes that all input has passed.
  mutating func forget(before reached: Int64) {
    while let first = changes.first, first.time < reached {
      start = first.pitch
      changes.removeFirst()
    }
  }
}
