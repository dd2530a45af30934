// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import Testing

@Suite struct `Subtitle markup` {
  @Test(arguments: [
    (SubtitleFileFormat.srt, "<i>Hello</i> & you\nwith an empty line"),
    (.vtt, "Hello world & you"), (.ass, "Hello <i>there</i>, you\nand I"),
    (.ttml, "Hello <i>there</i>\nyou & me"), (.lrc, "Hello world"), (.sbv, "Hello\nyou"),
    (.scc, "Hello"),
  ])
  func `Text keeps bold, italics and underlines alone`(format: SubtitleFileFormat, text: String) {
    let file = SubtitleSamples.file(format)
    let texts = file?.cues.compactMap { SubtitleMarkup.plain($0.content, format) }
    #expect(texts?.first == text)
    #expect(texts?.count == (format == .scc ? 1 : 2))
  }

  @Test(arguments: SubtitleFileFormat.allCases.filter(\.isWritable))
  func `Text in another format has the same words`(format: SubtitleFileFormat) {
    let text = "a <b>bold</b> & <i>odd</i> {word} 1 < 2 > 0\nsecond line"
    let content = SubtitleMarkup.content(text, format)
    let plain = SubtitleMarkup.plain(content, format)
    switch format {
    case .lrc: #expect(plain == "a bold & odd {word} 1 < 2 > 0 second line")
    case .sbv: #expect(plain == "a bold & odd {word} 1 < 2 > 0\nsecond line")
    default: #expect(plain == text)
    }
  }

  @Test func `SubStation drawings and comments show no text`() {
    #expect(SubtitleMarkup.plain("0,0,Default,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}", .ass) == nil)
    #expect(SubtitleMarkup.plain("Comment 1,0,Default,,0,0,0,,Words", .ass) == nil)
  }

  @Test func `Tags without an end are closed`() {
    let line = "0,0,Default,,0,0,0,,{\\i1}a{\\b1}b{\\i0}c"
    #expect(SubtitleMarkup.plain(line, .ass) == "<i>a<b>b</b></i><b>c</b>")
  }

  @Test(arguments: [SubtitleFileFormat.vtt, .lrc, .ttml])
  func `Times of words move with their cue, or are removed`(format: SubtitleFileFormat) throws {
    let cue = try #require(SubtitleSamples.file(format)?.cues.first)
    let later = InlineTimes.placed(cue.content, format, starts: (cue.start, cue.start + cue.start))
    {
      $0 + $0
    }
    let expected: [SubtitleFileFormat: String] = [
      .vtt: "<00:00:03.000>", .lrc: "<00:03.00>",
      .ttml: "begin=\"00:00:01.000\" end=\"00:00:03.000\"",
    ]
    #expect(later.contains(expected[format] ?? "-"))
    let without = InlineTimes.placed(cue.content, format, starts: (cue.start, 0)) { _ in nil }
    #expect(!without.contains("00:") && !without.contains("begin"))
  }
}
