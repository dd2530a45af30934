// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

extension Plan {
  /// What a track of sound becomes along the plan's map; nil where one factor serves all of it.
  func mappedSound(_ track: Track, _ audio: Audio) -> MappedSound? {
    guard map != nil else { return nil }
    return MappedSound(
      map: timeMap,
      start: range(of: track).start,
      frameCount: track.sourceFrames ?? 0,
      output: played(track).output,
      rate: audio.sampleRate,
      method: audio.method,
      fade: jointFade ?? .zero
    )
  }

  /// The same where its pitch is kept; nil where it follows the speed.
  func mappedStretch(_ track: Track, _ audio: Audio) -> StretchPlan? {
    guard map != nil, let ratio = audio.pitch?.ratio else { return nil }
    return StretchPlan(
      map: timeMap,
      start: range(of: track).start,
      frameCount: track.sourceFrames ?? 0,
      output: played(track).output,
      rate: audio.sampleRate,
      fade: jointFade ?? .zero,
      sustainsHolds: audio.sustainsHolds ?? false,
      ratio: ratio
    )
  }
}
