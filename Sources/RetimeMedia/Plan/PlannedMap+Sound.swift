// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// What a track of sound becomes along a map of sections.
struct HeardSound {
  let sound: MappedSound
  /// When its first frame is heard in the output.
  let begin: RationalTime

  /// A track that lies at `source`, of so many frames, and is heard at `output`.
  init(
    _ map: TimeMap,
    source: (start: RationalTime, end: RationalTime),
    frameCount: Int,
    output: (start: RationalTime, end: RationalTime),
    rate: Int,
    method: InterpolationMethod,
    fade: RationalTime
  ) {
    let part = map.part(from: source.start, to: source.end)
    sound = MappedSound(
      map: part ?? map,
      start: source.start,
      frameCount: frameCount,
      output: output,
      rate: rate,
      method: method,
      fade: fade
    )
    let first = RationalTime(Int64(sound.frames.lowerBound), Int64(rate))
    begin = part == nil ? first : output.start + first
  }
}

extension TimeMap {
  /// What a map of one section at one speed plays of a part of the source; nil for other maps, and where that is nothing.
  ///
  /// So the frames that are there are all that is heard, one for one where nothing gets longer.
  fileprivate func part(from start: RationalTime, to end: RationalTime) -> TimeMap? {
    guard sections.count == 1, let only = sections.first, only.ease == nil, !only.isHold else {
      return nil
    }
    let (from, to) = (min(max(only.from, start), end), min(max(only.to, start), end))
    return try? TimeMap([.play(from: from, to: to, speed: only.speeds.0)])
  }
}

extension Plan {
  /// What a track of sound becomes along the plan's map; nil where one factor serves all of it.
  func heardSound(_ track: Track, _ audio: Audio) -> HeardSound? {
    guard map != nil else { return nil }
    return HeardSound(
      timeMap,
      source: range(of: track),
      frameCount: track.sourceFrames ?? 0,
      output: played(track).output,
      rate: audio.sampleRate,
      method: audio.method,
      fade: jointFade ?? .zero
    )
  }
}
