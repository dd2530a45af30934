// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// What makes a whole stream longer or shorter: a factor, as the map that it is.
struct TimeScale: Hashable, Sendable {
  let factor: Factor
  let map: TimeMap

  /// Nothing changes.
  static let identity = TimeScale(factor: .identity)

  init(factor: Factor) { (self.factor, map) = (factor, TimeMap(factor: factor)) }

  var isIdentity: Bool { map.isIdentity }
}
