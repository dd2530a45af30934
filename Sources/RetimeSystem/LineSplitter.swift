// SPDX-License-Identifier: MPL-2.0

/// Cuts what comes in blocks into lines.
///
/// A line without an end is cut before it grows beyond `maximumLength`, between two characters: nothing is lost.
public struct LineSplitter: Sendable {
  /// The longest line, in bytes.
  public static let maximumLength = 1 << 16

  private var held: [UInt8] = []

  /// One that has seen nothing.
  public init() {}

  /// The lines that are complete with these bytes; empty ones are left out.
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

  /// What came after the last end of a line; nil for nothing.
  public var rest: String? { held.isEmpty ? nil : String(decoding: held, as: UTF8.self) }

  /// How many of the bytes come before a character of UTF-8 that has only begun; all where there is none.
  private var lengthOfWholeCharacters: Int {
    let tail = held.suffix(4)
    guard let start = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return held.count }
    return String(validating: held[start...], as: UTF8.self) == nil ? start : held.count
  }
}
