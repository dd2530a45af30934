// SPDX-License-Identifier: MPL-2.0

/// A piece of an XML text: a tag, or the text between two of them.
///
/// Comments, declarations and processing instructions are tokens of their own, CDATA is text.
struct XMLToken {
  enum Kind { case start, end, empty, text, other }

  let kind: Kind
  /// The token as it is written.
  let raw: Substring
  /// The name of a tag with its prefix; empty for others.
  var name: Substring = ""
  /// The attributes with the ranges that they occupy, from the end of what precedes them.
  var attributes: [(name: Substring, value: String, range: Range<Substring.Index>)] = []

  /// The name without its prefix.
  var local: Substring { name.split(separator: ":").last ?? "" }

  /// Returns the value of an attribute, whatever the prefix of its name.
  func value(_ local: String) -> String? {
    attributes.first { $0.name == local || $0.name.hasSuffix(":" + local) }?.value
  }

  /// Returns the tag without some attributes.
  func without(_ names: Set<String>) -> String {
    var (result, place) = ("", raw.startIndex)
    for attribute in attributes where names.contains(String(attribute.name)) {
      result += raw[place..<attribute.range.lowerBound]
      place = attribute.range.upperBound
    }
    return result + raw[place...]
  }

  /// Returns the tag with `attributes` after its name, and without some of its own.
  func adding(_ attributes: String, without names: Set<String> = []) -> String {
    var tag = without(names)
    tag.insert(
      contentsOf: " " + attributes,
      at: tag.index(tag.startIndex, offsetBy: 1 + name.count)
    )
    return tag
  }

  /// The starts and ends of tokens that are no tags; a longer start precedes one that it begins with.
  private static let others: [(start: String, end: String, kind: Kind)] = [
    ("<![CDATA[", "]]>", .text), ("<!--", "-->", .other), ("<?", "?>", .other), ("<!", ">", .other),
  ]

  /// Splits a text into tokens, which together are the text.
  static func tokens(of text: String) -> [XMLToken] {
    var (tokens, rest) = ([XMLToken](), text[...])
    while let first = rest.first {
      let token: XMLToken
      if first != "<" {
        token = XMLToken(kind: .text, raw: rest[..<(rest.firstIndex(of: "<") ?? rest.endIndex)])
      } else if let other = others.first(where: { rest.hasPrefix($0.start) }) {
        let end = rest.firstRange(of: other.end)?.upperBound ?? rest.endIndex
        token = XMLToken(kind: other.kind, raw: rest[..<end])
      } else {
        token = tag(rest[..<end(ofTag: rest)])
      }
      tokens.append(token)
      rest = rest[token.raw.endIndex...]
    }
    return tokens
  }

  /// Returns the end of a tag: after the next bracket outside of quotes.
  private static func end(ofTag text: Substring) -> Substring.Index {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return text.index(after: index)
      }
    }
    return text.endIndex
  }

  private static func tag(_ raw: Substring) -> XMLToken {
    let isEnd = raw.hasPrefix("</"), isEmpty = raw.hasSuffix("/>")
    let inside = raw.dropFirst(isEnd ? 2 : 1).dropLast(isEmpty ? 2 : 1)
    var token = XMLToken(kind: isEnd ? .end : isEmpty ? .empty : .start, raw: raw)
    token.name = inside.prefix { !$0.isWhitespace }
    var rest = inside[token.name.endIndex...]
    while let equals = rest.firstIndex(of: "=") {
      let start = rest.startIndex
      let name = rest[..<equals].trimmed
      let value = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
      guard let quote = value.first, quote == "\"" || quote == "'",
        let end = value.dropFirst().firstIndex(of: quote),
        // Text that follows without a space is damaged.
        value[end...].dropFirst().first?.isWhitespace ?? true
      else { break }
      token.attributes.append(
        (
          Substring(name),
          SubtitleMarkup.unescaped(String(value[value.index(after: value.startIndex)..<end])),
          start..<value.index(after: end)
        )
      )
      rest = value[value.index(after: end)...]
    }
    return token
  }
}
