// SPDX-License-Identifier: MPL-2.0

/// What a search is told.
public struct FlowSearch: Sendable {
  /// Steps towards the best place.
  public var steps: Int
  /// How far the coarsest level is searched, in components.
  public var reach: Int

  /// A search of so many steps and so far a reach.
  public init(steps: Int, reach: Int) {
    (self.steps, self.reach) = (steps, reach)
  }
}
