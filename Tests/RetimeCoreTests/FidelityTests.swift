// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The fidelity of a result` {
  private typealias Sketch = FrameFidelity.Sketch

  /// A grey frame of 128 by 96 values with diagonal waves; `change` maps its values.
  private static func frame(_ change: (Int, Int, Int) -> Int = { value, _, _ in value })
    -> [[UInt8]]
  {
    (0..<96).map { y in
      (0..<128).map { x in
        UInt8(max(0, min(255, change(40 + (x * x / 40 + y * 2) % 160, x, y))))
      }
    }
  }

  private static func sketch(_ frame: [[UInt8]], as made: [[UInt8]]) -> Sketch {
    var sketch = Sketch(depth: 8)
    for row in frame.indices {
      let (found, wanted) = (frame[row], made[row])
      sketch.note(found.span, at: row, of: frame.count, component: 0, count: 1)
      sketch.noteSteps(of: found.span, as: wanted.span, count: 1)
    }
    sketch.finish()
    return sketch
  }

  /// The runs found if `count` of 30 frames are replaced from the tenth on.
  private static func runs(
    _ count: Int,
    _ spoiled: [[UInt8]]
  ) -> [FaultRuns<FrameFidelity.Fault>.Run] {
    let good = frame()
    var fidelity = FrameFidelity()
    for index in 0..<30 {
      let isSpoiled = (10..<10 + count).contains(index)
      fidelity.take(
        made: sketch(good, as: good),
        found: sketch(isSpoiled ? spoiled : good, as: good),
        at: Double(index) / 10
      )
    }
    fidelity.finish()
    return fidelity.runs.runs
  }

  @Test func `A good video has no faults`() {
    #expect(Self.runs(0, Self.frame()).isEmpty)
    #expect(Self.runs(20, Self.frame { value, x, y in value + (x ^ y) % 5 - 2 }).isEmpty)
  }

  @Test func `One black or mirrored frame is found`() {
    let good = Self.frame()
    let spoiled = [
      Self.frame { _, _, _ in 0 }, good.map { Array($0.reversed()) }, Array(good.reversed()),
    ]
    for frame in spoiled {
      let runs = Self.runs(1, frame)
      #expect(runs.map(\.fault) == [.flash])
      #expect(runs.allSatisfy { abs($0.start - 1) < 1e-9 && abs($0.end - 1.1) < 1e-9 })
    }
  }

  @Test func `A logo, a torn corner and bright lines are found from the third frame on`() {
    let spoiled = [
      Self.frame { value, x, y in x < 12 && y < 12 ? value / 2 + 110 : value },
      Self.frame { value, x, y in x < 32 && y < 24 ? 40 + (x * x / 40 + y * 2 + 30) % 160 : value },
      Self.frame { value, _, y in y % 32 < 8 ? value + 22 : value },
    ]
    for frame in spoiled {
      #expect(Self.runs(2, frame).isEmpty)
      #expect(Self.runs(3, frame).contains { $0.fault == .region && $0.count == 3 })
    }
  }

  @Test func `Brighter and flatter frames are found from the third on`() {
    let spoiled = [
      Self.frame { value, _, _ in value + 12 },
      Self.frame { value, _, _ in 128 + (value - 128) * 85 / 100 },
    ]
    for frame in spoiled {
      #expect(Self.runs(2, frame).isEmpty)
      let runs = Self.runs(3, frame)
      #expect(!runs.isEmpty)
      #expect(
        runs.allSatisfy { $0.count == 3 && abs($0.start - 1) < 1e-9 && abs($0.end - 1.3) < 1e-9 }
      )
    }
  }

  @Test func `Of a flat frame with a mark in a corner, a mirrored mark is found`() {
    let flat = Self.frame { _, x, y in x >= 100 && (80..<88).contains(y) ? 110 : 80 }
    let sketch = { (frame: [[UInt8]]) in Self.sketch(frame, as: flat) }
    var fidelity = FrameFidelity()
    for index in 0..<9 {
      let found = index < 3 ? flat : index < 6 ? flat.map { Array($0.reversed()) } : flat.reversed()
      fidelity.take(made: sketch(flat), found: sketch(found), at: Double(index))
    }
    fidelity.finish()
    #expect(fidelity.runs.runs.contains { $0.fault == .content && $0.start == 3 && $0.count == 6 })
  }

  /// The kinds of faults of stereo audio changed by `change`; of noise by default.
  private static func kinds(
    of source: [Float] = noise,
    _ change: (Int, Float, Float) -> (Float, Float)
  ) -> Set<AudioFidelity.Fault.Kind> {
    let made = source
    var found = made
    for index in 0..<made.count / 2 {
      (found[2 * index], found[2 * index + 1]) = change(index, made[2 * index], made[2 * index + 1])
    }
    var matcher = AudioMatcher(rate: 8000, channels: 2)
    matcher.begin(gap: 0)
    matcher.take(made: made.span)
    matcher.take(found: found.span)
    matcher.finish()
    return Set(matcher.fidelity.runs.runs.map(\.fault.kind))
  }

  /// 3 s of noise.
  private static let noise: [Float] = {
    var generator = SeededGenerator(seed: 5)
    return (0..<8000 * 3 * 2).map { _ in Float.random(in: -0.5...0.5, using: &generator) }
  }()

  /// A steady tone on the left, and another one on the right.
  private static let tones: [Float] = (0..<8000 * 3).flatMap { index in
    [20, 16].map { period in Float(index % period < period / 2 ? 0.5 : -0.5) }
  }

  /// Returns whether one frame is recognised as the other one filtered.
  private static func isFiltered(_ found: [[UInt8]], _ made: [[UInt8]]) -> Bool {
    var fit = FilterFit(depth: 8)
    for place in FilterFit.places(width: 128, height: 96) {
      for row in place.y..<place.y + FilterFit.side {
        let (wanted, there) = (made[row], found[row])
        fit.take(wanted.span, there.span, from: place.x, step: 1)
      }
    }
    return fit.isFiltered
  }

  @Test func `A blur and a sharpener are distinguished from codec loss`() {
    var generator = SeededGenerator(seed: 3)
    let made = Self.frame { value, x, y in
      value / 2 + (x / 6 + y / 5) % 2 * 60 + Int.random(in: 0...40, using: &generator)
    }
    let mean = { (x: Int, y: Int) in
      var sum = 0
      for row in max(0, y - 2)...min(95, y + 2) {
        for column in max(0, x - 2)...min(127, x + 2) { sum += Int(made[row][column]) }
      }
      return sum / ((min(95, y + 2) - max(0, y - 2) + 1) * (min(127, x + 2) - max(0, x - 2) + 1))
    }
    let frame = { (change: (Int, Int, Int) -> Int) in
      (0..<96).map { y in
        (0..<128).map { x in UInt8(clamping: change(Int(made[y][x]), x, y)) }
      }
    }
    #expect(Self.isFiltered(frame { _, x, y in mean(x, y) }, made))
    #expect(Self.isFiltered(frame { value, x, y in value + (value - mean(x, y)) / 2 }, made))
    #expect(!Self.isFiltered(frame { value, _, _ in value / 32 * 32 + 16 }, made))
    #expect(!Self.isFiltered(frame { value, x, y in value + (x * 7 + y * 13) % 31 - 15 }, made))
    #expect(!Self.isFiltered(made, made))
  }

  @Test func `Other audio is found by its spectrum`() {
    // 200 ms and 60 ms of a slow square wave.
    let tone = { (index: Int) -> Float in index / 40 % 2 == 0 ? 0.4 : -0.4 }
    #expect(
      Self.kinds { (8000..<9600).contains($0) ? (tone($0), tone($0)) : ($1, $2) } == [.foreign]
    )
    #expect(Self.kinds { (8000..<8480).contains($0) ? (tone($0), tone($0)) : ($1, $2) } == [])
  }

  @Test func `Noise with an offset differs from a tone`() {
    let replace = { (index: Int, left: Float, right: Float) -> (Float, Float) in
      let noise = 0.3 + Self.noise[2 * index] / 3
      return (8000..<12_800).contains(index) ? (noise, noise) : (left + 0.3, right + 0.3)
    }
    #expect(Self.kinds(of: Self.tones.map { $0 + 0.3 }, replace).contains(.foreign))
    #expect(Self.kinds(of: Self.tones.map { $0 + 0.3 }) { ($1, $2) } == [])
  }

  @Test func `A tone delayed by half a period is not inverted`() {
    let made = (0..<24_000).map { Float($0 / 10 % 2 == 0 ? 0.5 : -0.5) }
    let found = made.map(-)
    var matcher = AudioMatcher(rate: 8000, channels: 1)
    matcher.begin(gap: 0)
    matcher.take(made: made.span)
    matcher.take(found: found.span)
    matcher.finish()
    #expect(matcher.fidelity.runs.runs.isEmpty)
  }

  @Test func `Faults of single channels are found`() {
    #expect(Self.kinds { _, left, right in (left, right) } == [])
    #expect(Self.kinds { _, left, right in (right, left) }.contains(.swapped))
    #expect(
      Self.kinds { _, left, right in ((left + right) / 2, (left + right) / 2) }.contains(.merged)
    )
    #expect(Self.kinds { _, left, right in (left / 2, right) } == [.gain])
    #expect(Self.kinds { _, left, right in (left, -right) }.contains(.inverted))
    // 130 ms of silence, and 70 ms.
    #expect(Self.kinds { (8000..<9040).contains($0) ? (0, $2) : ($1, $2) } == [.silent])
    #expect(Self.kinds { (8000..<8560).contains($0) ? (0, $2) : ($1, $2) } == [])
  }
}
