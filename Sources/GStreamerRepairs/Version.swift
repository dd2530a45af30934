// SPDX-License-Identifier: MPL-2.0

/// The version of a plugin: its first two numbers, of which the second is even in releases.
public struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The two numbers.
  public let major: Int, minor: Int

  /// The version of two numbers.
  public init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

  /// Reads "1.22.0"; nil for what does not begin so.
  public init?(_ text: String) {
    let numbers = text.split(separator: ".").prefix(2).compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    self.init(numbers[0], numbers[1])
  }

  /// The two numbers with a point.
  public var description: String { "\(major).\(minor)" }

  /// Whether `lhs` is older.
  public static func < (lhs: Version, rhs: Version) -> Bool {
    (lhs.major, lhs.minor) < (rhs.major, rhs.minor)
  }
}
