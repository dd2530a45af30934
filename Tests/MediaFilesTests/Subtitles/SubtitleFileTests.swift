// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import TestSupport
import Testing

@Suite struct `Subtitle files` {
  private func times(_ file: SubtitleFile?) -> [String] {
    file?.cues.map { "\($0.start.nanoseconds / 1_000_000)-\($0.end.nanoseconds / 1_000_000)" } ?? []
  }

  @Test(arguments: SubtitleFileFormat.allCases.filter(\.isWritable))
  func `A file that is written again is the same`(format: SubtitleFileFormat) throws {
    let file = try #require(SubtitleSamples.file(format))
    #expect(file.format == format)
    #expect(file.text() == SubtitleSamples.text(format))
    #expect(file.unread == [])
  }

  @Test(arguments: SubtitleFileFormat.allCases)
  func `A format is recognized without a file name`(format: SubtitleFileFormat) {
    let file = SubtitleFile(Array(SubtitleSamples.text(format).utf8), suffix: "")
    #expect(file?.format == format)
    #expect(times(file).contains("1000-2500") || format == .scc)
  }

  @Test func `Other texts and binary data are not subtitles`() {
    for text in [
      "", "Hello", "{\"a\": 1}", "[section]\nname = 1\n", "file 'a.png'\n", "<html></html>",
    ] {
      #expect(SubtitleFile(Array(text.utf8), suffix: "") == nil)
    }
    #expect(SubtitleFile([0, 1, 2, 0], suffix: "srt") == nil)
  }

  @Test func `UTF-16, Windows-1252 and Windows newlines are read`() throws {
    let text = "1\r\n00:00:01,000 --> 00:00:02,000\r\nGr\u{FC}n \u{2013} \u{20AC}\r\n\r\n"
    let wide: [UInt8] = text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    let others: [Unicode.Scalar: UInt8] = ["\u{2013}": 0x96, "\u{20AC}": 0x80]
    let narrow: [UInt8] = text.unicodeScalars.map { others[$0] ?? UInt8($0.value) }
    let utf8 = Array(text.utf8)
    for bytes in [utf8, [0xEF, 0xBB, 0xBF] + utf8, [0xFF, 0xFE] + wide, narrow] {
      let file = try #require(SubtitleFile(bytes, suffix: "srt"))
      #expect(file.cues.map(\.content) == ["Gr\u{FC}n \u{2013} \u{20AC}"])
      #expect(file.unread.isEmpty == (bytes != narrow))
    }
  }

  @Test func `SubRip without numbers, hours or milliseconds is read`() {
    let text = "00:01.5 --> 00:02\none\n00:00:03.250 --> 00:00:04,5  X1:0 X2:9\n12\n"
    let file = SubtitleFile(Array(text.utf8), suffix: "srt")
    #expect(times(file) == ["1500-2000", "3250-4500"])
    #expect(file?.cues.map(\.content) == ["one", "12"])
  }

  @Test func `SubStation columns are read in their order, and sections after the events are kept`()
    throws
  {
    let text = """
      [Script Info]
      [Events]
      Format: Start, End, Text
      Dialogue: 0:00:01.00,0:00:02.00,One, two
      [Fonts]
      fontname: a.ttf
      """
    let file = try #require(SubtitleFile(Array(text.utf8), suffix: "ass"))
    #expect(file.cues.map(\.content) == ["0,,,,,,,,One, two"])
    #expect(file.header.contains("fontname: a.ttf"))
    #expect(file.text().hasSuffix("Dialogue: ,0:00:01.00,0:00:02.00,,,,,,,One, two\n"))
  }

  @Test(arguments: [
    ("00:00:01:12", 1480), ("00:00:01.25", 1250), ("90f", 3600), ("2500ms", 2500), ("1.5s", 1500),
    ("0.1m", 6000), ("20000000t", 2000),
  ])
  func `TTML times in frames, ticks and units are read`(time: String, milliseconds: Int64) {
    let text = """
      <tt xmlns="http://www.w3.org/ns/ttml" ttp:frameRate="25" ttp:tickRate="10000000"><body>
      <p begin="0s" end="\(time)">One</p></body></tt>
      """
    let file = SubtitleFile(Array(text.utf8), suffix: "ttml")
    #expect(file?.cues.map(\.end) == [StreamTime(clamping: milliseconds * 1_000_000)])
  }

  @Test func `Times of TTML divisions and spans are added to those around them`() throws {
    let text = """
      <tt:tt xmlns:tt="http://www.w3.org/ns/ttml"><tt:body begin="10s"><tt:div begin="5s" region="r1">
      <tt:p begin="1s" dur="2s">One <tt:span begin="0.5s">two</tt:span></tt:p>
      <tt:p><tt:span begin="4s" end="5s">Three</tt:span></tt:p>
      </tt:div></tt:body></tt:tt>
      """
    let file = try #require(SubtitleFile(Array(text.utf8), suffix: "ttml"))
    // The first has no end of its own but that of its span; the second begins with the division.
    #expect(times(file) == ["15000-20000", "16000-18000"])
    let again = try #require(SubtitleFile(Array(file.text().utf8), suffix: "ttml"))
    #expect(again.cues == file.cues)
    #expect(file.text().contains("region=\"r1\""))
    #expect(!file.text().contains("begin=\"10s\""))
  }

  @Test func `An offset moves lyrics and the times of their words`() {
    let text = "[offset:+500]\n[00:01.50]Hello <00:02.00>world\n[00:03:00][01:00.00]La\n"
    let file = SubtitleFile(Array(text.utf8), suffix: "lrc")
    #expect(times(file) == ["1000-2500", "2500-59500", "59500-64500"])
    #expect(file?.cues.first?.content == "Hello <00:01.50>world")
  }

  @Test func `Drop-frame time codes follow the clock`() {
    let line = "9420 9420 94ae 94ae 9470 9470 c8e5 ecec ef80 942f 942f"
    let text = "Scenarist_SCC V1.0\n\n00:10:00;00\t\(line)\n\n00:10:02;00\t942c 942c\n"
    let start = SubtitleFile(Array(text.utf8), suffix: "scc")?.cues.first?.start
    // 17,982 frames in ten minutes, then the ten pairs up to the one that shows the text.
    #expect(start == RationalTime(17_991 * 1001, 30_000).streamTime)
  }

  @Test func `Damaged files never trap, and what is read from them can be written and read again`()
  {
    var generator = SeededGenerator()
    for format in SubtitleFileFormat.allCases {
      let text = Array(SubtitleSamples.text(format).utf8)
      for _ in 0..<400 {
        var bytes = text
        for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[place] = UInt8.random(in: 1...255, using: &generator)
          case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
          default: bytes.insert(contentsOf: bytes[0..<place].suffix(12), at: place)
          }
        }
        guard let file = SubtitleFile(bytes, suffix: format.rawValue), file.format.isWritable else {
          continue
        }
        let again = SubtitleFile(Array(file.text().utf8), suffix: file.format.rawValue)
        #expect(again?.cues.count ?? 0 > 0, "\(file)")
        _ = file.cues.map { cue in
          InlineTimes.placed(cue.content, file.format, starts: (cue.start, 0)) { $0 }
        }
      }
    }
  }
}
