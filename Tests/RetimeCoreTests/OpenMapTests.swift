// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `A map without an end` {
  typealias Part = TimeMap.Part

  private static func factor(_ text: String) throws -> Factor { try Factor(parsing: text) }
  private static func time(_ nanoseconds: Int64) -> RationalTime {
    RationalTime(nanoseconds: nanoseconds)
  }

  @Test func `An open map scales every time by its factor, in both directions`() throws {
    let map = TimeMap(factor: try Self.factor("1.5"))
    for time: Int64 in [0, 2, 1_000_000_000, 3_600_000_000_000] {
      #expect(map.startTime(ofStream: time) == time / 2 * 3)
      #expect(map.endTime(ofStream: time) == time / 2 * 3)
      #expect(map.streamTime(ofOutput: time / 2 * 3) == time)
    }
  }

  @Test func `A change of the factor continues from its time`() throws {
    var map = TimeMap(factor: .identity)
    #expect(map.isIdentity)
    map.setFactor(try Self.factor("2"), fromSource: Self.time(100))
    #expect(map.startTime(ofStream: 100) == 100 as Int64)
    #expect(map.startTime(ofStream: 150) == 200 as Int64)
    map.setFactor(try Self.factor("0.5"), fromSource: Self.time(150))
    #expect(map.startTime(ofStream: 250) == 250 as Int64)
    #expect(map.streamTime(ofOutput: 250) == 250 as Int64)
    #expect(!map.isIdentity && map.lastFactor == Rational(1, 2))
  }

  @Test func `A ramp between two factors has their mean as its factor`() throws {
    for texts in [["1", "2"], ["2", "0.5"], ["0.00001", "10000"], ["7.3", "7.300000001"]] {
      var map = TimeMap(factor: try Self.factor(texts[0]))
      let (first, last) = (try Self.factor(texts[0]), try Self.factor(texts[1]))
      let (start, end) = (Self.time(1_234_567_890), Self.time(2_000_000_000))
      map.ease(to: last, fromSource: start, until: end)
      let mean = (first.rational + last.rational) * Rational(1, 2)
      let expected = start.rational * first.rational + (end - start).rational * mean
      #expect(map.startTime(ofStream: end).rational == expected, "\(texts)")
      #expect(map.streamTime(ofOutput: RationalTime(seconds: expected)) == end)
      // It never decreases, and continues at the second.
      var generator = SeededGenerator()
      var (times, shown): ([RationalTime], [RationalTime]) = ([], [])
      for _ in 0..<200 {
        times.append(Self.time(Int64.random(in: 0...3_000_000_000, using: &generator)))
      }
      times.sort()
      shown = times.map { map.startTime(ofStream: $0) }
      #expect(shown == shown.sorted(), "RETIME_SEED=\(SeededGenerator.seed)")
      let later = map.startTime(ofStream: end + Self.time(10)) - map.startTime(ofStream: end)
      #expect(later.rational == Self.time(10).rational * last.rational)
    }
  }

  @Test func `A change of the rest keeps what is before it, and replaces what is after it`() throws
  {
    var map = TimeMap(factor: try Self.factor("2"))
    map.setRest(try Self.factor("3"), fromSource: RationalTime(10, 1))
    map.setRest(try Self.factor("0.5"), fromSource: RationalTime(20, 1))
    #expect(map.startTime(ofStream: RationalTime(22, 1)) == RationalTime(51, 1))
    map.setRest(.identity, fromSource: RationalTime(12, 1))
    #expect(map.sections.count == 3)
    #expect(map.startTime(ofStream: RationalTime(5, 1)) == RationalTime(10, 1))
    #expect(map.startTime(ofStream: RationalTime(11, 1)) == RationalTime(23, 1))
    #expect(map.startTime(ofStream: RationalTime(20, 1)) == RationalTime(34, 1))
    map.setRest(try Self.factor("3"), fromSource: RationalTime(12, 1))
    #expect(map.sections.count == 2)
    map.setRest(try Self.factor("2"), fromSource: RationalTime(4, 1))
    #expect(map == TimeMap(factor: try Self.factor("2")))
    map.setRest(.identity, fromSource: .zero)
    #expect(map.isIdentity)
  }

  @Test func `A record of any number of changes is bounded, and its later half is exact`() throws {
    var map = TimeMap(factor: .identity)
    let factors = [try Self.factor("0.5"), try Self.factor("1.5")]
    for second in 1...10_000 {
      map.setRest(factors[second % 2], fromSource: RationalTime(Int64(second), 1))
    }
    #expect(map.sections.count <= 4_096)
    // The first second has the factor 1, then two take two seconds.
    for second: Int64 in [9_001, 9_999, 10_001] {
      #expect(map.startTime(ofStream: RationalTime(second, 1)) == RationalTime(second, 1))
    }
    #expect(map.startTime(ofStream: RationalTime(0, 1)) == .zero)
    #expect(abs(map.startTime(ofStream: RationalTime(1_000, 1)).seconds - 1_000) < 1)
  }

  @Test func `Dropping past sections keeps the position`() throws {
    var map = TimeMap(factor: .identity)
    let factors = [try Self.factor("1"), try Self.factor("2")]
    for step in 1...5_000 {
      map.ease(
        to: factors[step % 2],
        fromSource: Self.time(Int64(step - 1) * 10_000_000),
        until: Self.time(Int64(step) * 10_000_000)
      )
    }
    #expect(map.sections.count == 5_001)
    map.forget(beforeSource: Self.time(49_000_000_000))
    #expect(map.sections.count < 110)
    // Each step takes 15 ms.
    #expect(map.startTime(ofStream: Self.time(50_000_000_000)) == RationalTime(75, 1))
  }

  @Test func `A map is the same counted from another origin, delayed and paced`() throws {
    var map = TimeMap(factor: try Self.factor("2"))
    map.setFactor(try Self.factor("3"), fromSource: RationalTime(1, 1))
    map.ease(to: .identity, fromSource: RationalTime(2, 1), until: RationalTime(3, 1))
    let origin = RationalTime(1, 3)
    let output = map.startTime(ofStream: origin)
    let counted = map.counted(fromSource: origin, output: output)
    let delayed = map.delayed(bySource: origin)
    let paced = map.paced(at: Rational(4), fromOutput: output)
    for tenth: Int64 in 4...40 {
      let time = RationalTime(tenth, 10)
      let shown = map.startTime(ofStream: time)
      #expect(counted.startTime(ofStream: time - origin) == shown - output)
      #expect(delayed.startTime(ofStream: time + origin) == shown)
      let elapsed = (paced.startTime(ofStream: time) - output).seconds
      #expect(abs(elapsed * 4 - (shown - output).seconds) < 1e-12)
    }
    #expect(map.counted(fromSource: RationalTime(5, 1), output: .zero).factor == nil)
    let last = TimeMap(factor: .identity, fromSource: RationalTime(5, 1), output: .zero)
    #expect(last.counted(fromSource: RationalTime(6, 1), output: RationalTime(1, 1)).isIdentity)
  }

  @Test func `Times saturate for any input`() throws {
    for text in ["10000", "0.00001", "1/3"] {
      var map = TimeMap(factor: try Self.factor(text))
      for time in [Int64.max, .min, 0] {
        let _: (Int64, Int64) = (map.startTime(ofStream: time), map.streamTime(ofOutput: time))
        map.setFactor(try Self.factor("7.3"), fromSource: Self.time(time))
        map.ease(to: try Self.factor("0.3"), fromSource: Self.time(time), until: Self.time(.max))
      }
    }
    // So near to the start of a ramp that less than 2⁻⁶² of the whole remains.
    var slow = TimeMap(factor: try Self.factor("2"))
    slow.ease(to: try Self.factor("3"), fromSource: .zero, until: RationalTime(1 << 62, 1))
    #expect(slow.streamTime(ofOutput: RationalTime(1, 1 << 20)) == .zero)
    #expect(slow.startTime(ofStream: RationalTime(1, 1 << 20)) == .zero)
    let long = TimeMap(factor: try Self.factor("10000"))
    #expect(long.startTime(ofStream: Int64.max) == Int64.max)
    #expect(long.startTime(ofStream: Int64.min) == Int64.min)
  }

  @Test func `Cuts and ends of holds are found`() throws {
    let map = try TimeMap([
      .play(from: RationalTime(1, 1), to: RationalTime(2, 1), speed: Rational(2)),
      .hold(at: RationalTime(2, 1), duration: RationalTime(3, 1)),
      .play(from: RationalTime(4, 1), to: RationalTime(5, 1), speed: Rational(1)),
    ])
    func output(_ seconds: Int64) -> Rational {
      map.startTime(ofStream: RationalTime(seconds, 1)).rational
    }
    func end(_ seconds: Int64) -> Rational {
      map.endTime(ofStream: RationalTime(seconds, 1)).rational
    }
    let half = Rational(1, 2)
    #expect(
      (0...6).map(output) == [
        Rational(0), Rational(0), half, half, half, Rational(9, 2), Rational(9, 2),
      ]
    )
    #expect(end(2) == Rational(7, 2) && end(3) == Rational(7, 2) && end(6) == Rational(9, 2))
    #expect(map.streamTime(ofOutput: RationalTime(3, 1)) == RationalTime(2, 1))
    #expect(map.streamTime(ofOutput: RationalTime(4, 1)) == RationalTime(9, 2))
    #expect(map.played(ofStream: RationalTime(3, 1)) == map.played(ofStream: RationalTime(4, 1)))
  }

  @Test(arguments: Blocks.all)
  func `Audio is read at the map's positions, with silence in holds, in any split`(blocks: Blocks)
    throws
  {
    let parts: [Part] = [
      .play(from: RationalTime(1, 100), to: RationalTime(1, 10), speed: Rational(2)),
      .play(
        from: RationalTime(1, 10),
        to: RationalTime(2, 10),
        speed: Rational(2),
        last: Rational(1, 2),
        ease: .smooth
      ),
      .play(
        from: RationalTime(2, 10),
        to: RationalTime(3, 10),
        speed: Rational(1, 2),
        last: Rational(3),
        ease: .linear
      ),
      .hold(at: RationalTime(3, 10), duration: RationalTime(1, 33)),
      .play(from: RationalTime(1, 2), to: RationalTime(9, 10), speed: Rational(7, 3)),
    ]
    let map = try TimeMap(parts)
    let ramp = (0..<1_000).map { Double($0) + 1 }
    var scaler = ProgressiveScaler<Double>(
      controls: ControlBlocks(map, rate: 1_000),
      channelCount: 1
    )
    let output = scaler.scaled(ramp, in: blocks)
    let duration = try #require(map.duration)
    #expect(output.count == Int(duration.seconds * 1_000))
    for (n, value) in output.enumerated() {
      let time = RationalTime(Int64(n), 1_000)
      if map.section(at: time).isHold {
        #expect(value == 0)
      } else {
        let place = map.streamTime(ofOutput: time).seconds * 1_000 + 1
        #expect(abs(value - place) < 1e-9, "frame \(n)")
      }
    }
    var whole = ProgressiveScaler<Double>(
      controls: ControlBlocks(map, rate: 1_000),
      channelCount: 1
    )
    #expect(whole.scaled(ramp, in: .whole) == output)
  }
}
