// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

extension Plan {
  /// How much of the work is done when the result stands up to a time, both in seconds: of the whole work, `duration`'s.
  ///
  /// Along a map, pictures are decoded and change as the source goes on; a picture that is shown once more costs an
  /// encoder little. One that is made costs as much as it is long. Sound takes little of either.
  func work(until time: Double) -> Double {
    let videos = tracks.compactMap { if case .video(let video) = $0.media { video } else { nil } }
    guard map != nil, !videos.isEmpty else { return time }
    let makesAll = videos.contains {
      $0.selection?.joinsFrames == true || $0.motionBlur != nil
    }
    let output = RationalTime(nanoseconds: Int64(max(0, min(time, 9e9)) * 1e9))
    let played = timeMap.sourceTime(ofOutput: output).seconds
    return makesAll ? 0.3 * played + time : played + 0.15 * time
  }
}
