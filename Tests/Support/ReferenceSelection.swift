// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// The frame of one tick: its index, and that of a frame to blend with its exact weight.
public struct ReferenceShown: Equatable, Sendable {
  /// Index into the source frames.
  public let index: Int
  /// Index of the frame after the tick, for blends.
  public let second: Int?
  /// Exact weight of `second`.
  public let weight: Rational
}

/// Every tick of a clip, each decided by looking at all frames, in output time, with exact fractions.
public func referenceSelection(
  times: [RationalTime],
  end: RationalTime,
  factor: Factor,
  frameRate: FrameRate,
  selection: FrameSelection
) -> [ReferenceShown] {
  guard !times.isEmpty else { return [] }
  let scaled = times.map { $0.rational * factor.rational }
  var shown: [ReferenceShown] = []
  while true {
    let tick = Rational(Int64(shown.count)) / frameRate.rational
    guard tick < end.rational * factor.rational else { return shown }
    let half = frameRate.rational.reciprocal * Rational(1, 2)
    shown.append(referenceShown(scaled, at: tick, half: half, selection: selection))
  }
}

private func referenceShown(
  _ scaled: [Rational],
  at tick: Rational,
  half: Rational,
  selection: FrameSelection
) -> ReferenceShown {
  let next = scaled.firstIndex { $0 >= tick } ?? scaled.count - 1
  let previous = scaled.lastIndex { $0 <= tick } ?? 0
  switch selection {
  case .next:
    return ReferenceShown(index: next, second: nil, weight: Rational(0))
  case .previous:
    return ReferenceShown(index: previous, second: nil, weight: Rational(0))
  case .nearest, .nearestLate:
    let limit = tick + half
    let count = scaled.prefix { $0 < limit || selection == .nearestLate && $0 == limit }.count
    let due = scaled.prefix(max(1, count))
    let distances = due.map { max($0 - tick, tick - $0) }
    let least = distances.min().flatMap {
      selection == .nearest ? distances.firstIndex(of: $0) : distances.lastIndex(of: $0)
    }
    return ReferenceShown(index: least ?? 0, second: nil, weight: Rational(0))
  case .blend, .flow:
    guard previous < next, scaled[previous] < tick, tick < scaled[next] else {
      return ReferenceShown(index: previous, second: nil, weight: Rational(0))
    }
    let weight = (tick - scaled[previous]) / (scaled[next] - scaled[previous])
    return ReferenceShown(index: previous, second: next, weight: weight)
  }
}
