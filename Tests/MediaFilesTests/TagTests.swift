// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import Testing

@Suite struct `Tags of files` {
  @Test func `ID3 frame sizes have seven bits a byte`() {
    var tag = ID3Tag()
    #expect(tag.bytes.isEmpty)
    tag.add("TIT2", text: String(repeating: "a", count: 199))
    let bytes = tag.bytes
    #expect(bytes.prefix(10).elementsEqual(Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 82]))
    #expect(bytes[10..<20].elementsEqual(Array("TIT2".utf8) + [0, 0, 1, 72, 0, 0]))
    #expect(bytes[20] == ID3Tag.utf8 && bytes.count == 10 + 210)
  }

  @Test func `ID3 frames are kept if they are whole, plain and not of chapters`() {
    let frame = Array("PRIV".utf8) + [0, 0, 0, 1, 0, 0, 7]
    #expect(ID3Tag.canKeep(frame))
    for count in 0..<11 { #expect(!ID3Tag.canKeep(Array(frame.prefix(count)))) }
    #expect(!ID3Tag.canKeep(Array("CHAP".utf8) + frame.dropFirst(4)))
    var tag = ID3Tag()
    tag.add(kept: frame)
    #expect(tag.bytes.suffix(11).elementsEqual(frame))
  }

  @Test func `ID3 lyrics may have a time for each line`() {
    let head = { (name: String) in Array(name.utf8) + [0, 0, 0, 0, 0, 0] }
    let plain = head("USLT") + [3] + Array("eng\0la\nlö".utf8)
    #expect(ID3Lyrics.text(plain) == "la\nlö")
    let wide: [UInt8] =
      head("USLT") + [1] + Array("eng".utf8) + [255, 254, 0, 0, 255, 254, 0xF6, 0]
    #expect(ID3Lyrics.text(wide) == "ö")
    let timed =
      head("SYLT") + [3] + Array("eng".utf8) + [2, 1, 0] + Array("one\0".utf8) + [0, 0, 4, 1]
      + Array("\ntwo\0".utf8) + [0, 1, 0, 0]
    #expect(ID3Lyrics.text(timed) == "[00:01.025]one\n[01:05.536]two")
    var frames = timed
    frames[14] = 1
    #expect(ID3Lyrics.text(frames) == nil, "Counted in MPEG frames.")
    for frame in [plain, wide, timed] {
      for count in frame.indices { _ = ID3Lyrics.text(Array(frame.prefix(count))) }
    }
    #expect(ID3Lyrics.text(Array(timed.prefix(20))) == nil)
  }

  @Test func `Chapters are stored in ID3 and in Vorbis comments`() {
    let chapters = [
      FileChapter(title: "One", start: 0, end: 1_500_000_000),
      FileChapter(title: "Zwö", start: 1_500_000_000, end: 3_000_000_000),
    ]
    let frames = ID3Chapters.frames(chapters)
    #expect(ID3Chapters.chapters(in: frames) == chapters)
    let read = CommentChapters.chapters(in: CommentChapters.comments(chapters))
    #expect(read.map(\.title) == ["One", "Zwö"] && read.map(\.start) == [0, 1_500_000_000])
  }

  @Test func `Chapters may have any time`() {
    let chapters = edges.map { FileChapter(title: nil, start: StreamTime(clamping: $0)) }
    #expect(CommentChapters.comments(chapters).count == edges.count)
    #expect(ID3Chapters.frames(chapters).count == edges.count + 1)
    #expect(CommentChapters.chapters(in: ["CHAPTER1=999999:59:60.9999999999"]).count == 1)
    #expect(
      CommentChapters.chapters(in: ["CHAPTER1=9223372036854775807:0:0", "CHAPTER=0:0:0"]) == []
    )
  }

  @Test func `A location is parsed if its numbers are valid`() {
    #expect(GeoLocation.numbers("+48.8789+002.3376+048.928/") == [48.8789, 2.3376, 48.928])
    #expect(GeoLocation.numbers("+91+0/") == nil && GeoLocation.numbers("+nan+0/") == nil)
    #expect(GeoLocation.numbers("+1+1+inf/") == nil)
    #expect(GeoLocation.text(latitude: -1.5, longitude: 2, altitude: nil) == "-01.5000+002.0000/")
    for altitude in [Double.nan, .infinity, -.infinity, 1e300, .greatestFiniteMagnitude] {
      #expect(GeoLocation.text(latitude: .nan, longitude: 1e30, altitude: altitude).hasSuffix("/"))
    }
  }

  @Test func `A date is parsed if it is valid`() {
    #expect(UTCTime("2013-11-29T12:19:32Z")?.unixSeconds == 1_385_727_572)
    #expect(UTCTime("2013-11-29T12:19:32Z")?.description == "2013-11-29T12:19:32Z")
    for text in [
      "2013-11-9223372036854775807T12:19:32Z", "2013-11-29T9223372036854775807:19:32Z", "", "Z",
      "0-0-0T0:0:0Z",
    ] {
      #expect(UTCTime(text) == nil)
    }
    #expect(UTCTime(unixSeconds: (1 << 40) + UTCTime.movieEpoch).description.hasSuffix("Z"))
  }
}
