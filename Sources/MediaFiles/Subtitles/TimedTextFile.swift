// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// TTML files (https://www.w3.org/TR/ttml2/), whose paragraphs become cues.
///
/// Times of `body` and `div` are added to those of their paragraphs. Elements are taken to be
/// parallel, the default.
enum TimedTextFile {
  private static let timing: Set<String> = ["begin", "end", "dur"]

  /// An element that is open, and the times within which its content is shown.
  private struct Container {
    var token: XMLToken
    var start: StreamTime, end: StreamTime
  }

  static func file(_ text: String) -> SubtitleFile {
    var file = SubtitleFile(.ttml)
    var clock = TimedTextClock()
    var (open, header, paragraph) = ([Container](), "", [XMLToken]())
    var depth = 0
    for token in XMLToken.tokens(of: text) {
      if !paragraph.isEmpty {
        paragraph.append(token)
        depth += token.kind == .start ? 1 : token.kind == .end ? -1 : 0
        if depth == 0 {
          if let cue = cue(paragraph, in: open, clock) { file.cues.append(cue) }
          paragraph = []
        }
        continue
      }
      switch token.kind {
      case .start where token.local == "p":
        (paragraph, depth) = ([token], 1)
      case .start:
        if token.local == "tt" { clock = TimedTextClock(token) }
        let outer = open.last.map { ($0.start, $0.end) } ?? (0, .latest)
        let times = clock.times(of: token, in: outer)
        open.append(Container(token: token, start: times.start, end: times.end))
        if file.cues.isEmpty { header += plainTag(token) }
      case .end:
        if open.last?.token.name == token.name { open.removeLast() }
        if file.cues.isEmpty { header += token.raw }
      default: if file.cues.isEmpty { header += token.raw }
      }
    }
    file.header = header.trimmed
    return file
  }

  /// Returns a tag with the times of no content, as those of its paragraphs are absolute.
  private static func plainTag(_ token: XMLToken) -> String {
    switch token.local {
    case "body", "div": token.without(timing)
    // Times are written as media times, whatever they were.
    case "tt": token.without(["ttp:timeBase", "ttp:dropMode"])
    default: String(token.raw)
    }
  }

  private static func cue(
    _ tokens: [XMLToken],
    in open: [Container],
    _ clock: TimedTextClock
  ) -> SubtitleFile.Cue? {
    let outer = open.last.map { ($0.start, $0.end) } ?? (0, .latest)
    var times = clock.times(of: tokens[0], in: outer)
    // The times of inner elements become offsets from the start of the paragraph.
    var (spans, content, last) = ([times], "", StreamTime.zero)
    for (index, token) in tokens.enumerated() {
      guard index > 0, token.kind == .start || token.kind == .empty else {
        content += index == 0 ? paragraphTag(token, in: open) : String(token.raw)
        if token.kind == .end, spans.count > 1 { spans.removeLast() }
        continue
      }
      let own = clock.times(of: token, in: spans[spans.count - 1])
      if token.kind == .start { spans.append(own) }
      guard token.value("begin") != nil || token.value("end") != nil || token.value("dur") != nil
      else {
        content += token.raw
        continue
      }
      last = max(last, own.end == .latest ? own.start : own.end)
      content += stamped(
        token,
        own.start - times.start,
        own.end == .latest ? nil : own.end - times.start
      )
    }
    guard plain(content).contains(where: { !$0.isWhitespace }) else { return nil }
    // A paragraph without times of its own is shown while its elements are.
    if times.end == .latest { times.end = max(last, times.start) }
    guard times.end > times.start else { return nil }
    return SubtitleFile.Cue(start: times.start, end: times.end, content: content)
  }

  /// Returns the tag of a paragraph without times, with the region and style of the division around it.
  private static func paragraphTag(_ token: XMLToken, in open: [Container]) -> String {
    let division = open.last { $0.token.local == "div" }?.token
    let inherited = ["style", "region"].compactMap { name -> String? in
      guard token.value(name) == nil, let value = division?.value(name) else { return nil }
      return "\(name)=\"\(SubtitleMarkup.entities(value))\""
    }
    guard !inherited.isEmpty else { return token.without(timing) }
    return token.adding(inherited.joined(separator: " "), without: timing)
  }

  /// Returns a tag with times.
  private static func stamped(_ token: XMLToken, _ start: StreamTime, _ end: StreamTime?) -> String
  {
    let ending = end.map { " end=\"\(SubtitleClock.text($0))\"" } ?? ""
    return token.adding("begin=\"\(SubtitleClock.text(start))\"" + ending, without: timing)
  }

  /// Returns the content of a cue with the times of inner elements moved; nil removes them.
  ///
  /// All times count from the start of the cue.
  static func placed(_ content: String, _ place: (StreamTime) -> StreamTime?) -> String {
    var outer: [StreamTime] = [0]
    var moved: [StreamTime] = [0]
    return XMLToken.tokens(of: content).enumerated().map { index, token in
      switch token.kind {
      case .end:
        if outer.count > 1 {
          outer.removeLast()
          moved.removeLast()
        }
        return String(token.raw)
      case .start, .empty:
        let (base, newBase) = (outer[outer.count - 1], moved[moved.count - 1])
        let start = token.value("begin").flatMap { SubtitleClock.time($0) }
        let end = token.value("end").flatMap { SubtitleClock.time($0) }
        let newStart = start.flatMap { place(base + $0) }
        if token.kind == .start, index > 0 {
          outer.append(base + (start ?? 0))
          moved.append(newStart ?? newBase)
        }
        guard start != nil || end != nil else { return String(token.raw) }
        guard let newStart else { return token.without(timing) }
        return stamped(
          token,
          max(0, newStart - newBase),
          end.flatMap { place(base + $0) }.map { $0 - newBase }
        )
      default: return String(token.raw)
      }
    }.joined()
  }

  static func text(_ file: SubtitleFile) -> String {
    let header = file.header.isEmpty ? plainHeader : file.header
    var names: [Substring] = []
    for token in XMLToken.tokens(of: header) {
      if token.kind == .start { names.append(token.name) }
      if token.kind == .end, names.last == token.name { names.removeLast() }
    }
    var shown: Set<String> = []
    let paragraphs = file.cues.map { cue in
      guard let tag = XMLToken.tokens(of: cue.content).first else { return cue.content + "\n" }
      // A cue that is shown twice must not repeat an identifier.
      let isFirst = shown.insert(cue.content).inserted
      let times =
        "begin=\"\(SubtitleClock.text(cue.start))\" end=\"\(SubtitleClock.text(cue.end))\""
      return tag.adding(times, without: isFirst ? [] : ["xml:id"])
        + cue.content.dropFirst(tag.raw.count) + "\n"
    }
    return header + "\n" + paragraphs.joined() + names.reversed().map { "</\($0)>\n" }.joined()
  }

  private static let plainHeader = """
    <?xml version="1.0" encoding="UTF-8"?>
    <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="">
    <body>
    <div>
    """

  // MARK: - Text

  /// Returns the text of a paragraph with SubRip's tags.
  static func plain(_ content: String) -> String {
    var (result, ends) = ("", [String]())
    for token in XMLToken.tokens(of: content) {
      switch token.kind {
      case .text: result += text(token.raw)
      case .start where token.local == "br", .empty where token.local == "br": result += "\n"
      case .start:
        let tags = tags(token)
        result += tags.map { "<\($0)>" }.joined()
        ends.append(tags.reversed().map { "</\($0)>" }.joined())
      case .end: result += ends.popLast() ?? ""
      case .empty, .other: break
      }
    }
    return result
  }

  /// Returns text with its whitespace collapsed, as the default of `xml:space` asks.
  private static func text(_ raw: Substring) -> String {
    if raw.hasPrefix("<![CDATA[") { return String(raw.dropFirst(9).dropLast(3)) }
    let collapsed = String(raw).replacing(/[ \t\n]+/, with: " ")
    return SubtitleMarkup.unescaped(collapsed)
  }

  private static func tags(_ token: XMLToken) -> [String] {
    var tags: [String] = []
    if token.value("fontWeight") == "bold" { tags.append("b") }
    if ["italic", "oblique"].contains(token.value("fontStyle")) { tags.append("i") }
    if token.value("textDecoration") == "underline" { tags.append("u") }
    return tags
  }

  /// Returns a paragraph with a text that has SubRip's tags.
  static func content(_ plain: String) -> String {
    let styles = [
      "b": "fontWeight=\"bold\"", "i": "fontStyle=\"italic\"", "u": "textDecoration=\"underline\"",
    ]
    let inside = SubtitleMarkup.pieces(of: plain).map { piece in
      guard let tag = piece.tag else {
        return SubtitleMarkup.entities(piece.text).replacing("\n", with: "<br/>")
      }
      return styles[tag].map { "<span tts:\($0)>" } ?? "</span>"
    }
    return "<p>\(inside.joined())</p>"
  }
}
