// SPDX-License-Identifier: MPL-2.0

import GStreamer
import Testing

@Suite struct `A list of tags` {
  init() throws { try GStreamer.initialize() }

  private let text =
    #"taglist, title=(string)"A\ title\ \"quoted\"", track-number=(uint)3, "#
    + "date=(date)2009-05-17, genre=(string){ Rock, Jazz };"

  @Test func `A tag list keeps types and values through its text`() throws {
    let list = try TagList(text)
    #expect(Set(list.names) == ["title", "track-number", "date", "genre"])
    #expect(
      list.texts("title") == [#"A title "quoted""#] && list.texts("genre") == ["Rock", "Jazz"]
    )
    #expect(list.texts("track-number") == ["3"] && list.texts("date") == ["2009-05-17"])
    let again = try TagList(list.description)
    #expect(again.description == list.description)
    #expect(throws: GStreamerError.self) { try TagList("no tags, at=all") }
  }

  @Test func `A tag list is immutable`() throws {
    let list = try TagList(text)
    let titles = list.filtered { $0 == "title" }
    #expect(titles.names == ["title"] && list.has("genre"))
    let other = TagList().setting("title", ["Other"]).setting("artist", ["An artist"])
    let merged = titles.merged(other)
    #expect(merged.texts("title") == titles.texts("title") && merged.has("artist"))
    #expect(list.scope == .stream && list.scoped(.file).scope == .file)
    #expect(list.setting("track-number", ["4"]).has("track-number") == false)
  }

  @Test func `A tag list holds bytes`() throws {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let info = "GstTagImageInfo, filename=(string)\"a\\ cover.png\";"
    let list = try TagList()
      .adding("image", TagList.Data(mediaType: "image/png", bytes: bytes, info: info))
      .adding("image", TagList.Data(mediaType: "image/jpeg", bytes: []))
    let data = list.data("image")
    #expect(data.map(\.mediaType) == ["image/png", "image/jpeg"])
    #expect(data.map(\.bytes) == [bytes, []])
    #expect(data[0].text("filename") == "a cover.png" && data[1].info == nil)
    #expect(list.texts("image").isEmpty)
  }

  @Test func `Tags are set on taggers only`() throws {
    let list = try TagList(text)
    #expect(try Element.make("matroskamux").setTags(list))
    #expect(try !Element.make("identity").setTags(list))
    let chapter = Chapter(title: "One", start: ClockTime(nanoseconds: 0), end: nil)
    #expect(try Element.make("matroskamux").setChapters([chapter]))
    #expect(try !Element.make("mp4mux").setChapters([chapter]))
  }
}
