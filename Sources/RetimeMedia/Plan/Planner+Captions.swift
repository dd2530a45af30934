// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

// Closed captions, which are carried with video frames.

extension Planner {
  /// Returns the track without closed captions if they would not be complete in the result.
  ///
  /// CEA-608 has 2 bytes in each frame, and CEA-708 a few more. Their content spans several frames,
  /// so no frame may be missing or out of order.
  func withoutCaptions(
    _ candidate: SourceTrack,
    _ track: Plan.Track,
    _ times: Times,
    _ notes: inout PlanNotes
  ) -> Plan.Track {
    guard candidate.count.hasCaptions, let encoder = track.encoder, var video = track.video else {
      return track
    }
    let isWritten = encoder.prefix { $0 != " " } == "x264enc"
    guard !isWritten || !showsEvery(video, times) else { return track }
    let reason =
      isWritten
      ? "they stay where every frame is shown once, in its order"
      : "x264enc alone writes them"
    notes.lose("closed captions (CEA-608 or CEA-708): \(reason)", of: candidate.info)
    video.dropsCaptions = true
    var result = track
    result.media = .video(video)
    return result
  }

  /// Returns whether each source frame is shown unchanged and in order, for at least one tick.
  private func showsEvery(_ video: Plan.Video, _ times: Times) -> Bool {
    guard times.playsAll, !times.isBackward, !source.isTrimmed, video.flow == nil,
      video.motionBlur == nil
    else { return false }
    guard video.timing == .constant else { return true }
    guard video.selection != .blend, times.planned == nil, let rate = video.frameRate,
      let own = video.sourceFrameRate
    else { return false }
    return rate.rational * times.factor.rational >= own.rational
  }
}
