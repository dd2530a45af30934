// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// What makes a whole stream longer or shorter: a map, which may be that of a factor.
struct TimeScale: Hashable, Sendable {
  /// The map's factor, where it has one; else 1.
  let factor: Factor
  let map: TimeMap

  /// Nothing changes.
  static let identity = TimeScale(factor: .identity)

  init(factor: Factor) { (self.factor, map) = (factor, TimeMap(factor: factor)) }

  init(_ map: TimeMap) { (factor, self.map) = (map.factor ?? .identity, map) }

  var isIdentity: Bool { map.isIdentity }
}
