// SPDX-License-Identifier: MPL-2.0

/// The layout of a plane's components in one array: rows in order, with a border that repeats the edge.
///
/// The border lets a block extend beyond the edge without a check for each component.
public struct PlaneLayout: Hashable, Sendable {
  /// Components beyond the edge on each side, in both directions.
  public static let border = 48
  /// Components in a row, borders left out.
  public let width: Int
  /// Rows, borders left out.
  public let height: Int

  /// - Precondition: Both are above zero.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "\(width)x\(height) is no plane")
    (self.width, self.height) = (width, height)
  }

  /// From a component to the one below it.
  public var stride: Int { (width &+ 2 &* Self.border &+ 31) & ~31 }

  /// All components with the borders, and as many more as the widest load may read beyond the last.
  public var count: Int { stride &* (height &+ 2 &* Self.border) &+ 64 }

  /// Where the first component of a row is; rows from -border to height + border - 1 are there.
  public func start(ofRow row: Int) -> Int { (row &+ Self.border) &* stride &+ Self.border }
}
