// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `A track of a timeline` {
  private static func object(_ schema: String, _ members: String...) -> String {
    "{\"OTIO_SCHEMA\": \"\(schema)\"" + members.map { ", \($0)" }.joined() + "}"
  }

  private static func list(_ name: String, _ objects: [String]) -> String {
    "\"\(name)\": [\(objects.joined(separator: ", "))]"
  }

  /// A range in frames at 25 frames per second.
  private static func range(_ start: Int, _ count: Int) -> String {
    let time = { object("RationalTime.1", "\"rate\": 25.0", "\"value\": \($0 as Int).0") }
    let range = object(
      "TimeRange.1",
      "\"start_time\": \(time(start))",
      "\"duration\": \(time(count))"
    )
    return "\"source_range\": \(range)"
  }

  private static func clip(
    _ start: Int,
    _ count: Int,
    speed: String? = nil,
    of url: String? = "file:///a.mov",
    _ more: String = "\"enabled\": true"
  ) -> String {
    let effects = speed.map { [object("LinearTimeWarp.1", "\"time_scalar\": \($0)")] } ?? []
    let reference =
      url.map { object("ExternalReference.1", "\"target_url\": \"\($0)\"") }
      ?? object("MissingReference.1")
    return object(
      "Clip.2",
      range(start, count),
      list("effects", effects),
      "\"media_references\": {\"DEFAULT_MEDIA\": \(reference)}",
      more
    )
  }

  private static func gap(_ count: Int) -> String { object("Gap.1", range(0, count)) }

  private static func track(
    _ children: [String],
    kind: String = "Video",
    _ more: String = "\"name\": \"\""
  )
    -> String
  { object("Track.1", "\"kind\": \"\(kind)\"", list("children", children), more) }

  private static func timeline(_ tracks: String...) -> String {
    object("Timeline.1", "\"tracks\": \(object("Stack.1", list("children", tracks)))")
  }

  private static func parts(_ text: String) throws -> [TimeMap.Part] {
    try MapDocument(timeline: Array(text.utf8)).parts(end: RationalTime(1000, 1))
  }

  private static func play(_ from: Int64, _ to: Int64, _ speed: Rational = Rational(1))
    -> TimeMap.Part
  {
    .play(from: RationalTime(from, 25), to: RationalTime(to, 25), speed: speed)
  }

  private static let cuts = [clip(0, 50), clip(100, 30), clip(60, 20)]
  private static let cutParts = [play(0, 50), play(100, 130), play(60, 80)]

  @Test func `Each clip of the video track is a section, in their order`() throws {
    let freeze = Self.clip(10, 25, speed: "0.0")
    let text = Self.timeline(
      Self.track([
        Self.clip(0, 50), Self.clip(100, 30, speed: "2.0"), Self.clip(40, 30, speed: "-1.0"),
        freeze,
        Self.clip(10, 30, speed: "0.3333333333333333"),
      ])
    )
    #expect(
      try Self.parts(text) == [
        Self.play(0, 50), Self.play(100, 160, Rational(2)), Self.play(70, 40),
        .hold(at: RationalTime(10, 25), duration: RationalTime(1, 1)),
        Self.play(10, 20, Rational(1, 3)),
      ]
    )
  }

  @Test func `Audio tracks with the cuts of the video change nothing`() throws {
    let audio = Self.track(Self.cuts, kind: "Audio")
    #expect(try Self.parts(Self.timeline(Self.track(Self.cuts), audio, audio)) == Self.cutParts)
    #expect(try Self.parts(Self.timeline(audio, Self.track(Self.cuts))) == Self.cutParts)
    #expect(try Self.parts(Self.timeline(audio, audio)) == Self.cutParts)
    let empty = Self.track([Self.gap(50)])
    #expect(try Self.parts(Self.timeline(empty, Self.track(Self.cuts), empty)) == Self.cutParts)
  }

  @Test func `Disabled tracks and gaps at the ends are left out`() throws {
    let off = Self.track([Self.clip(0, 9, of: "file:///b.mov")], "\"enabled\": false")
    let ends = Self.track([Self.gap(25)] + Self.cuts + [Self.gap(5)], Self.range(0, 130))
    #expect(try Self.parts(Self.timeline(ends, off)) == Self.cutParts)
    let unknown = [Self.clip(0, 50, of: nil), Self.gap(0), Self.clip(100, 30)]
    #expect(
      try Self.parts(Self.timeline(Self.track(unknown))) == [Self.play(0, 50), Self.play(100, 130)]
    )
    let nested = Self.object("Stack.1", Self.list("children", [Self.track([Self.clip(100, 30)])]))
    #expect(
      try Self.parts(Self.timeline(Self.track([Self.clip(0, 50), nested])))
        == [Self.play(0, 50), Self.play(100, 130)]
    )
  }

  @Test(arguments: [
    (timeline(track([clip(0, 9), gap(3), clip(20, 9)])), "a gap between two clips"),
    (
      timeline(track([clip(0, 9), clip(9, 3, "\"enabled\": false"), clip(20, 9)])),
      "a disabled Clip.2 between two clips"
    ),
    (timeline(track([clip(0, 9), object("Transition.1"), clip(20, 9)])), "a transition"),
    (timeline(track([object("Transition.1"), clip(20, 9)])), "a transition"),
    (
      timeline(track([clip(0, 9), clip(20, 9, of: "file:///b.mov")])),
      "clip 2 is of \"file:///b.mov\", and one before it of \"file:///a.mov\""
    ),
    (timeline(track([clip(0, 9)]), track([clip(20, 9)])), "a second video track"),
    (
      timeline(track([clip(0, 9)]), track([clip(0, 9)], kind: "Text")),
      "a track of the kind \"Text\""
    ),
    (
      timeline(track([clip(0, 9), clip(20, 9)]), track([clip(0, 9), clip(21, 9)], kind: "Audio")),
      "clip 2 of an audio track has other times"
    ),
    (
      timeline(track([clip(0, 9, speed: "2.0")]), track([clip(0, 9)], kind: "Audio")),
      "clip 1 of an audio track has other times"
    ),
    (
      timeline(track([clip(0, 9)]), track([gap(1), clip(0, 9)], kind: "Audio")),
      "clip 1 of an audio track"
    ),
    (
      timeline(track([clip(0, 9), clip(20, 9)]), track([clip(0, 9)], kind: "Audio")),
      "is 1, and 2 of the track that is read"
    ),
    (
      timeline(track([clip(0, 9)]), track([clip(0, 9, of: "file:///b.wav")], kind: "Audio")),
      "clip 1 of an audio track is of \"file:///b.wav\""
    ),
    (
      timeline(track([object("Stack.1", list("children", [track([clip(0, 9), clip(20, 9)])]))])),
      "a nested Stack.1 has 2 clips"
    ),
    (timeline(track([clip(0, 9), clip(20, 9)], range(0, 12))), "trims its clips"),
    (timeline(track([clip(0, 9), clip(20, 9)], range(1, 17))), "trims its clips"),
    (
      object(
        "SerializableCollection.1",
        list("children", [timeline(track([clip(0, 9)])), clip(20, 9)])
      ),
      "more than one member"
    ),
    (
      timeline(
        track([
          object("Clip.2", range(0, 9), "\"media_reference\": \(object("GeneratorReference.1"))")
        ])
      ),
      "the clip is generated"
    ),
    (timeline(track([clip(0, 9), clip(20, 0)])), "clip 2 cannot be in a map"),
  ])
  func `Content that a map cannot represent is refused, with its place`(
    text: String,
    message: String
  ) throws {
    let error = #expect(throws: MapTextError.self) { try MapDocument(timeline: Array(text.utf8)) }
    let found = "\(try #require(error))"
    #expect(found.hasPrefix("line 1, column ") && found.contains(message), "\(found)")
  }
}
