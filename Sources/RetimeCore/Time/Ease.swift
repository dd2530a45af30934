// SPDX-License-Identifier: MPL-2.0

/// How speed goes from one value to another within a section of a map.
public enum Ease: String, CaseIterable, Sendable, Codable {
  /// Evenly.
  case linear
  /// Slowly at first and at last: by smoothstep, u²(3 - 2u).
  case smooth

  /// Twice the integral of the ease from 0 to `u`, both in units of 2⁻⁶²: u² for `linear`, u³(2 - u) for `smooth`.
  ///
  /// Exact at 0 and 1, elsewhere at most 4 units below the exact value.
  func twiceIntegral(_ u: UInt64) -> UInt64 {
    let square = Self.product(u, u)
    return switch self {
    case .linear: square
    case .smooth: Self.product(Self.product(square, u), 2 * Self.one - u)
    }
  }

  /// One in units of 2⁻⁶².
  static let one: UInt64 = 1 << 62

  /// The product of two numbers from 0 to 2 in units of 2⁻⁶², rounded down.
  static func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return high << 2 | low >> 62
  }
}
