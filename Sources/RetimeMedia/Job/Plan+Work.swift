// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

extension Plan {
  /// How much of the work is done when the result stands up to a time in seconds; all of it at its end.
  ///
  /// Along a map, pictures are decoded as the source goes on, and those that are shown are encoded; one that is shown once
  /// more costs an encoder little. One that is made costs as much as it is long. Sound takes little of either. Within a
  /// section all goes evenly.
  ///
  /// - Complexity: O(sections).
  func work(until time: Double) -> Double {
    let videos = tracks.compactMap { if case .video(let video) = $0.media { video } else { nil } }
    guard map != nil, !videos.isEmpty else { return time }
    let makesAll = videos.contains { $0.selection?.joinsFrames == true || $0.motionBlur != nil }
    var (decoded, shown) = (0.0, 0.0)
    for section in timeMap.sections {
      let elapsed = time - section.start.seconds
      guard elapsed > 0 else { break }
      let (length, duration) = (section.length.seconds, section.duration?.seconds ?? elapsed)
      let share = duration > 0 ? min(1, elapsed / duration) : 1
      decoded += share * length
      shown += share * min(length, duration)
    }
    return 0.3 * decoded + (makesAll ? time : shown + 0.1 * time)
  }
}
