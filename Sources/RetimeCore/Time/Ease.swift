// SPDX-License-Identifier: MPL-2.0

/// The transition from one speed to another within a section of a map.
public enum Ease: String, CaseIterable, Sendable, Codable {
  /// Linear change of the speed.
  case linear
  /// Change by smoothstep, u²(3 - 2u), slow at the start and at the end.
  case smooth

  /// Returns twice the integral of the ease from 0 to `u`, both in units of 2⁻⁶²: u² for `linear`, u³(2 - u) for `smooth`.
  ///
  /// Exact at 0 and 1, elsewhere at most 4 units below the exact value.
  func twiceIntegral(_ u: UInt64) -> UInt64 {
    let square = Self.product(u, u)
    return switch self {
    case .linear: square
    case .smooth: Self.product(Self.product(square, u), 2 * Self.one - u)
    }
  }

  /// Returns twice the integral of the ease from 0 to a fraction, exactly.
  func twiceIntegral(_ u: Rational) -> Rational {
    switch self {
    case .linear: u * u
    case .smooth: u * u * u * (Rational(2) - u)
    }
  }

  /// One in units of 2⁻⁶².
  static let one: UInt64 = 1 << 62

  /// Returns the product of two numbers from 0 to 2 in units of 2⁻⁶², rounded down.
  static func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return high << 2 | low >> 62
  }
}
