// SPDX-License-Identifier: MPL-2.0

/// The position that each output frame reads: a virtual array of fractional source frame indices.
///
/// `self[n]` is a pure function of n, so any range of output frames can be computed alone, in any
/// order, on any machine, with the same bits. Positions never decrease. The formulas, in exactly
/// this order of operations, are those of docs/architecture.md, "ControlBlocks".
public struct ControlBlocks: Hashable, Sendable {
  enum Extent: Hashable, Sendable {
    /// Both counts are known, and both ends are reached exactly.
    case fixed(count: Int, length: Int, method: InterpolationMethod)
    /// The length of the source is unknown.
    case open(MapPositions)
  }

  let extent: Extent

  /// Creates positions that spread `length` output frames over `count` source frames, with both ends aligned.
  ///
  /// - Precondition: Neither is negative; a `length` above 0 needs a `count` above 0.
  public init(count: Int, length: Int, method: InterpolationMethod) {
    precondition(
      count >= 0 && length >= 0 && (count > 0 || length == 0),
      "\(count) source frames cannot become \(length) output frames"
    )
    extent = .fixed(count: count, length: length, method: method)
  }

  /// Creates the positions n ÷ `factor` for a source of unknown length, such as a live one.
  ///
  /// With `smooth` and a factor above 1 they are eased from each source frame to the next.
  public init(factor: Factor, method: InterpolationMethod = .linear) {
    self.init(TimeMap(factor: factor), rate: 1, method: method)
  }

  /// Creates the positions map(n ÷ `rate`) × `rate`, for the output frames from `frame` on.
  ///
  /// With `smooth` they are eased from each source frame to the next in sections that make the
  /// audio longer. In a hold the audio is silent.
  ///
  /// - Parameters:
  ///   - map: A map that plays all or part of the source forward; both of its times are 0 at frame
  ///     0.
  ///   - rate: The sample rate, in frames per second.
  ///   - method: The interpolation method.
  ///   - frame: The first output frame that will be requested.
  /// - Precondition: `rate` is above 0.
  package init(
    _ map: TimeMap,
    rate: Int,
    method: InterpolationMethod = .linear,
    from frame: Int = 0
  ) {
    extent = .open(MapPositions(map, rate: rate, method: method, from: frame))
  }

  /// The number of source frames; nil if unknown.
  package var sourceFrameCount: Int? {
    guard case .fixed(let count, _, _) = extent else { return nil }
    return count
  }

  /// Returns the number of output frames of a source of unknown length that ends after `count` frames; otherwise that of all.
  func outputFrameCount(ofSource count: Int) -> Int {
    guard case .open(let positions) = extent else { return self.count }
    return positions.outputFrameCount(ofSource: count)
  }

  /// Whether the length of the source is unknown.
  var isOpen: Bool { if case .open = extent { true } else { false } }

  /// The interpolation method.
  var method: InterpolationMethod {
    switch extent {
    case .fixed(_, _, let method): method
    case .open(let positions): positions.method
    }
  }

  /// The formula for positions, with everything that does not depend on n precomputed.
  var rule: PositionRule { PositionRule(extent) }
}

extension ControlBlocks: RandomAccessCollection {
  /// The index 0.
  public var startIndex: Int { 0 }

  /// The number of output frames; `Int.max` if the length of the source is unknown.
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
