// SPDX-License-Identifier: MPL-2.0

/// The version of a plugin: three numbers, of which the second is even in releases.
public struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The three numbers.
  public let major: Int, minor: Int, micro: Int

  /// The version of up to three numbers.
  public init(_ major: Int, _ minor: Int, _ micro: Int = 0) {
    (self.major, self.minor, self.micro) = (major, minor, micro)
  }

  /// Reads "1.22.0" or "1.22"; nil for what does not begin so.
  public init?(_ text: String) {
    let numbers = text.split(separator: ".").prefix(3).prefix { Int($0) != nil }.compactMap {
      Int($0)
    }
    guard numbers.count >= 2 else { return nil }
    self.init(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
  }

  /// The three numbers with points.
  public var description: String { "\(major).\(minor).\(micro)" }

  /// Whether `lhs` is older.
  public static func < (lhs: Version, rhs: Version) -> Bool {
    (lhs.major, lhs.minor, lhs.micro) < (rhs.major, rhs.minor, rhs.micro)
  }
}
