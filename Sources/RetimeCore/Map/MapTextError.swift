// SPDX-License-Identifier: MPL-2.0

/// Why a text is no map: where, and what is allowed there.
public struct MapTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, and the character within it, both counted from 1.
  public let line: Int, column: Int
  /// What is wrong, with the section's number where it is in one, and what is allowed.
  public let problem: String

  /// The place and the problem.
  public var description: String { "line \(line), column \(column): \(problem)" }

  /// A problem at a byte of a text.
  ///
  /// - Complexity: O(offset).
  init(_ problem: String, at offset: Int, of bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let start = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Bytes that go on with a character of UTF-8 are not counted.
    column = before[start...].count { $0 & 0xc0 != 0x80 } + 1
    self.problem = problem
  }
}

/// Something wrong at a byte of a text, until the place in lines is worked out.
struct JSONError: Error {
  let problem: String
  let offset: Int

  init(_ problem: String, at offset: Int) { (self.problem, self.offset) = (problem, offset) }
}
