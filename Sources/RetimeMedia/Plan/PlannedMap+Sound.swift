// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The audio of a track along a map of sections.
///
/// For a map of one section at one speed, only existing frames are heard, one for one if the
/// duration does not change.
struct MapAudio {
  private let map: TimeMap
  private let start: RationalTime
  private let frameCount: Int
  private let output: (start: RationalTime, end: RationalTime)
  private let rate: Int
  private let fade: RationalTime
  /// The output time of frame 0.
  private let origin: RationalTime

  /// Creates the audio of a track of `frameCount` frames at `source`, which is heard at `output`.
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

  /// Returns the audio with a pitch that follows the speed.
  func mapped(_ method: InterpolationMethod) -> MappedAudio {
    MappedAudio(
      map: map,
      start: start,
      frameCount: frameCount,
      output: output,
      rate: rate,
      method: method,
      fade: fade
    )
  }

  /// Returns the time-stretched audio, with all frequencies multiplied by `ratio`.
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

  /// Returns the output time of a frame.
  func time(ofFrame n: Int) -> RationalTime { origin + RationalTime(Int64(n), Int64(rate)) }
}

extension TimeMap {
  /// Returns the part of a map of one section at one speed between two source times; nil for none.
  ///
  /// Other maps give nil, too.
  fileprivate func part(from start: RationalTime, to end: RationalTime) -> TimeMap? {
    guard let only = onlySpeed else { return nil }
    let (from, to) = (min(max(only.from, start), end), min(max(only.to, start), end))
    return try? TimeMap([.play(from: from, to: to, speed: only.speeds.0)])
  }
}

extension Plan {
  /// Returns the audio of a track along the plan's map; nil if the plan has a single factor.
  func heard(_ track: Track, _ audio: Audio) -> MapAudio? {
    guard map != nil else { return nil }
    return MapAudio(
      timeMap,
      source: range(of: track),
      frameCount: track.sourceFrames ?? 0,
      output: played(track).output,
      rate: audio.sampleRate,
      fade: jointFade ?? .zero
    )
  }
}
