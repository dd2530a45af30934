// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import MediaFiles
@testable import RetimeCore

@Suite struct `Timelines that are read` {
  private static let media = EditMedia(
    path: "/films/talk.mov",
    uri: "file:///films/talk.mov",
    frames: 2500,
    size: (1920, 1080),
    audio: (2, 48_000)
  )

  private static func timeline(_ document: MapDocument, _ rate: FrameRate) throws -> EditTimeline {
    let parts = try document.parts(end: RationalTime(seconds: Rational(2500) / rate.rational))
    return try #require(EditTimeline(try TimeMap(parts), media: media, frameRate: rate))
  }

  /// Cuts, speeds, freeze frames and backward playback on whole frames, at random.
  private static func document(_ rate: FrameRate, _ random: inout SeededGenerator) -> MapDocument {
    func time(_ frames: Int64) -> RationalTime {
      RationalTime(seconds: Rational(frames) / rate.rational)
    }
    let speeds = [
      Rational(1), Rational(2), Rational(1, 2), Rational(4), Rational(1, 3), Rational(5, 4),
    ]
    let parts = (0..<Int.random(in: 1...12, using: &random)).map { _ -> TimeMap.Part in
      let start = Int64.random(in: 0...2000, using: &random)
      if Int.random(in: 0...5, using: &random) == 0 {
        return .hold(at: time(start), duration: time(.random(in: 1...90, using: &random)))
      }
      let (first, last) = (time(start), time(start + 20 * .random(in: 1...20, using: &random)))
      let isBackward = Int.random(in: 0...3, using: &random) == 0
      return .play(
        from: isBackward ? last : first,
        to: isBackward ? first : last,
        speed: speeds.randomElement(using: &random) ?? Rational(1)
      )
    }
    return MapDocument(parts)
  }

  @Test(arguments: ["25", "30000/1001", "60"])
  func `A timeline that was exported is the same after it was read`(rate: String) throws {
    var random = SeededGenerator()
    let rate = try FrameRate(parsing: rate)
    for run in 0..<60 {
      let message = Comment(rawValue: "run \(run), seed \(SeededGenerator.seed)")
      let timeline = try Self.timeline(Self.document(rate, &random), rate)
      let edl = try timeline.edl()
      let read = try MapDocument(edl: Array(edl.utf8), frameRate: rate)
      #expect(try Self.timeline(read, rate).edl() == edl, message)
      let xml = timeline.fcpxml
      #expect(try Self.timeline(MapDocument(fcpxml: Array(xml.utf8)), rate).fcpxml == xml, message)
    }
  }

  @Test func `A project of MLT is the same after it was read, and backward clips are near`() throws
  {
    var random = SeededGenerator()
    let rate = try FrameRate(parsing: "30000/1001")
    for run in 0..<60 {
      let message = Comment(rawValue: "run \(run), seed \(SeededGenerator.seed)")
      let timeline = try Self.timeline(Self.document(rate, &random), rate)
      let xml = try timeline.mlt()
      let read = try Self.timeline(MapDocument(mlt: Array(xml.utf8)), rate)
      #expect(read.clips.map(\.record) == timeline.clips.map(\.record), message)
      #expect(read.clips.map(\.speed) == timeline.clips.map(\.speed), message)
      for (one, two) in zip(read.clips, timeline.clips) {
        let off = Rational(Int64(abs(one.source.lowerBound - two.source.lowerBound)))
        let pace = max(two.speed, Rational(0) - two.speed)
        #expect(off <= pace + Rational(1), message)
      }
      if timeline.clips.allSatisfy({ $0.speed >= Rational(0) }) {
        #expect(try read.mlt() == xml, message)
      }
    }
  }

  @Test
  func `An EDL of an editor is read: separate audio events, a start of one hour, and remarks`()
    throws
  {
    let text = """
      TITLE: cut\r
      FCM: NON-DROP FRAME\r
      \r
      001  AX       V     C        00:00:02:00 00:00:04:00 01:00:00:00 01:00:02:00\r
      * FROM CLIP NAME: talk.mov\r
      002  AX       AA    C        00:00:02:00 00:00:04:00 01:00:00:00 01:00:02:00\r
      * FROM CLIP NAME: talk.mov\r
      003  AX       V     C        00:00:10:00 00:00:14:00 01:00:02:00 01:00:04:00\r
      M2   AX       050.0                00:00:10:00\r
      * FROM CLIP NAME: talk.mov\r
      """
    let rate = try FrameRate(parsing: "25")
    let parts = try MapDocument(edl: Array(text.utf8), frameRate: rate).parts(
      end: RationalTime(60, 1)
    )
    #expect(
      parts == [
        .play(from: RationalTime(2, 1), to: RationalTime(4, 1), speed: Rational(1)),
        .play(from: RationalTime(10, 1), to: RationalTime(14, 1), speed: Rational(2)),
      ]
    )
  }

  @Test(arguments: [
    ("", "there are no events"),
    ("001 AX V D 025 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00", "the transition \"D\""),
    ("001 AX V C 00:00:00:00 00:00:01:30 00:00:00:00 00:00:01:00", "a time code is hh:mm:ss:ff"),
    ("001 AX V C 00:00:00:00 00:00:01;00 00:00:00:00 00:00:01:00", "a time code is hh:mm:ss:ff"),
    ("001 AX V C 00:00:01:00 00:00:01:00 00:00:00:00 00:00:01:00", "has no frame"),
    (
      "001 AX V C 00:00:00:00 00:00:02:00 00:00:00:00 00:00:01:00",
      "shows 50 frames of its source in 25"
    ),
    (
      "001 AX V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\n002 AX V C 00:00:00:00 00:00:01:00 00:00:02:00 00:00:03:00",
      "line 2, column 1: the event does not start where"
    ),
    (
      "001 A1 V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\n002 A2 V C 00:00:00:00 00:00:01:00 00:00:01:00 00:00:02:00",
      "is of \"A2\", and one before it of \"A1\""
    ),
    (
      "001 AX V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\nM2 AX fast 00:00:00:00",
      "\"fast\""
    ),
  ])
  func `What an EDL has and a map does not is an error`(text: String, message: String) throws {
    let error = #expect(throws: MapTextError.self) {
      try MapDocument(edl: Array(text.utf8), frameRate: FrameRate(parsing: "25"))
    }
    #expect("\(try #require(error))".contains(message), "\(error.map { "\($0)" } ?? "")")
  }

  /// A timeline in FCPXML with elements of a spine.
  private static func spine(_ elements: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0"?><fcpxml version="1.9"><resources>
      <asset id="r2" start="3600s" duration="60s"/><asset id="r3" start="0s"/></resources>
      <library><event><project><sequence><spine>\(elements)</spine></sequence></project></event></library></fcpxml>
      """.utf8
    )
  }

  @Test
  func `Times of FCPXML count from the asset's start, and a time map has any number of points`()
    throws
  {
    let bytes = Self.spine(
      """
      <asset-clip ref="r2" offset="0s" start="3602s" duration="2s"><marker start="3603s" duration="1/25s"/></asset-clip>
      <asset-clip ref="r2" start="3600s" duration="4s"><timeMap>
      <timept time="3600s" value="3610s"/><timept time="3601s" value="3614s"/>
      <timept time="3602s" value="3614s"/><timept time="3606s" value="3610s"/></timeMap></asset-clip>
      """
    )
    #expect(
      try MapDocument(fcpxml: bytes).parts(end: RationalTime(60, 1)) == [
        .play(from: RationalTime(2, 1), to: RationalTime(4, 1), speed: Rational(1)),
        .play(from: RationalTime(10, 1), to: RationalTime(14, 1), speed: Rational(4)),
        .hold(at: RationalTime(14, 1), duration: RationalTime(1, 1)),
        .play(from: RationalTime(14, 1), to: RationalTime(12, 1), speed: Rational(1)),
      ]
    )
  }

  @Test(arguments: [
    ("", "there is no clip in a spine"), (#"<gap duration="1s"/>"#, "has a gap"),
    (#"<asset-clip ref="r2" duration="1s"/><transition duration="1s"/>"#, "has a transition"),
    (
      #"<asset-clip ref="r2" duration="1s"/><asset-clip ref="r3" duration="1s"/>"#, "several assets"
    ),
    (#"<asset-clip ref="r2"/>"#, "without a duration"),
    (#"<asset-clip ref="r2" duration="soon"/>"#, "has the duration \"soon\""),
    (
      #"<asset-clip ref="r2" duration="1s"><clip lane="1" duration="1s"/></asset-clip>"#,
      "has a connected clip"
    ),
    (#"<asset-clip ref="r2" start="1s" duration="1s"/>"#, "starts before its asset"),
  ])
  func `What FCPXML has and a map does not is an error`(elements: String, message: String) throws {
    let error = #expect(throws: MapTextError.self) { try MapDocument(fcpxml: Self.spine(elements)) }
    #expect("\(try #require(error))".contains(message), "\(error.map { "\($0)" } ?? "")")
  }

  @Test(arguments: [
    ("", "there is no playlist with an entry"),
    (#"<playlist><blank length="5"/></playlist>"#, "has a gap"),
    (#"<playlist><entry producer="p9" in="0" out="9"/></playlist>"#, "not above it"),
    (#"<playlist><entry producer="p0" in="0"/></playlist>"#, "without in and out points"),
    (#"<playlist><entry producer="p0" in="x" out="9"/></playlist>"#, "has the point \"x\""),
    (#"<playlist><entry producer="p1" in="0" out="9"/></playlist>"#, "has a producer \"color\""),
    (
      #"<playlist><entry producer="p0" in="0" out="9"/><entry producer="p2" in="0" out="9"/></playlist>"#,
      "a map is of one file"
    ),
  ])
  func `What a project of MLT has and a map does not is an error`(elements: String, message: String)
    throws
  {
    let producers = [
      ("p0", "avformat", "a.mov"), ("p1", "color", "red"), ("p2", "avformat-novalidate", "b.mov"),
    ]
    let xml = producers.map { id, service, resource in
      #"<producer id="\#(id)"><property name="mlt_service">\#(service)</property>"#
        + #"<property name="resource">\#(resource)</property></producer>"#
    }.joined()
    let error = #expect(throws: MapTextError.self) {
      try MapDocument(mlt: Array("<mlt>\(xml)\(elements)</mlt>".utf8))
    }
    #expect("\(try #require(error))".contains(message), "\(error.map { "\($0)" } ?? "")")
  }
}
