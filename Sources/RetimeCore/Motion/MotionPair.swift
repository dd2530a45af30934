// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// Two consecutive frames and the motion between them, computed once for any number of interpolated frames.
public final class MotionPair<Component: FixedWidthInteger & UnsignedInteger & Sendable>:
  Sendable
{
  /// The way in which two frames are joined.
  public enum Kind: String, Sendable, CaseIterable {
    /// Cells move along their paths.
    case moved
    /// Both frames have the same components.
    case same
    /// A cut: nothing of one frame is in the other, and the nearer frame is shown.
    case cut
    /// A dissolve in place: the frames are blended.
    case dissolve
    /// A flash: one frame is much brighter than the other, and they are blended.
    case flash
  }

  /// The earlier frame.
  package let first: MotionFrame<Component>
  /// The later frame.
  package let second: MotionFrame<Component>
  /// The way in which the frames are joined.
  public let kind: Kind
  /// The optical flow, with the coarser level first.
  let flows: [PairFlow]
  /// The pyramids of both frames, at the same brightness.
  let levels: (first: [MotionLevel], second: [MotionLevel])
  /// Whether one frame is brighter than the other.
  let isBrighter: Bool
  let quality: FlowQuality
  let processor: MotionKernelSet

  /// Creates a pair by estimating the motion between two frames.
  ///
  /// - Parameters:
  ///   - first: The earlier frame.
  ///   - second: The later frame, of the same shape.
  ///   - quality: The effort spent.
  ///   - parallel: The executor that shares the work; it does not affect the result.
  /// - Precondition: Both frames have the same shape.
  /// - Complexity: O(components); it allocates.
  public convenience init(
    _ first: MotionFrame<Component>,
    _ second: MotionFrame<Component>,
    quality: FlowQuality,
    parallel: Parallel
  ) {
    self.init(first, second, quality: quality, parallel: parallel, processor: .best)
  }

  init(
    _ first: MotionFrame<Component>,
    _ second: MotionFrame<Component>,
    quality: FlowQuality,
    parallel: Parallel,
    processor: MotionKernelSet
  ) {
    precondition(first.shape == second.shape, "frames of different shapes have no motion")
    (self.first, self.second, self.quality, self.processor) = (first, second, quality, processor)
    let side = min(first.shape.planes[0].width, first.shape.planes[0].height)
    let coarse = side < 480 && quality == .fast ? 0 : min(1, first.levels.count - 1)
    let matched = Self.matched(first.levels, second.levels, parallel, processor)
    (levels, isBrighter) = (matched ?? (first.levels, second.levels), matched != nil)
    flows = PairFlow.find(
      levels.first,
      levels.second,
      places: (quality == .fast ? coarse : 0)...coarse,
      steps: quality.steps,
      parallel: parallel,
      processor: processor
    )
    let match = PairMatch(first.levels, second.levels, flows[flows.count - 1])
    kind = Self.kind(first, second, match)
  }

  /// Returns the pyramids of both frames at the same brightness; nil unless much more matches that way.
  private static func matched(
    _ first: [MotionLevel],
    _ second: [MotionLevel],
    _ parallel: Parallel,
    _ processor: MotionKernelSet
  ) -> (first: [MotionLevel], second: [MotionLevel])? {
    let last = first.count - 1
    guard let change = BrightnessChange(from: first[last], to: second[last]) else { return nil }
    func distance(_ levels: (first: [MotionLevel], second: [MotionLevel])) -> Int {
      PairFlow.find(
        levels.first,
        levels.second,
        places: last...last,
        steps: 2,
        parallel: parallel,
        processor: processor
      )[0].distance
    }
    let matched = change.matched(first, second)
    let (before, after) = (
      first[last].meanDifference(to: second[last]),
      matched.first[last].meanDifference(to: matched.second[last])
    )
    // A search is slow, and no use where little changes even in place.
    guard 8 * after < 7 * before else { return nil }
    return 5 * distance(matched) < 2 * distance((first, second)) ? matched : nil
  }

  private static func kind(
    _ first: MotionFrame<Component>,
    _ second: MotionFrame<Component>,
    _ match: PairMatch
  ) -> Kind {
    if match.still == 0 && first.hasComponents(of: second) { return .same }
    if match.misses > 512 {
      guard match.isAlike else { return .cut }
      return abs(match.brighter) > 16 ? .flash : .dissolve
    }
    return match.isDissolve ? .dissolve : .moved
  }
}

extension MotionFrame {
  /// Returns whether another frame has the same components.
  func hasComponents(of other: MotionFrame) -> Bool {
    for (one, two) in zip(planes, other.planes) where !isSame(one, two) { return false }
    return true
  }
}

/// Returns whether two planes have the same components.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
private func isSame<Component: FixedWidthInteger & UnsignedInteger>(
  _ one: [Component],
  _ two: [Component]
) -> Bool {
  one == two
}
