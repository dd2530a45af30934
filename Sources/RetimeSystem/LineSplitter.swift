// SPDX-License-Identifier: MPL-2.0

/// A splitter of blocks of bytes into lines.
///
/// A line is cut, between two characters, before it exceeds `maximumLength`. No bytes are lost.
public struct LineSplitter: Sendable {
  /// The maximum length of a line, in bytes.
  public static let maximumLength = 1 << 16

  private var held: [UInt8] = []

  /// Creates a splitter.
  public init() {}

  /// Adds bytes and returns the lines that they complete, without empty lines.
  public mutating func lines(adding bytes: Span<UInt8>) -> [String] {
    var result: [String] = []
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\n") {
        if let line = rest { result.append(line) }
        held.removeAll(keepingCapacity: true)
        continue
      }
      if held.count == Self.maximumLength {
        let end = lengthOfWholeCharacters
        result.append(String(decoding: held[..<end], as: UTF8.self))
        held.removeFirst(end)
      }
      held.append(bytes[index])
    }
    return result
  }

  /// The bytes after the last newline; nil if there are none.
  public var rest: String? { held.isEmpty ? nil : String(decoding: held, as: UTF8.self) }

  /// The length of the held bytes without an incomplete UTF-8 character at the end.
  private var lengthOfWholeCharacters: Int {
    let tail = held.suffix(4)
    guard let start = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return held.count }
    return String(validating: held[start...], as: UTF8.self) == nil ? start : held.count
  }
}
