// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

// Cuts in video that is copied without re-encoding.

extension Planner {
  /// Returns the frames that each pass of a map keeps; nil if all are kept.
  ///
  /// Frames depend on others of their GOP, so a cut must be at the start of a GOP. A time less than
  /// half a frame away from one is moved there.
  func keptPictures(
    _ candidate: SourceTrack,
    _ times: Times
  ) throws(RetimeError) -> [Plan.Packets.Kept]? {
    guard !times.playsAll else { return nil }
    let passes = times.map.passes
    let isInOrder =
      !passes[0].isBackward && zip(passes, passes.dropFirst()).allSatisfy { $1.goesOn(after: $0) }
    let isWhole = passes.allSatisfy { pass in
      pass.sourceDuration > .zero && (!pass.isHeldAtEnd || pass.sourceEnd >= times.sourceDuration)
    }
    guard isInOrder, isWhole else {
      throw RetimeError(
        .usage,
        "--copy-video keeps frames in order, each once or not at all, and the map repeats or reverses some, or "
          + "freezes one before a cut: leave out --copy-video, or these sections"
      )
    }
    let range = candidate.range(origin: times.origin)
    return try passes.map { pass throws(RetimeError) in
      Plan.Packets.Kept(
        from: pass.sourceStart <= range.start
          ? .earliest : try groupStart(at: pass.sourceStart, candidate, times),
        to: pass.sourceEnd >= range.end
          ? .latest : try groupStart(at: pass.sourceEnd, candidate, times)
      )
    }
  }

  /// Returns the start of the GOP at a cut, in nanoseconds after the origin.
  private func groupStart(
    at time: RationalTime,
    _ candidate: SourceTrack,
    _ times: Times
  ) throws(RetimeError) -> StreamTime {
    let name = "video track \(candidate.info.index)"
    let groups = candidate.count.groups.times.map { $0 - times.origin }
    guard let first = groups.first else {
      throw RetimeError(
        .usage,
        "\(name) cannot be cut without re-encoding: its GOPs are open; leave out --copy-video, or the cuts"
      )
    }
    let grid = candidate.grid(origin: times.origin)
    let begin = { (group: StreamTime) in grid.time(of: group + times.origin) }
    let off = { (group: StreamTime) in max(begin(group) - time, time - begin(group)) }
    let nearest = groups.min { off($0) < off($1) } ?? first
    let half = candidate.gridRate.map {
      RationalTime(seconds: ($0.rational * Rational(2)).reciprocal)
    }
    guard off(nearest) >= (half ?? candidate.granularity) else { return nearest }
    let inWords = { (time: RationalTime) in "\((time.seconds * 1000).rounded() / 1000) s" }
    let shift = source.isTrimmed ? RationalTime(times.origin - source.beginning) : .zero
    let around = [groups.last { begin($0) < time }, groups.first { begin($0) > time }]
      .compactMap { $0.map { inWords(begin($0) + shift) } }
    throw RetimeError(
      .usage,
      "\(name) is copied without re-encoding, and \(inWords(time + shift)) is not a key frame: cut at "
        + "\(around.joined(separator: " or ")), the nearest key frames, or leave out --copy-video"
    )
  }
}
