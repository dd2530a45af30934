// SPDX-License-Identifier: MPL-2.0

/// The version of a plugin: three numbers, the second of which is even in releases.
public struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The three numbers.
  public let major: Int, minor: Int, micro: Int

  /// Creates a version from up to three numbers.
  public init(_ major: Int, _ minor: Int, _ micro: Int = 0) {
    (self.major, self.minor, self.micro) = (major, minor, micro)
  }

  /// Parses "1.22.0" or "1.22"; nil for other text.
  public init?(_ text: String) {
    let numbers = text.split(separator: ".").prefix(3).prefix { Int($0) != nil }.compactMap {
      Int($0)
    }
    guard numbers.count >= 2 else { return nil }
    self.init(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
  }

  /// The three numbers separated by periods.
  public var description: String { "\(major).\(minor).\(micro)" }

  /// Returns whether `lhs` is older.
  public static func < (lhs: Version, rhs: Version) -> Bool {
    (lhs.major, lhs.minor, lhs.micro) < (rhs.major, rhs.minor, rhs.micro)
  }
}
