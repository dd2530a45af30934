// SPDX-License-Identifier: MPL-2.0

/// A value of JSON and where it begins, numbers as the text they are, so that they stay exact.
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
  /// The byte at which it begins.
  let offset: Int

  /// A short text of it for messages.
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

  /// The first characters of a text; what a file says may be as long as the file.
  static func shortened(_ text: String) -> String {
    text.unicodeScalars.count > 40 ? "\(String(text.unicodeScalars.prefix(40)))…" : text
  }

  /// The member of a name; nil where there is none, or this is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// A member of an object of JSON.
struct JSONMember {
  let name: String
  let value: JSONValue
  /// The byte at which its name begins.
  let offset: Int
}
