// SPDX-License-Identifier: MPL-2.0

/// A JSON value and its offset; numbers are kept as text, so that they stay exact.
struct JSONValue {
  enum Content {
    case null
    case bool(Bool)
    case number(String)
    case text(String)
    case list([JSONValue])
    case object([JSONMember])
  }

  let content: Content
  /// The offset of its first byte.
  let offset: Int

  /// A short text of the value for messages.
  var brief: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): Self.shortened(text)
    case .text(let text): "\"\(Self.shortened(text))\""
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// Returns the first characters of a text, because a text in a file may be as long as the file.
  static func shortened(_ text: String) -> String {
    text.unicodeScalars.count > 40 ? "\(String(text.unicodeScalars.prefix(40)))…" : text
  }

  /// The member with a name; nil if there is none, or if this is not an object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// A member of a JSON object.
struct JSONMember {
  let name: String
  let value: JSONValue
  /// The offset of its name's first byte.
  let offset: Int
}
