// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// WebVTT files (https://www.w3.org/TR/webvtt1/).
enum WebVTTFile {
  static func file(_ text: String) -> SubtitleFile {
    var file = SubtitleFile(.vtt)
    var (header, notes) = ([String](), 0)
    for block in blocks(of: text) {
      guard let arrow = block.firstIndex(where: { $0.contains("-->") }), arrow <= 1,
        let times = SubRipFile.times(in: block[arrow]),
        let range = block[arrow].firstRange(of: "-->")
      else {
        // Styles and regions precede the cues; comments may be anywhere.
        if file.cues.isEmpty {
          header.append(block.joined(separator: "\n"))
        } else {
          notes += 1
        }
        continue
      }
      let settings = block[arrow][range.upperBound...].split(whereSeparator: \.isWhitespace)
        .dropFirst().joined(separator: " ")
      let lines =
        [arrow == 1 ? String(block[0]) : "", settings] + block[(arrow + 1)...].map(String.init)
      file.cues.append(
        SubtitleFile.Cue(start: times.start, end: times.end, content: lines.joined(separator: "\n"))
      )
    }
    let lines = header.joined(separator: "\n\n").allLines
    file.header = lines.filter { !$0.hasPrefix("X-TIMESTAMP-MAP") }.joined(separator: "\n")
    if file.header.count < lines.joined(separator: "\n").count {
      file.unread.append("X-TIMESTAMP-MAP, which places a segment of a stream: times count from 0")
    }
    if notes > 0 { file.unread.append("comments between the cues: \(notes)") }
    return file
  }

  /// Returns the groups of lines that empty lines separate.
  private static func blocks(of text: String) -> [[Substring]] {
    var blocks: [[Substring]] = [[]]
    for line in text.allLines {
      if line.isEmpty {
        if blocks.last?.isEmpty == false { blocks.append([]) }
      } else {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks.filter { !$0.isEmpty }
  }

  static func text(_ file: SubtitleFile) -> String {
    let header = file.header.isEmpty ? "WEBVTT" : file.header
    return header + "\n"
      + file.cues.map { cue in
        let lines = cue.content.split(
          separator: "\n",
          maxSplits: 2,
          omittingEmptySubsequences: false
        )
        let (name, settings) = (lines.first ?? "", lines.count > 1 ? lines[1] : "")
        // An empty line would end the cue.
        let words = lines.count > 2 ? lines[2].split(separator: "\n").joined(separator: "\n") : ""
        return "\n" + (name.isEmpty ? "" : "\(name)\n")
          + "\(SubtitleClock.text(cue.start)) --> \(SubtitleClock.text(cue.end))"
          + (settings.isEmpty ? "" : " \(settings)") + "\n\(words)\n"
      }.joined()
  }
}
