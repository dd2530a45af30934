// SPDX-License-Identifier: MPL-2.0

/// What a search is told.
public struct FlowSearch: Sendable {
  /// Steps towards the best place.
  public var steps: Int
  /// How far the coarsest level is searched, in components.
  public var reach: Int
  /// A vector that much of the picture shares, in 1/64 of the level's components; zero for none.
  public var shared: SIMD2<Int32>

  /// A search of so many steps and so far a reach, with a shared vector.
  public init(steps: Int, reach: Int, shared: SIMD2<Int32>) {
    (self.steps, self.reach, self.shared) = (steps, reach, shared)
  }
}
