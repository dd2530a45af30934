// SPDX-License-Identifier: MPL-2.0

/// The reason why a text is not a map, with its place and what is allowed there.
public struct MapTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, and the character within it, both counted from 1.
  package let line: Int, column: Int
  /// The fault, with the section's number if it is in one, and what is allowed.
  package let problem: String

  /// The place and the fault.
  public var description: String { "line \(line), column \(column): \(problem)" }

  /// Creates an error at a byte of a text.
  ///
  /// - Complexity: O(offset).
  package init(_ problem: String, at offset: Int, of bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let start = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Continuation bytes of UTF-8 are not counted.
    column = before[start...].count { $0 & 0xc0 != 0x80 } + 1
    self.problem = problem
  }
}

/// An error at a byte of a text, before its line and column are computed.
struct JSONError: Error {
  let problem: String
  let offset: Int

  init(_ problem: String, at offset: Int) { (self.problem, self.offset) = (problem, offset) }
}
