// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// What a track of sound hears of a map of sections.
///
/// Where the map is one section at one speed, the frames that are there are all that is heard: one for one where nothing
/// gets longer.
struct HeardSound {
  private let map: TimeMap
  private let start: RationalTime
  private let frameCount: Int
  private let output: (start: RationalTime, end: RationalTime)
  private let rate: Int
  private let fade: RationalTime
  /// When frame 0 is heard in the output.
  private let origin: RationalTime

  /// A track that lies at `source`, of so many frames, and is heard at `output`.
  init(
    _ map: TimeMap,
    source: (start: RationalTime, end: RationalTime),
    frameCount: Int,
    output: (start: RationalTime, end: RationalTime),
    rate: Int,
    fade: RationalTime
  ) {
    let part = map.part(from: source.start, to: source.end)
    (self.map, origin) = part.map { ($0, output.start) } ?? (map, .zero)
    (start, self.frameCount, self.output) = (source.start, frameCount, output)
    (self.rate, self.fade) = (rate, fade)
  }

  /// The sound with a pitch that follows the speed.
  func mapped(_ method: InterpolationMethod) -> MappedSound {
    MappedSound(
      map: map,
      start: start,
      frameCount: frameCount,
      output: output,
      rate: rate,
      method: method,
      fade: fade
    )
  }

  /// The sound with all of its frequencies `ratio` times the source's.
  func stretched(ratio: Rational, sustainsHolds: Bool) -> StretchPlan {
    StretchPlan(
      map: map,
      start: start,
      frameCount: frameCount,
      output: output,
      rate: rate,
      fade: fade,
      sustainsHolds: sustainsHolds,
      ratio: ratio
    )
  }

  /// When a frame is heard in the output.
  func time(ofFrame n: Int) -> RationalTime { origin + RationalTime(Int64(n), Int64(rate)) }
}

extension TimeMap {
  /// What a map of one section at one speed plays of a part of the source; nil for other maps, and where that is nothing.
  fileprivate func part(from start: RationalTime, to end: RationalTime) -> TimeMap? {
    guard let only = onlySpeed else { return nil }
    let (from, to) = (min(max(only.from, start), end), min(max(only.to, start), end))
    return try? TimeMap([.play(from: from, to: to, speed: only.speeds.0)])
  }
}

extension Plan {
  /// What a track of sound hears of the plan's map; nil where one factor serves all of it.
  func heard(_ track: Track, _ audio: Audio) -> HeardSound? {
    guard map != nil else { return nil }
    return HeardSound(
      timeMap,
      source: range(of: track),
      frameCount: track.sourceFrames ?? 0,
      output: played(track).output,
      rate: audio.sampleRate,
      fade: jointFade ?? .zero
    )
  }
}
