// SPDX-License-Identifier: MPL-2.0

/// The position each output frame reads: a virtual array of fractional source frame indices.
///
/// `self[n]` is a pure function of n, so any range of output frames can be computed alone, in any
/// order, on any machine, with the same bits. Positions never decrease. The formulas, in exactly
/// this order of operations, are those of docs/architecture.md, "ControlBlocks".
public struct ControlBlocks: Hashable, Sendable {
  enum Extent: Hashable, Sendable {
    /// Both counts are known: the endpoints are hit exactly.
    case fixed(count: Int, length: Int, method: InterpolationMethod)
    /// The source has no known end.
    case open(MapPositions)
  }

  let extent: Extent

  /// Positions that spread `length` output frames over `count` source frames, ends on ends.
  ///
  /// - Precondition: neither is negative; a `length` above 0 needs a `count` above 0.
  public init(count: Int, length: Int, method: InterpolationMethod) {
    precondition(
      count >= 0 && length >= 0 && (count > 0 || length == 0),
      "\(count) source frames cannot become \(length) output frames"
    )
    extent = .fixed(count: count, length: length, method: method)
  }

  /// Positions n ÷ `factor` for a source whose frame count is not known, such as a live one.
  ///
  /// With `smooth` and a factor above 1 they are eased from each source frame to the next.
  public init(factor: Factor, method: InterpolationMethod = .linear) {
    self.init(TimeMap(factor: factor), rate: 1, method: method)
  }

  /// Positions map(n ÷ `rate`) × `rate`, for the output frames from `frame` on.
  ///
  /// With `smooth` they are eased from each source frame to the next in sections that make the sound longer. In a hold
  /// the sound is silent.
  ///
  /// - Parameters:
  ///   - map: plays the source forwards, if not all of it; both of its times are 0 at frame 0.
  ///   - rate: frames a second.
  ///   - method: how positions lie between the source's frames.
  ///   - frame: the first output frame that is asked for.
  /// - Precondition: `rate` is above 0.
  public init(
    _ map: TimeMap,
    rate: Int,
    method: InterpolationMethod = .linear,
    from frame: Int = 0
  ) {
    extent = .open(MapPositions(map, rate: rate, method: method, from: frame))
  }

  /// Source frames the positions lie in; nil where not known.
  public var sourceFrameCount: Int? {
    guard case .fixed(let count, _, _) = extent else { return nil }
    return count
  }

  /// Whether the source has no known end.
  var isOpen: Bool { if case .open = extent { true } else { false } }

  /// How sound is computed between the source's frames.
  var method: InterpolationMethod {
    switch extent {
    case .fixed(_, _, let method): method
    case .open(let positions): positions.method
    }
  }

  /// How positions follow from n, with everything that does not depend on n worked out.
  var rule: PositionRule { PositionRule(extent) }
}

extension ControlBlocks: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }

  /// The number of output frames; `Int.max` where the source has no known end.
  public var endIndex: Int {
    guard case .fixed(_, let length, _) = extent else { return .max }
    return length
  }

  /// The fractional source frame index that output frame `n` reads, from 0 to the last frame.
  ///
  /// - Precondition: `n` is a valid index.
  public subscript(n: Int) -> Double {
    precondition(n >= 0 && n < endIndex, "control point \(n) is outside 0..<\(endIndex)")
    return rule.position(n)
  }
}
