// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// Two pictures in a row and the motion between them, worked out once for any number of pictures in between.
public final class MotionPair<Component: FixedWidthInteger & UnsignedInteger & Sendable>:
  Sendable
{
  /// How two pictures are joined.
  public enum Kind: String, Sendable, CaseIterable {
    /// Cells move along their paths.
    case moved
    /// Both have the same components.
    case same
    /// One has nothing of the other: the nearer one is given.
    case cut
    /// One turns into the other where it stands: they are blended.
    case dissolve
    /// One is much brighter than the other: they are blended.
    case flash
  }

  /// The earlier picture.
  public let first: MotionPicture<Component>
  /// The later one.
  public let second: MotionPicture<Component>
  /// How they are joined.
  public let kind: Kind
  /// The motion, that of the coarser level first.
  let flows: [PairFlow]
  let quality: FlowQuality
  let processor: MotionProcessor

  /// Finds the motion between two pictures.
  ///
  /// - Parameters:
  ///   - first: The earlier picture.
  ///   - second: The later one, of the same shape.
  ///   - quality: How much work goes into it.
  ///   - parallel: What shares the work; the motion is the same, whatever does.
  /// - Precondition: Both have one shape.
  /// - Complexity: O(components); it allocates.
  public convenience init(
    _ first: MotionPicture<Component>,
    _ second: MotionPicture<Component>,
    quality: FlowQuality,
    parallel: Parallel
  ) {
    self.init(first, second, quality: quality, parallel: parallel, processor: .best)
  }

  init(
    _ first: MotionPicture<Component>,
    _ second: MotionPicture<Component>,
    quality: FlowQuality,
    parallel: Parallel,
    processor: MotionProcessor
  ) {
    precondition(first.shape == second.shape, "pictures of two shapes have no motion")
    (self.first, self.second, self.quality, self.processor) = (first, second, quality, processor)
    let side = min(first.shape.planes[0].width, first.shape.planes[0].height)
    let coarse = side < 480 && quality == .fast ? 0 : min(1, first.levels.count - 1)
    flows = PairFlow.find(
      first.levels,
      second.levels,
      places: (quality == .fast ? coarse : 0)...coarse,
      steps: quality.steps,
      parallel: parallel,
      processor: processor
    )
    kind = Self.kind(first, second, flows[flows.count - 1])
  }

  private static func kind(
    _ first: MotionPicture<Component>,
    _ second: MotionPicture<Component>,
    _ flow: PairFlow
  ) -> Kind {
    let match = PairMatch(first.levels, second.levels, flow)
    if match.still == 0 && first.hasComponents(of: second) { return .same }
    if match.misses > 512 {
      guard match.isAlike else { return .cut }
      return abs(match.brighter) > 16 ? .flash : .dissolve
    }
    return match.isDissolve ? .dissolve : .moved
  }
}

extension MotionPicture {
  /// Whether another picture has the same components.
  func hasComponents(of other: MotionPicture) -> Bool {
    for (one, two) in zip(planes, other.planes) where !isSame(one, two) { return false }
    return true
  }
}

/// Whether two planes have the same components.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
private func isSame<Component: FixedWidthInteger & UnsignedInteger>(
  _ one: [Component],
  _ two: [Component]
) -> Bool {
  one == two
}
