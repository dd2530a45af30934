// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

// Closed captions, which lie in the pictures.

extension Planner {
  /// The track without the closed captions that come with its pictures, where they would not come out whole.
  ///
  /// CEA-608 has two bytes in each picture, and CEA-708 a few more: what they say comes about from one picture to the
  /// next, so none may be missing or come in another order.
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

  /// Whether each frame of the source is shown as it is, in its order, if only for a tick.
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
