// SPDX-License-Identifier: MPL-2.0

/// The parameters of a search.
public struct FlowSearch: Sendable {
  /// Steps towards the best place.
  public var steps: Int
  /// The search range at the coarsest level, in components.
  public var reach: Int
  /// The vector shared by much of the frame, in 1/64 of the level's components; zero for none.
  public var shared: SIMD2<Int32>

  /// Creates a search with a number of steps, a range and a shared vector.
  public init(steps: Int, reach: Int, shared: SIMD2<Int32>) {
    (self.steps, self.reach, self.shared) = (steps, reach, shared)
  }
}
