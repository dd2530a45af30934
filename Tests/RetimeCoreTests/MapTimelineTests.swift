// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `A clip of a timeline` {
  private static func seconds(_ text: String) -> RationalTime { `A map's text`.seconds(text) }

  /// A timeline with a gap and a clip as OpenTimelineIO 0.17 writes it, by its schema documentation.
  private static func timeline(
    clip: String = "Clip.2",
    range: String = TimeRange.text("48.0", "96.0"),
    available: String = "null",
    effects: String = "",
    more: String = "\"enabled\": true"
  ) -> String {
    let reference = """
      {
          "OTIO_SCHEMA": "ExternalReference.1", "metadata": {}, "name": "", "available_range": \(available),
          "available_image_bounds": null, "target_url": "file:///clip.mov"
      }
      """
    let media =
      clip == "Clip.1"
      ? "\"media_reference\": \(reference)"
      : """
      "media_references": { "DEFAULT_MEDIA": \(reference) }, "active_media_reference_key": "DEFAULT_MEDIA"
      """
    return """
      {
          "OTIO_SCHEMA": "Timeline.1",
          "metadata": {},
          "name": "cut",
          "global_start_time": null,
          "tracks": {
              "OTIO_SCHEMA": "Stack.1", "metadata": {}, "name": "tracks", "source_range": null, "effects": [],
              "markers": [], "enabled": true,
              "children": [
                  {
                      "OTIO_SCHEMA": "Track.1", "metadata": {}, "name": "V1", "source_range": null, "effects": [],
                      "markers": [], "enabled": true,
                      "children": [
                          {
                              "OTIO_SCHEMA": "Gap.1", "metadata": {}, "name": "", "effects": [], "markers": [],
                              "source_range": \(TimeRange.text("0.0", "24.0")), "enabled": true
                          },
                          {
                              "OTIO_SCHEMA": "\(clip)",
                              "metadata": { "deep": [[{ "value": -1.5e-3, "text": "\\u00e4\\ud83d\\ude00" }]] },
                              "name": "shot",
                              "source_range": \(range),
                              "effects": [\(effects)],
                              "markers": [],
                              \(more),
                              \(media)
                          }
                      ],
                      "kind": "Video"
                  }
              ]
          }
      }
      """
  }

  private enum TimeRange {
    static func text(_ start: String, _ duration: String, rate: String = "24.0") -> String {
      """
      {
          "OTIO_SCHEMA": "TimeRange.1",
          "duration": { "OTIO_SCHEMA": "RationalTime.1", "rate": \(rate), "value": \(duration) },
          "start_time": { "OTIO_SCHEMA": "RationalTime.1", "rate": \(rate), "value": \(start) }
      }
      """
    }
  }

  private static func warp(_ scalar: String, _ more: String = "") -> String {
    """
    { "OTIO_SCHEMA": "LinearTimeWarp.1", "metadata": {}, "name": "", "effect_name": "LinearTimeWarp",\(more)
      "time_scalar": \(scalar) }
    """
  }

  private static let freeze = """
    { "OTIO_SCHEMA": "FreezeFrame.1", "metadata": {}, "name": "", "effect_name": "FreezeFrame", "time_scalar": 0.0 }
    """
  private static let blur = """
    { "OTIO_SCHEMA": "Effect.1", "metadata": {}, "name": "", "effect_name": "Blur" }
    """

  private static func section(_ text: String) throws -> TimeMap.Part {
    let document = try MapDocument(timeline: Array(text.utf8))
    #expect(try MapDocument(parsing: "\(document)") == document)
    let parts = try document.parts(end: seconds("1000"))
    try #require(parts.count == 1)
    return parts[0]
  }

  private static func play(_ from: String, _ to: String, _ speed: String) -> TimeMap.Part {
    .play(from: seconds(from), to: seconds(to), speed: seconds(speed).rational)
  }

  @Test(arguments: ["Clip.1", "Clip.2"])
  func `A clip's source range has its duration on the track at any speed`(clip: String)
    throws
  {
    #expect(try Self.section(Self.timeline(clip: clip)) == Self.play("2", "6", "1"))
    for (scalar, section) in [
      ("2.0", Self.play("2", "10", "2")), ("0.25", Self.play("2", "3", "1/4")),
      ("-1.5", Self.play("8", "2", "3/2")), ("0.1", Self.play("2", "12/5", "1/10")),
    ] {
      let text = Self.timeline(clip: clip, effects: "\(Self.blur), \(Self.warp(scalar))")
      #expect(try Self.section(text) == section)
      #expect(try [section].total() == Self.seconds("4"))
    }
    let hold = TimeMap.Part.hold(at: Self.seconds("2"), duration: Self.seconds("4"))
    for effect in [Self.freeze, Self.warp("0.0"), Self.warp("-0.0")] {
      #expect(try Self.section(Self.timeline(clip: clip, effects: effect)) == hold)
    }
    let off = Self.timeline(clip: clip, effects: Self.warp("2.0", "\"enabled\": false,"))
    #expect(try Self.section(off) == Self.play("2", "6", "1"))
  }

  @Test(arguments: ["Clip.1", "Clip.2"])
  func `A clip's times count from the start of its media`(clip: String) throws {
    let text = Self.timeline(
      clip: clip,
      range: TimeRange.text("86448.0", "96.0"),
      available: TimeRange.text("86400.0", "2400.0")
    )
    #expect(try Self.section(text) == Self.play("2", "6", "1"))
  }

  @Test func `A clip without a source range plays all of its media`() throws {
    #expect(try Self.section(Self.timeline(range: "null")) == Self.play("0", "1000", "1"))
    let back = Self.timeline(range: "null", effects: Self.warp("-2.0"))
    #expect(try Self.section(back) == Self.play("1000", "0", "2"))
  }

  @Test(arguments: [
    ("23.976023976023978", "1001/1000"), ("29.970029970029969", "1001/1250"),
    ("59.940059940059939", "1001/2500"), ("59.94005994005994", "1001/2500"), ("25", "24/25"),
    ("23.976", "1000/999"), ("0.5", "48"),
  ])
  func `Times at NTSC rates are exact`(rate: String, start: String) throws {
    let text = Self.timeline(range: TimeRange.text("24.0", "24", rate: rate))
    let twice = "\(Self.seconds(start).rational * Rational(2))"
    #expect(try Self.section(text) == Self.play(start, twice, "1"))
  }

  @Test(arguments: [
    ("{\"retime-map\": 1}", "has no \"OTIO_SCHEMA\""),
    ("[]", "a list has no \"OTIO_SCHEMA\""),
    ("{\"OTIO_SCHEMA\": 1}", "has no \"OTIO_SCHEMA\""),
    ("{\"OTIO_SCHEMA\": \"Marker.2\"}", "the schema \"Marker.2\" is not known"),
    ("{\"OTIO_SCHEMA\": \"Timeline.2\"}", "the schema \"Timeline.2\" is not known"),
    ("{\"OTIO_SCHEMA\": \"Timeline.1\"}", "has no clip"),
    ("{\"OTIO_SCHEMA\": \"Stack.1\", \"children\": []}", "has no clip"),
    ("{\"OTIO_SCHEMA\": \"Stack.1\", \"children\": {}}", "\"children\" of Stack.1 is an object"),
    ("{\"OTIO_SCHEMA\": \"Stack.1\", \"children\": [1]}", "1 has no \"OTIO_SCHEMA\""),
    (timeline(more: "\"enabled\": false"), "has no clip that is enabled"),
    (timeline(clip: "Clip.3"), "the schema \"Clip.3\" is not known"),
    (timeline(range: "[1]"), "a list has no \"OTIO_SCHEMA\""),
    (timeline(range: "{\"OTIO_SCHEMA\": \"RationalTime.1\"}"), "TimeRange.1 is taken"),
    (timeline(range: "{\"OTIO_SCHEMA\": \"TimeRange.1\"}"), "one is missing"),
    (timeline(range: TimeRange.text("\"1\"", "2.0")), "\"value\" of RationalTime.1 is \"1\""),
    (timeline(range: TimeRange.text("1e400", "2.0")), "\"value\" of RationalTime.1 is 1e400"),
    (timeline(range: TimeRange.text("NaN", "2.0")), "'N' is no value of JSON"),
    (timeline(range: TimeRange.text("0.0", "2.0", rate: "0.0")), "at the rate 0"),
    (timeline(range: TimeRange.text("0.0", "2.0", rate: "-24.0")), "at the rate -24"),
    (timeline(range: TimeRange.text("-1.0", "2.0")), "a RationalTime.1 of -1"),
    (timeline(range: TimeRange.text("0.0", "0.0")), "section 1 plays nothing"),
    (timeline(available: TimeRange.text("72.0", "9.0")), "before its media's available range"),
    (timeline(effects: warp("1001.0")), "section 1 has the speed 1001"),
    (timeline(effects: warp("null")), "\"time_scalar\" of LinearTimeWarp.1 is missing"),
    (timeline(effects: "\(freeze), \(warp("2.0"))"), "Clip.2 has two effects on time"),
    (timeline(effects: "{\"OTIO_SCHEMA\": \"TimeEffect.1\"}"), "\"TimeEffect.1\" is not known"),
    (timeline(range: "null", effects: freeze), "has no \"source_range\""),
    ("{\"OTIO_SCHEMA\": \"Clip.2\",}", "where the name"),
  ])
  func `An unsupported timeline is refused with what was found and what is allowed`(
    text: String,
    message: String
  ) throws {
    let error = #expect(throws: MapTextError.self) { try MapDocument(timeline: Array(text.utf8)) }
    let found = "\(try #require(error))"
    #expect(found.hasPrefix("line ") && found.contains(message), "\(found)")
  }

  @Test func `A clip after the source's end is refused`() throws {
    let document = try MapDocument(timeline: Array(Self.timeline().utf8))
    #expect(throws: MapError.pastEnd(1, time: Self.seconds("6"), end: Self.seconds("5"))) {
      try document.parts(end: Self.seconds("5"))
    }
  }
}
