// SPDX-License-Identifier: MPL-2.0

/// The parameters of a choice of paths.
public struct PathChoice: Sendable {
  /// The position of the interpolated frame between the first and the second, in 2⁻¹⁵.
  public var weight: Int
  /// The vector shared by much of the frame, in 1/64 of the level's components; zero for none.
  public var shared: SIMD2<Int32>

  /// Creates a choice for a position and a shared vector.
  public init(weight: Int, shared: SIMD2<Int32>) { (self.weight, self.shared) = (weight, shared) }

  /// Returns whether a path is the shared vector, within one and a half components.
  @inlinable @inline(__always)
  public func isShared(_ x: Int, _ y: Int) -> Bool {
    shared != .zero && abs(x &- Int(shared.x)) &+ abs(y &- Int(shared.y)) < 96
  }
}
