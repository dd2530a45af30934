// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite struct `A timeline for editors` {
  static func media(_ name: String = "talk.mov", frames: Int = 250) -> EditMedia {
    EditMedia(
      path: "/films/\(name)",
      uri: "file:///films/\(name)",
      frames: frames,
      size: (1920, 1080),
      audio: (2, 48_000)
    )
  }

  static func time(_ frames: Rational) -> RationalTime {
    RationalTime(seconds: frames * Rational(1, 25))
  }

  static func play(_ from: Int64, _ to: Int64, _ speed: Rational = Rational(1)) -> TimeMap.Part {
    .play(from: time(Rational(from)), to: time(Rational(to)), speed: speed)
  }

  static func timeline(
    _ parts: [TimeMap.Part],
    media: EditMedia = media(),
    rate: String = "25"
  ) throws -> EditTimeline {
    try #require(
      EditTimeline(try TimeMap(parts), media: media, frameRate: try FrameRate(parsing: rate))
    )
  }

  static func clip(_ source: Range<Int>, _ record: Range<Int>, _ speed: Rational = Rational(1))
    -> EditTimeline.Clip
  { EditTimeline.Clip(source: source, record: record, speed: speed) }

  /// A cut, double speed, a freeze frame, backwards, and a third of the speed.
  static let parts = [
    play(0, 50), play(100, 160, Rational(2)),
    .hold(at: time(Rational(160)), duration: time(Rational(10))), play(160, 120, Rational(2)),
    play(200, 210, Rational(1, 3)),
  ]

  @Test func `Each section is a clip in whole frames`() throws {
    let timeline = try Self.timeline(Self.parts)
    #expect(
      timeline.clips == [
        Self.clip(0..<50, 0..<50), Self.clip(100..<160, 50..<80, Rational(2)),
        Self.clip(160..<161, 80..<90, Rational(0)), Self.clip(120..<160, 90..<110, Rational(-2)),
        Self.clip(200..<210, 110..<140, Rational(1, 3)),
      ]
    )
    #expect(timeline.frames == 140 && timeline.easedSections == 0 && timeline.droppedSections == 0)
  }

  @Test func `Cuts between frames do not add up`() throws {
    // A hundred times 2.1 frames, each from another place.
    let parts = (0..<100).map { number -> TimeMap.Part in
      let start = Rational(Int64(number * 2))
      return .play(
        from: Self.time(start),
        to: Self.time(start + Rational(21, 10)),
        speed: Rational(1)
      )
    }
    let timeline = try Self.timeline(parts)
    #expect(timeline.frames == 210)
    for (index, clip) in timeline.clips.enumerated() {
      #expect(clip.record.lowerBound == (index * 21 + 9) / 10)
      #expect(abs(clip.source.lowerBound - index * 2) <= 1)
      #expect(clip.source.count == clip.record.count)
    }
  }

  @Test func `A section without a frame has no clip`() throws {
    let short = TimeMap.Part.play(
      from: Self.time(Rational(91, 10)),
      to: Self.time(Rational(92, 10)),
      speed: Rational(1)
    )
    let lead = TimeMap.Part.play(from: .zero, to: Self.time(Rational(21, 10)), speed: Rational(1))
    let timeline = try Self.timeline([lead, short, Self.play(20, 30)])
    #expect(timeline.droppedSections == 1 && timeline.clips.count == 2)
    #expect(timeline.clips[1].record.lowerBound == 3)
  }

  @Test(arguments: [(1, 4, Ease.smooth), (4, 3, .linear), (1, 1, .smooth)])
  func `A ramp becomes clips in which no frame is more than one away`(
    first: Int64,
    last: Int64,
    ease: Ease
  ) throws {
    for isBackward in [false, true] {
      let (from, to) = isBackward ? (Int64(240), Int64(10)) : (10, 240)
      let part = TimeMap.Part.play(
        from: Self.time(Rational(from)),
        to: Self.time(Rational(to)),
        speed: Rational(first, 8),
        last: Rational(last, 2),
        ease: ease
      )
      let map = try TimeMap([part])
      let timeline = try Self.timeline([part])
      #expect(timeline.easedSections == 1)
      #expect((2...60).contains(timeline.clips.count), "\(timeline.clips.count)")
      for clip in timeline.clips {
        for frame in clip.record {
          let played = map.sourceTime(ofOutput: timeline.frameRate.time(ofTick: frame)).seconds * 25
          let wanted = isBackward ? 240 - played : 10 + played
          let start = isBackward ? clip.source.upperBound : clip.source.lowerBound
          let shown =
            Double(start) + Double(frame - clip.record.lowerBound) * clip.speed.doubleValue
          #expect(abs(shown - wanted) <= 1, "\(frame): \(shown), \(wanted)")
        }
      }
      let starts = timeline.clips.map(\.record.lowerBound) + [timeline.frames]
      #expect(starts == [0] + timeline.clips.map(\.record.upperBound))
    }
  }

  @Test func `A timeline longer than a day is refused`() throws {
    let part = TimeMap.Part.play(from: .zero, to: RationalTime(10, 1), speed: Rational(1, 10_000))
    let rate = try FrameRate(parsing: "25")
    #expect(EditTimeline(try TimeMap([part]), media: Self.media(), frameRate: rate) == nil)
  }

  @Test(arguments: ["25", "30000/1001", "24", "50"])
  func `A timeline in OpenTimelineIO is read as the same map`(rate: String) throws {
    let frame = try FrameRate(parsing: rate).time(ofTick: 1).rational
    let parts = Self.parts.map { part -> TimeMap.Part in
      let scale = frame * Rational(25)
      return switch part {
      case .play(let from, let to, let speed, _, _):
        .play(
          from: RationalTime(seconds: from.rational * scale),
          to: RationalTime(seconds: to.rational * scale),
          speed: speed
        )
      case .hold(let at, let duration):
        .hold(
          at: RationalTime(seconds: at.rational * scale),
          duration: RationalTime(seconds: duration.rational * scale)
        )
      }
    }
    let timeline = try Self.timeline(parts, media: Self.media("a \"b\" \\ ü.mov"), rate: rate)
    let read = try MapDocument(timeline: Array(timeline.otio.utf8))
    #expect(try read.parts(end: RationalTime(1000, 1)) == parts)
  }
}
