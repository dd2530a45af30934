// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// Files of SubStation Alpha, version 4 (ssa) and 4+ (ass).
enum SubStationFile {
  /// The columns of Matroska's form, without the number of the line: start and end are apart.
  private static let columns = [
    "layer", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
  ]

  static func file(_ text: String) -> SubtitleFile {
    var file = SubtitleFile(.ass)
    var (header, isEvents) = ([String](), false)
    var order = ["layer", "start", "end"] + columns.dropFirst()
    for line in text.allLines {
      let plain = line.trimmed
      if plain.hasPrefix("[") {
        isEvents = plain.lowercased() == "[events]"
        if isEvents { continue }
      }
      guard isEvents else {
        header.append(String(line))
        continue
      }
      guard let colon = plain.firstIndex(of: ":") else { continue }
      let (kind, rest) = (plain[..<colon], plain[plain.index(after: colon)...].drop { $0 == " " })
      switch kind.lowercased() {
      case "format":
        order = rest.split(separator: ",").map { $0.trimmed.lowercased() }
          .map { $0 == "marked" ? "layer" : $0 == "actor" ? "name" : $0 }
      case "dialogue", "comment":
        let isComment = kind.lowercased() == "comment"
        if let cue = cue(rest, order, number: file.cues.count, isComment: isComment) {
          file.cues.append(cue)
        }
      default: break
      }
    }
    while let last = header.last, last.trimmed.isEmpty { header.removeLast() }
    file.header = header.joined(separator: "\n") + "\n\n" + events
    return file
  }

  private static let events = """
    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    """

  private static func cue(
    _ line: Substring,
    _ order: [String],
    number: Int,
    isComment: Bool
  ) -> SubtitleFile.Cue? {
    let parts = line.split(
      separator: ",",
      maxSplits: max(0, order.count - 1),
      omittingEmptySubsequences: false
    )
    let values = Dictionary(zip(order, parts), uniquingKeysWith: { first, _ in first })
    guard let start = values["start"].flatMap({ SubtitleClock.time($0.trimmed) }),
      let end = values["end"].flatMap({ SubtitleClock.time($0.trimmed) }), values["text"] != nil
    else { return nil }
    let fields = columns.map { String(values[$0] ?? "") }
    return SubtitleFile.Cue(
      start: start,
      end: max(start, end),
      content: ([isComment ? "Comment \(number)" : "\(number)"] + fields).joined(separator: ",")
    )
  }

  /// Returns whether the content of a cue is a comment, which is not shown.
  static func isComment(_ content: String) -> Bool { content.hasPrefix("Comment ") }

  static func text(_ file: SubtitleFile) -> String {
    // Matroska's header ends before or after the line with the format of events.
    var header = file.header.trimmed
    if header.isEmpty { header = plainHeader + "\n\n" + events }
    if !header.lowercased().contains("[events]") { header += "\n\n" + events }
    let isOld = header.lowercased().contains("[v4 styles]")
    if isOld { header.replace("Format: Layer, Start", with: "Format: Marked, Start") }
    return header + "\n"
      + file.cues.map { cue in
        let fields = cue.content.split(
          separator: ",",
          maxSplits: 2,
          omittingEmptySubsequences: false
        )
        let layer = fields.count > 1 ? fields[1] : "0", rest = fields.count > 2 ? fields[2] : ""
        let times = [cue.start, cue.end].map { SubtitleClock.text($0, hours: 1, digits: 2) }
        return "\(isComment(cue.content) ? "Comment" : "Dialogue"): "
          + "\(layer),\(times[0]),\(times[1]),\(rest)\n"
      }.joined()
  }

  /// The header for text of another format: one style, at the bottom.
  private static let plainHeader = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 384
    PlayResY: 288
    ScaledBorderAndShadow: yes

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
    Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
    MarginR, MarginV, Encoding
    Style: Default,Arial,16,&Hffffff,&Hffffff,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1
    """
}
