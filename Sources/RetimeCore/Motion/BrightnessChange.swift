// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The change of brightness between two frames: a curve that gives one frame the brightness of the other.
///
/// A fade, a flash, a lamp that flickers and a camera that adapts change all components alike. The
/// curve joins the limits below which equal shares of both frames lie (histogram matching), so that
/// it does not depend on motion. It is computed with integers, to be the same everywhere.
struct BrightnessChange {
  /// Whether the curve is for the earlier frame.
  private let isOfFirst: Bool
  /// The new component for each component.
  private let curve: [UInt8]

  /// The number of equal shares.
  private static let shares = 64
  /// The mean difference from which on a change is worth a search, in 1/16 of a step.
  private static let least = 24

  /// Determines the change between two levels of the same size; nil if there is none.
  init?(from first: MotionLevel, to second: MotionLevel) {
    let (one, two) = (first.limits(Self.shares), second.limits(Self.shares))
    let apart = zip(one, two).reduce(0) { $0 + abs($1.0 - $1.1) }
    guard apart >= Self.least * one.count else { return nil }
    // The frame with less contrast is changed, so that no detail of the other one is lost.
    isOfFirst = Self.contrast(one) < Self.contrast(two)
    curve = isOfFirst ? Self.curve(from: one, to: two) : Self.curve(from: two, to: one)
  }

  private static func contrast(_ limits: [Int]) -> Int { limits[limits.count - 1] - limits[0] }

  /// Returns the curve through pairs of limits in 1/16 of a step, with the slope 1 beyond them.
  private static func curve(from own: [Int], to other: [Int]) -> [UInt8] {
    var after = 0
    return (0..<256).map { component in
      let value = 16 * component + 8
      while after < own.count, own[after] <= value { after += 1 }
      guard after > 0 else { return UInt8(clamping: (other[0] + value - own[0]) >> 4) }
      let (from, to) = (own[after - 1], other[after - 1])
      guard after < own.count else { return UInt8(clamping: (to + value - from) >> 4) }
      let rise = (other[after] - to) * (value - from) / (own[after] - from)
      return UInt8(clamping: (to + rise) >> 4)
    }
  }

  /// Returns both frames' levels at the same brightness.
  func matched(
    _ first: [MotionLevel],
    _ second: [MotionLevel]
  ) -> (first: [MotionLevel], second: [MotionLevel]) {
    isOfFirst
      ? (first.map { $0.mapped(by: curve) }, second)
      : (first, second.map { $0.mapped(by: curve) })
  }
}

extension MotionLevel {
  /// Returns the limits that divide all components into equal shares, in 1/16 of a step.
  fileprivate func limits(_ shares: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: 256)
    forEach(with: self) { component, _ in counts[component] += 1 }
    let total = layout.width * layout.height
    var (component, below) = (0, 0)
    return (1..<shares).map { share in
      let limit = total * share / shares
      while below + counts[component] <= limit {
        below += counts[component]
        component += 1
      }
      return 16 * component + 16 * (limit - below) / counts[component]
    }
  }

  /// Returns the level with the entry of a curve for each component.
  fileprivate func mapped(by curve: [UInt8]) -> MotionLevel {
    MotionLevel(layout: layout, components: components.map { curve[Int($0)] })
  }
}
