// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Audio of a stream along a map` {
  private static let rate = 1000
  private static let fade = RationalTime(11, 1000)

  /// Up to nine sections that never go back, some of a few milliseconds, and the length of source they take.
  private static func map(_ random: inout SeededGenerator) throws -> (map: TimeMap, end: Int64) {
    var parts: [TimeMap.Part] = []
    var place: Int64 = 0
    for _ in 0...Int.random(in: 1..<9, using: &random) {
      if Bool.random(using: &random) { place += .random(in: 1...200, using: &random) }
      let length = Int64.random(in: 1...(Bool.random(using: &random) ? 15 : 300), using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        parts.append(.hold(at: RationalTime(place, 1000), duration: RationalTime(length, 1000)))
        continue
      }
      let speeds = (0..<2).map { _ in Rational(.random(in: 1...24, using: &random), 8) }
      parts.append(
        .play(
          from: RationalTime(place, 1000),
          to: RationalTime(place + length, 1000),
          speed: speeds[0],
          last: Bool.random(using: &random) ? speeds[0] : speeds[1],
          ease: Bool.random(using: &random) ? .linear : .smooth
        )
      )
      place += length
    }
    return (try TimeMap(parts), place)
  }

  /// A track of `count` frames, known beforehand.
  private static func track(_ map: TimeMap, _ count: Int, _ method: InterpolationMethod)
    -> MappedAudio
  {
    MappedAudio(
      map: map,
      start: .zero,
      frameCount: count,
      output: (.zero, map.endTime(ofStream: RationalTime(Int64(count), Int64(rate)))),
      rate: rate,
      method: method,
      fade: fade
    )
  }

  private static func scaled(
    _ source: [Float],
    _ sound: MappedAudio,
    appending: Int,
    rendering: Int
  ) -> [Double] {
    var scaler = MappedScaler<Float>(sound, channelCount: 1)
    return scaler.output(of: source, in: Blocks(append: appending, render: rendering))
  }

  @Test(arguments: InterpolationMethod.allCases)
  func `A stream gives the output of a track of the same length, for any blocks and any end`(
    method: InterpolationMethod
  ) throws {
    var random = SeededGenerator()
    for round in 0..<150 {
      let (map, end) = try Self.map(&random)
      guard map.onlySpeed == nil else { continue }
      let count = Int.random(in: 1...Int(end) + 20, using: &random)
      let source = (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
      let track = Self.track(map, count, method)
      let expected = Self.scaled(source, track, appending: count, rendering: 512)
      #expect(expected.count == track.frames.count)
      let stream = MappedAudio(stream: map, rate: Self.rate, method: method, fade: Self.fade)
      for appending in [1, 7, 130, count] {
        let made = Self.scaled(
          source,
          stream,
          appending: appending,
          rendering: Int.random(in: 1...300, using: &random)
        )
        let note = "round \(round), \(count) frames by \(appending), RETIME_SEED="
        #expect(made == expected, "\(note)\(SeededGenerator.seed)")
      }
    }
  }

  @Test(arguments: InterpolationMethod.allCases)
  func `Audio starts after a hold with a section shorter than a frame`(method: InterpolationMethod)
    throws
  {
    let play = { (from: Int64, to: Int64, speed: Rational) in
      TimeMap.Part.play(
        from: RationalTime(from, 1000),
        to: RationalTime(to, 1000),
        speed: speed,
        last: speed,
        ease: .linear
      )
    }
    let map = try TimeMap([
      play(0, 10, Rational(1)),
      .hold(at: RationalTime(20, 1000), duration: RationalTime(21, 10_000)),
      play(278, 279, Rational(3)), play(279, 290, Rational(1, 8)),
    ])
    let source = (0..<1000).map { Float($0 % 7) / 8 }
    let stream = MappedAudio(stream: map, rate: Self.rate, method: method, fade: Self.fade)
    let expected = Self.scaled(
      source,
      Self.track(map, 1000, method),
      appending: 1000,
      rendering: 512
    )
    #expect(Self.scaled(source, stream, appending: 1, rendering: 16) == expected)
  }

  @Test(arguments: InterpolationMethod.allCases)
  func `A stream may end within the crossfade after a jump`(method: InterpolationMethod)
    throws
  {
    // At speed 3 half a crossfade reads 15 frames: more of the source than there is before the jump's end.
    for gap in stride(from: Int64(1), to: 16, by: 3) {
      let times = [(Int64(0), Int64(60)), (60 + gap, 200)]
      let map = try TimeMap(
        times.map { from, to in
          .play(from: RationalTime(from, 1000), to: RationalTime(to, 1000), speed: Rational(3))
        }
      )
      let stream = MappedAudio(stream: map, rate: Self.rate, method: method, fade: Self.fade)
      for count in stride(from: 60, to: 120, by: 2) {
        let source = (0..<count).map { Float($0 % 7) / 8 }
        let track = Self.track(map, count, method)
        let expected = Self.scaled(source, track, appending: count, rendering: 512)
        // The first block ends where a part of the crossfade is rendered.
        for appending in [1, 50, 54, 58] {
          let made = Self.scaled(source, stream, appending: appending, rendering: 16)
          #expect(made == expected, "\(count) frames by \(appending), a gap of \(gap)")
        }
      }
    }
  }

  @Test func `A constant value stays constant across jumps of any distance`()
    throws
  {
    var parts: [TimeMap.Part] = []
    for (index, length) in [40, 10, 10, 4, 1, 12, 10, 11, 60].enumerated() {
      let start = Int64(100 + index * 100)
      parts.append(
        .play(
          from: RationalTime(start, 1000),
          to: RationalTime(start + Int64(length), 1000),
          speed: Rational(1)
        )
      )
    }
    let map = try TimeMap(parts)
    let source = [Float](repeating: 0.5, count: 1100)
    let output = Self.scaled(
      source,
      Self.track(map, source.count, .linear),
      appending: 100,
      rendering: 64
    )
    #expect(output.count == 158)
    #expect(output.allSatisfy { abs($0 - 0.5) < 1e-12 }, "\(output)")
  }

  @Test func `A start within a map equals that of a track`() throws {
    let times = [0, 100, 200, 300, 400].map { RationalTime($0, 1000) }
    let parts = zip(times, times.dropFirst()).enumerated().map { index, times in
      TimeMap.Part.play(from: times.0, to: times.1, speed: Rational(Int64(index + 1)))
    }
    let map = try TimeMap(parts)
    // From 0.25 s of the source on, which is 1/60 s into the third section, at 10/60 s.
    let sound = MappedAudio(
      map: map,
      start: RationalTime(250, 1000),
      frameCount: 150,
      output: (RationalTime(10, 60), map.endTime(ofStream: RationalTime(400, 1000))),
      rate: Self.rate,
      method: .linear,
      fade: Self.fade
    )
    let output = Self.scaled(
      (0..<150).map(Float.init),
      sound,
      appending: 50,
      rendering: 64
    )
    #expect(sound.frames == 167..<208)
    for (index, value) in output.enumerated() {
      let place = map.streamTime(ofOutput: RationalTime(Int64(167 + index), 1000))
      #expect(abs(value - min(149, place.seconds * 1000 - 250)) < 1e-9, "frame \(index)")
    }
  }

  @Test func `The delay is at most one and a half crossfades`() throws {
    // A cut of 9 s from 1 s on.
    let map = try TimeMap([
      .play(from: .zero, to: RationalTime(1, 1), speed: Rational(1)),
      .play(from: RationalTime(10, 1), to: RationalTime(12, 1), speed: Rational(1)),
    ])
    let sound = MappedAudio(stream: map, rate: Self.rate, method: .linear, fade: Self.fade)
    var scaler = MappedScaler<Float>(sound, channelCount: 1)
    var block = [Double](repeating: 0, count: 3000)
    var made: [Int] = [0]
    for _ in 0..<12_000 {
      let one: [Float] = [1]
      scaler.append(one.span)
      var span = block.mutableSpan
      made.append(made[made.count - 1] + scaler.render(into: &span))
    }
    // Half a crossfade is 5 frames, and the last of three after the jump is that of frame 1009.
    #expect(made[500] == 499 && made[996] == 995 && made[10_009] == 995)
    #expect(made[10_010] >= 1009 && made[11_000] == 1999)
  }
}
