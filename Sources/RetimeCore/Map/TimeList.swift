// SPDX-License-Identifier: MPL-2.0

/// The times of files in order, as an index in JSON or as a text with a time on each line.
///
/// The index is `[{"file": "000001.png", "time": "1001/30000"}]`, with exact times in seconds.
package struct TimeList: Sendable {
  /// A file and its time.
  package struct Entry: Sendable, Equatable {
    /// The name of the file; nil in a text of times.
    package let file: String?
    /// The time.
    package let time: RationalTime
  }

  /// The reason why a text is none.
  package struct Problem: Error, Sendable, CustomStringConvertible {
    /// The line or entry, and what is allowed.
    package let description: String
  }

  /// The entries in the order of the text.
  package private(set) var entries: [Entry] = []

  /// Parses a text.
  package init(parsing bytes: [UInt8]) throws(Problem) {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "[") else {
      try readLines(bytes)
      return
    }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.value(of: bytes)
    } catch {
      throw Problem(description: error.problem)
    }
    guard case .list(let values) = value.content else { return }
    for (index, value) in values.enumerated() {
      guard case .text(let file)? = value["file"]?.content,
        let time = Self.time(value["time"])
      else {
        throw Problem(
          description:
            "entry \(index + 1) is \(value.brief): give {\"file\": \"NAME\", \"time\": \"SECONDS\"}"
        )
      }
      entries.append(Entry(file: file, time: time))
    }
  }

  private mutating func readLines(_ bytes: [UInt8]) throws(Problem) {
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      let text = String(decoding: line, as: UTF8.self).filter { !$0.isWhitespace }
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do throws(TimeTextError) {
        entries.append(Entry(file: nil, time: try RationalTime(parsing: text)))
      } catch {
        throw Problem(description: "line \(index + 1): \(error)")
      }
    }
  }

  private static func time(_ value: JSONValue?) -> RationalTime? {
    switch value?.content {
    case .text(let text), .number(let text): try? RationalTime(parsing: text)
    default: nil
    }
  }

  /// Returns an entry of an index as JSON.
  package static func json(_ file: String, _ time: RationalTime) -> String {
    "{\"file\": \"\(escaped(file))\", \"time\": \"\(time.rational)\"}"
  }

  /// Returns a text for JSON (RFC 8259, section 7).
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { all, character in
      switch character {
      case "\"", "\\": all += "\\\(character)"
      case let control where control.value < 0x20:
        let digits = String(control.value, radix: 16)
        all += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: all.unicodeScalars.append(character)
      }
    }
  }
}
