// SPDX-License-Identifier: MPL-2.0

/// How speed goes from one value to another within a section of a map.
public enum Ease: String, CaseIterable, Sendable, Codable {
  /// Evenly.
  case linear
  /// Slowly at first and at last: smoothstep, t²(3-2t).
  case smooth

  /// The part of a section that is played at the part `u` of its time, where its speed begins at 0 and ends at 2.
  ///
  /// Both are in units of 2⁻⁶². Twice the integral of what speed does: u² for `linear`, 2u³ - u⁴ for `smooth`.
  /// Exact at 0 and at 1, never falls, and elsewhere at most 2⁻⁵⁸ from the exact value.
  func twiceIntegral(_ u: UInt64) -> UInt64 {
    let square = Self.product(u, u)
    switch self {
    case .linear: return square
    case .smooth:
      // u³(2 - u)
      return Self.product(Self.product(square, u), 2 * Self.one - u)
    }
  }

  /// One, in units of 2⁻⁶².
  static let one: UInt64 = 1 << 62

  /// The product of two numbers in units of 2⁻⁶², at most 2 each, rounded down.
  static func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return high << 2 | low >> 62
  }
}
