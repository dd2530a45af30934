// SPDX-License-Identifier: MPL-2.0

/// Conversions between the markup of subtitle formats and plain text with SubRip's tags.
///
/// The tags are `<b>`, `<i>` and `<u>`. All other characters stand for themselves.
package enum SubtitleMarkup {
  /// Returns the text of a cue; nil for one that shows no text.
  package static func plain(_ content: String, _ format: SubtitleFileFormat) -> String? {
    let text =
      switch format {
      case .srt: withoutBraces(tagged(content))
      case .sbv: content
      case .scc: content
      case .lrc: stripped(content)
      case .vtt: unescaped(tagged(cueText(content)))
      case .ass: SubStationFile.isComment(content) ? "" : styled(content)
      case .ttml: TimedTextFile.plain(content)
      }
    let lines = text.allLines.map(\.trimmed).filter { !$0.isEmpty }
    let result = lines.joined(separator: "\n")
    return stripped(result).trimmed.isEmpty ? nil : result
  }

  /// Returns the content of a cue in a format.
  package static func content(_ plain: String, _ format: SubtitleFileFormat) -> String {
    switch format {
    case .srt, .scc: plain
    case .vtt: "\n\n" + escaped(plain)
    case .ass:
      "0,0,Default,,0,0,0,,"
        + pieces(of: plain.replacing("{", with: "\\{")).map { piece in
          guard let tag = piece.tag else { return piece.text }
          return tag.hasPrefix("/") ? "{\\\(tag.dropFirst())0}" : "{\\\(tag)1}"
        }.joined().replacing("\n", with: "\\N")
    case .ttml: TimedTextFile.content(plain)
    case .lrc: stripped(plain).replacing("\n", with: " ")
    case .sbv: stripped(plain)
    }
  }

  // MARK: - Tags

  /// A tag of SubRip, without brackets, or the text between two of them.
  struct Piece {
    var tag: String?
    var text = ""
  }

  /// Splits a text at its tags `<b>`, `<i>` and `<u>` and their ends; other brackets are text.
  static func pieces(of text: String) -> [Piece] {
    var (pieces, rest, held) = ([Piece](), text[...], "")
    while let open = rest.firstIndex(of: "<") {
      held += rest[..<open]
      let tail = rest[open...]
      let length = tail.hasPrefix("</") ? 4 : 3
      let tag = tail.prefix(length).dropFirst().dropLast().lowercased()
      if tail.prefix(length).last == ">", ["b", "i", "u", "/b", "/i", "/u"].contains(tag) {
        if !held.isEmpty { pieces.append(Piece(text: held)) }
        pieces.append(Piece(tag: tag))
        held = ""
        rest = tail.dropFirst(length)
      } else {
        held.append("<")
        rest = tail.dropFirst()
      }
    }
    held += rest
    return held.isEmpty ? pieces : pieces + [Piece(text: held)]
  }

  /// Returns a text without its tags.
  package static func stripped(_ text: String) -> String {
    pieces(of: tagged(text)).map(\.text).joined()
  }

  /// Returns a text with no tags but `<b>`, `<i>`, `<u>`, without their attributes and classes.
  ///
  /// A tag is a letter, a slash or a digit after a bracket, up to the next bracket.
  private static func tagged(_ text: String) -> String {
    var (result, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      let inside = rest[rest.index(after: open)...]
      let isTag =
        inside.first.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "/") } ?? false
      guard isTag, let close = inside.firstIndex(where: { $0 == ">" || $0 == "<" }),
        inside[close] == ">"
      else {
        result.append("<")
        rest = inside
        continue
      }
      let isEnd = inside.first == "/"
      let name = inside[..<close].drop { $0 == "/" }.prefix { $0.isLetter }.lowercased()
      if ["b", "i", "u"].contains(name) { result += isEnd ? "</\(name)>" : "<\(name)>" }
      rest = inside[inside.index(after: close)...]
    }
    return result + rest
  }

  /// Returns a text without SubStation's tags in braces, which some SubRip files have.
  private static func withoutBraces(_ text: String) -> String {
    text.replacing(/\{\\[^}]*\}/, with: "")
  }

  // MARK: - WebVTT and XML

  /// Returns the text of a WebVTT cue without its identifier and settings.
  private static func cueText(_ content: String) -> String {
    let lines = content.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    return lines.count > 2 ? String(lines[2]) : ""
  }

  /// Returns a text with entities for the characters that XML and WebVTT reserve, and its tags.
  static func escaped(_ text: String) -> String {
    pieces(of: text).map { piece in piece.tag.map { "<\($0)>" } ?? entities(piece.text) }.joined()
  }

  static func entities(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Returns a text with characters in place of XML's entities and those of WebVTT.
  static func unescaped(_ text: String) -> String {
    text.replacing(/&(#x?[0-9A-Fa-f]+|[A-Za-z]+);/) { match in
      let name = match.output.1
      if let known = named[String(name)] { return known }
      let isHex = name.hasPrefix("#x")
      guard name.hasPrefix("#"),
        let value = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10),
        let scalar = Unicode.Scalar(value)
      else { return String(match.output.0) }
      return String(Character(scalar))
    }
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "lrm": "\u{200E}", "rlm": "\u{200F}",
  ]

  // MARK: - SubStation Alpha

  /// Returns the text of a SubStation Alpha line: its ninth field.
  private static func styled(_ line: String) -> String {
    let fields = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9 else { return "" }
    var (result, rest, isDrawing) = ("", fields[8], false)
    while let first = rest.first {
      if first == "{", let close = rest.firstIndex(of: "}") {
        let tags = rest[rest.index(after: rest.startIndex)..<close]
        for match in tags.matches(of: /\\([biup])([0-9]+)/) {
          let isOn = match.output.2 != "0"
          if match.output.1 == "p" {
            isDrawing = isOn
          } else {
            result += isOn ? "<\(match.output.1)>" : "</\(match.output.1)>"
          }
        }
        rest = rest[rest.index(after: close)...]
      } else if first == "\\", let next = rest.dropFirst().first, "Nnh{}".contains(next) {
        if !isDrawing {
          result += next == "h" ? "\u{A0}" : "{}".contains(next) ? String(next) : "\n"
        }
        rest = rest.dropFirst(2)
      } else {
        if !isDrawing { result.append(first) }
        rest = rest.dropFirst()
      }
    }
    return closed(result)
  }

  /// Returns a text in which every tag has an end, and every end a start.
  private static func closed(_ text: String) -> String {
    var (result, open) = ("", [String]())
    for piece in pieces(of: text) {
      guard let tag = piece.tag else {
        result += piece.text
        continue
      }
      if !tag.hasPrefix("/") {
        if !open.contains(tag) {
          open.append(tag)
          result += "<\(tag)>"
        }
      } else if let index = open.firstIndex(of: String(tag.dropFirst())) {
        let inner = open[(index + 1)...]
        result += inner.reversed().map { "</\($0)>" }.joined() + "<\(tag)>"
        result += inner.map { "<\($0)>" }.joined()
        open.remove(at: index)
      }
    }
    return result + open.reversed().map { "</\($0)>" }.joined()
  }
}
