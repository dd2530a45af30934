// SPDX-License-Identifier: MPL-2.0

/// A parser of JSON as in RFC 8259, and nothing else: no duplicate members, no byte order mark, nothing after the value.
///
/// Linear in the text's length; any bytes give a value or an error.
struct JSONParser {
  /// The maximum nesting of values; more would need a larger stack than the threads of small programs have.
  static let greatestDepth = 100

  let bytes: [UInt8]
  var offset = 0

  /// Returns the value of a text.
  static func value(of bytes: [UInt8]) throws(JSONError) -> JSONValue {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      throw JSONError("the text begins with a byte order mark: give UTF-8 without one", at: 0)
    }
    if let offset = brokenUTF8(bytes) {
      throw JSONError("the text is not UTF-8 here: give JSON in UTF-8", at: offset)
    }
    var parser = JSONParser(bytes: bytes)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.offset == bytes.count else {
      throw parser.error("there is more after the value: nothing may follow its end")
    }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the offset of the first byte that is not valid UTF-8; nil if all are.
  private static func brokenUTF8(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var (parser, iterator, offset) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator(), 0)
    while case .valid(let character) = parser.parseScalar(from: &iterator) {
      offset += character.count
    }
    return offset
  }

  // MARK: - Values

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    let start = offset
    guard depth < Self.greatestDepth else {
      throw error("values are nested more than \(Self.greatestDepth) deep")
    }
    guard let first = peek else { throw error("the text ends where a value is expected") }
    let content: JSONValue.Content
    switch first {
    case UInt8(ascii: "{"): content = .object(try members(depth: depth))
    case UInt8(ascii: "["): content = .list(try elements(depth: depth))
    case UInt8(ascii: "\""): content = .text(try text())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      content = .number(try number())
    default:
      if take("true") {
        content = .bool(true)
      } else if take("false") {
        content = .bool(false)
      } else if take("null") {
        content = .null
      } else {
        throw error(
          "\(found) is no value of JSON: an object, a list, a text in \" or a number is allowed"
        )
      }
    }
    return JSONValue(content: content, offset: start)
  }

  private mutating func members(depth: Int) throws(JSONError) -> [JSONMember] {
    offset += 1
    skipSpace()
    if take("}") { return [] }
    var (members, names): ([JSONMember], Set<String>) = ([], [])
    repeat {
      skipSpace()
      let start = offset
      guard peek == UInt8(ascii: "\"") else {
        throw error("\(found) where the name of a member in \" is expected")
      }
      let name = try text()
      guard names.insert(name).inserted else {
        throw JSONError(
          "the member \"\(JSONValue.shortened(name))\" occurs twice in its object",
          at: start
        )
      }
      skipSpace()
      guard take(":") else { throw error("\(found) where ':' is expected") }
      members.append(JSONMember(name: name, value: try value(depth: depth + 1), offset: start))
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("\(found) where ',' or '}' is expected") }
    return members
  }

  private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
    offset += 1
    skipSpace()
    if take("]") { return [] }
    var elements: [JSONValue] = []
    repeat {
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw error("\(found) where ',' or ']' is expected") }
    return elements
  }

  private mutating func number() throws(JSONError) -> String {
    let start = offset
    _ = take("-")
    let zero = take("0")
    guard zero || takeDigits() else { throw error("\(found) where a digit is expected") }
    if zero, takeDigits() {
      throw JSONError("a number does not begin with 0 and another digit", at: start)
    }
    if take("."), !takeDigits() { throw error("\(found) where a digit is expected") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard takeDigits() else { throw error("\(found) where a digit is expected") }
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  // MARK: - Bytes

  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The character at the current offset, for messages.
  var found: String {
    let rest = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    guard let scalar = rest.unicodeScalars.first else { return "the end" }
    return scalar.value < 0x20 || scalar.value == 0x7f
      ? "the character U+00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
      : "'\(scalar)'"
  }

  func error(_ problem: String) -> JSONError { JSONError(problem, at: offset) }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      offset += 1
    }
  }

  /// Moves past a word if it is next; returns whether it was.
  mutating func take(_ word: String) -> Bool {
    guard bytes[offset...].starts(with: word.utf8) else { return false }
    offset += word.utf8.count
    return true
  }

  /// Moves past digits if they are next; returns whether there were any.
  private mutating func takeDigits() -> Bool {
    let start = offset
    while let byte = peek, 0x30...0x39 ~= byte { offset += 1 }
    return offset > start
  }
}
