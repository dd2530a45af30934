// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite(.timeLimit(.minutes(10))) struct `Time stretching of a stream` {
  private static let rate = 8000
  private static let fade = RationalTime(5, 1000)

  private static func time(_ frames: Int) -> RationalTime {
    RationalTime(Int64(frames), Int64(rate))
  }

  private static func plan(_ map: TimeMap) -> StretchPlan {
    StretchPlan(stream: map, rate: rate, fade: fade)
  }

  /// A track of `count` frames, known beforehand.
  private static func track(_ map: TimeMap, _ count: Int) -> StretchPlan {
    StretchPlan(
      map: map,
      start: .zero,
      frameCount: count,
      output: (.zero, map.endTime(ofStream: time(count))),
      rate: rate,
      fade: fade
    )
  }

  /// All of the output, with the source in parts of the given size; `changed` is called before each of them.
  private static func stretched(
    _ source: [Float],
    _ plan: StretchPlan,
    appending: Int = 512,
    rendering: Int = 300,
    changed: (inout MappedStretcher<Float>, Int) -> Void = { _, _ in }
  ) -> [Double] {
    var stretcher = MappedStretcher<Float>(plan, channelCount: 1)
    return stretcher.output(
      of: source,
      in: Blocks(append: appending, render: rendering),
      changed: changed
    )
  }

  private static func music(_ count: Int) -> [Float] { `Sound that keeps its pitch`.music(count) }

  @Test func `A stream gives the output of a track of the same length, for any blocks`() throws {
    let parts: [TimeMap.Part] = [
      .play(from: .zero, to: Self.time(3_000), speed: Rational(1, 2)),
      .play(from: Self.time(3_000), to: Self.time(6_000), speed: Rational(1)),
      .hold(at: Self.time(6_000), duration: Self.time(500)),
      .play(from: Self.time(9_000), to: Self.time(12_000), speed: Rational(2)),
      .play(
        from: Self.time(12_000),
        to: Self.time(16_000),
        speed: Rational(2),
        last: Rational(1, 2),
        ease: .smooth
      ),
      .play(from: Self.time(17_000), to: Self.time(60_000), speed: Rational(3, 4)),
    ]
    let map = try TimeMap(parts)
    let source = Self.music(24_000)
    let expected = Self.stretched(source, Self.track(map, source.count))
    for (appending, rendering) in [(24_000, 4_000), (1, 37), (997, 1), (64, 300)] {
      let made = Self.stretched(
        source,
        Self.plan(map),
        appending: appending,
        rendering: rendering
      )
      #expect(made == expected, "by \(appending), RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test func `The output has the exact length of the map for any end`() throws {
    var random = SeededGenerator()
    let source = Self.music(12_000)
    for round in 0..<60 {
      var (parts, place) = ([TimeMap.Part](), 0)
      for _ in 0...Int.random(in: 1..<7, using: &random) {
        if Bool.random(using: &random) { place += .random(in: 1...900, using: &random) }
        let length = Int.random(in: 1...(Bool.random(using: &random) ? 60 : 2_000), using: &random)
        let speed = Rational(.random(in: 1...24, using: &random), 8)
        if Int.random(in: 0..<4, using: &random) == 0 {
          parts.append(.hold(at: Self.time(place), duration: Self.time(length)))
        } else {
          let end = Self.time(place + length)
          parts.append(.play(from: Self.time(place), to: end, speed: speed))
          place += length
        }
      }
      let map = try TimeMap(parts)
      let count = min(source.count, .random(in: 1...place + 50, using: &random))
      let note = "round \(round), \(count) frames, RETIME_SEED=\(SeededGenerator.seed)"
      let part = Array(source.prefix(count))
      let whole = Self.stretched(part, Self.plan(map), appending: count)
      #expect(whole.count == map.outputFrameCount(ofStream: count, rate: Self.rate), "\(note)")
      #expect(whole.allSatisfy { $0.isFinite && abs($0) < 3 }, "\(note)")
      let split = Self.stretched(
        part,
        Self.plan(map),
        appending: .random(in: 1...300, using: &random),
        rendering: .random(in: 1...600, using: &random)
      )
      #expect(split == whole, "\(note)")
    }
  }

  @Test(arguments: ["0.00001", "0.37", "0.5", "1", "1.5", "2", "100"])
  func `The output has the length of its factor`(factor: String) throws {
    let map = TimeMap(factor: try Factor(parsing: factor))
    for count in [0, 1, 2, 997, 5_000] {
      let source = Self.music(count)
      let output = Self.stretched(source, Self.plan(map))
      #expect(output.count == map.outputFrameCount(ofSource: count))
      if factor == "1" { #expect(output == source.map { Double($0) }) }
    }
  }

  @Test func `Cut audio is not buffered`() throws {
    let map = try TimeMap([
      .play(from: .zero, to: Self.time(8_000), speed: Rational(1, 2)),
      .play(from: Self.time(800_000), to: Self.time(900_000), speed: Rational(2)),
    ])
    var stretcher = MappedStretcher<Float>(Self.plan(map), channelCount: 1)
    var block = [Double](repeating: 0, count: 20_000)
    let part = Self.music(8_000)
    for _ in 0..<4 {
      stretcher.append(part.span)
      var span = block.mutableSpan
      _ = stretcher.render(into: &span)
    }
    #expect(stretcher.firstRead > 700_000)
  }

  @Test(arguments: [8_000, 22_050, 48_000])
  func `The delay is at most the stated one`(rate: Int) throws {
    for speed in [Rational(1, 4), Rational(1), Rational(2), Rational(8)] {
      let factor = try Factor(
        numerator: Int64(speed.denominator),
        denominator: Int64(speed.numerator)
      )
      let plan = StretchPlan(
        stream: TimeMap(factor: factor),
        rate: rate,
        fade: Self.fade,
        copied: 0
      )
      var stretcher = MappedStretcher<Float>(plan, channelCount: 1)
      let most = StretchPlan.lookahead(rate: rate, atSpeed: speed.doubleValue)
      let longest = stretcher.longestDelay(
        of: Self.music(3 * rate),
        atSpeed: speed.doubleValue
      )
      #expect(longest <= most && longest > most / 2, "\(longest) of \(most) at the speed \(speed)")
    }
  }

  @Test(arguments: [StretchQuality.best, .live], ["0.1", "0.5", "3"])
  func `A map that replaces the first one before any output gives its exact length`(
    quality: StretchQuality,
    factor: String
  ) throws {
    // At a higher speed, the windows before the first output frame start earlier than the source that is held.
    var plan = Self.plan(TimeMap(factor: try Factor(parsing: "4")))
    plan.quality = quality
    let map = TimeMap(factor: try Factor(parsing: factor))
    let source = Self.music(9_000)
    let output = Self.stretched(source, plan) { stretcher, made in
      if made == 0 { stretcher.setMap(map) }
    }
    #expect(output.count == map.outputFrameCount(ofSource: source.count))
    #expect(output.allSatisfy { $0.isFinite && abs($0) < 3 })
  }

  @Test func `A change of the speed during playback is free of clicks`() throws {
    let count = 40_000
    // 500 Hz: 16 frames a period.
    let source = (0..<count).map { Float(0.5 * unitRoot($0, of: 16).sine) }
    var map = TimeMap(factor: .identity)
    var left = try ["1.5", "0.5", "1", "2"].map { try Factor(parsing: $0) }
    func plan() -> StretchPlan {
      StretchPlan(stream: map, rate: Self.rate, fade: Self.fade, copied: 0)
    }
    let output = Self.stretched(source, plan(), appending: 100) { stretcher, made in
      guard let factor = left.first, made > 7_000 * (5 - left.count) else { return }
      left.removeFirst()
      let free = Self.time(stretcher.firstFree)
      map.setFactor(factor, fromSource: map.streamTime(ofOutput: free))
      stretcher.setMap(map)
    }
    #expect(left.isEmpty)
    #expect(output.count == map.outputFrameCount(ofStream: count, rate: Self.rate))
    // The second difference of a sine of 500 Hz with amplitude 0.5 is at most 0.5·(2π ÷ 16)².
    let most = 0.5 * (2 * Double.pi / 16) * (2 * Double.pi / 16)
    for n in 1_000..<output.count - 1_000 {
      #expect(abs(output[n + 1] - 2 * output[n] + output[n - 1]) < 1.3 * most, "at \(n)")
    }
    for begin in stride(from: 1_000, to: output.count - 2_000, by: 400) {
      let energy = output[begin..<begin + 400].reduce(0) { $0 + $1 * $1 }
      #expect(abs((energy / 400).squareRoot() - 0.3536) < 0.03, "at \(begin)")
    }
  }

  @Test func `Onsets are detected after a change of the speed`() throws {
    // One onset a second, and the speed changes between two.
    let count = 10 * Self.rate
    let hiss = noise(count, of: Float.self)
    let source = (0..<count).map { n in
      let since = n % Self.rate - Self.rate / 2
      return since >= 0 && since < 200 ? hiss[n] * Float(200 - since) / 200 : 0
    }
    var map = TimeMap(factor: .identity)
    func plan() -> StretchPlan {
      StretchPlan(stream: map, rate: Self.rate, fade: Self.fade, copied: 0)
    }
    let factors = try ["1.5", "2", "0.8", "1.3"].map { try Factor(parsing: $0) }
    var changes = 0
    let output = Self.stretched(source, plan(), appending: 37) { stretcher, made in
      guard made > 2_497 * (changes + 1) else { return }
      let factor = factors[changes % 4]
      changes += 1
      map.setFactor(
        factor,
        fromSource: map.streamTime(ofOutput: Self.time(stretcher.firstFree))
      )
      stretcher.setMap(map)
    }
    #expect(changes > 30 && map.sections.count == changes + 1)
    for second in 0..<10 {
      let onset = Self.time(second * Self.rate + Self.rate / 2)
      let place = map.startTime(ofStream: onset)
      let frame = Int((place.seconds * Double(Self.rate)).rounded())
      let loud = output[max(0, frame - 400)..<frame + 400].enumerated().max {
        abs($0.element) < abs($1.element)
      }
      let found = try #require(loud)
      #expect(abs(found.offset - 400) < 160 && abs(found.element) > 0.3, "\(second): \(found)")
    }
  }
}
