// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The frame retimer compared with a search over all frames` {
  static let factors = ["0.1", "0.37", "0.5", "1", "1.5", "2", "7.3"]
  static let rates = ["24", "30", "60", "24000/1001", "30000/1001"]

  static func check(
    times: [RationalTime],
    end: RationalTime,
    factor: String,
    fps: String,
    note: Comment
  ) throws {
    let factor = try Factor(parsing: factor)
    let rate = try FrameRate(parsing: fps)
    for selection in FrameSelection.allCases {
      let expected = referenceSelection(
        times: times,
        end: end,
        factor: factor,
        frameRate: rate,
        selection: selection
      )
      var retimer = FrameRetimer<Int>(
        map: TimeMap(factor: factor),
        frameRate: rate,
        selection: selection
      )
      var shown: [ShownFrame<Int>] = []
      for (index, time) in times.enumerated() {
        retimer.push(index, at: time)
        if index % 3 != 1 { shown += retimer.drained() }
      }
      retimer.finish(at: end)
      shown += retimer.drained()
      #expect(shown.map(\.tick) == Array(expected.indices), note)
      #expect(zip(shown, expected).allSatisfy(agree), note)
    }
  }

  /// Returns whether a tick is as expected; a weight may differ by its rounding to 2⁻¹⁵.
  static func agree(_ shown: ShownFrame<Int>, _ expected: ReferenceShown) -> Bool {
    guard let blend = shown.blend else {
      if shown.picture == expected.index { return expected.weight < Rational(1, 65_535) }
      return shown.picture == expected.second && expected.weight > Rational(65_534, 65_535)
    }
    return shown.picture == expected.index && blend.picture == expected.second
      && abs(blend.weight.doubleValue - expected.weight.doubleValue) <= 0x1p-16 + 1e-9
  }

  @Test(arguments: factors, rates)
  func `Constant frame rates give the frames of the reference`(factor: String, fps: String) throws {
    for sourceRate in Self.rates {
      let source = try FrameRate(parsing: sourceRate)
      let times = (0..<24).map { source.time(ofTick: $0) }
      try Self.check(
        times: times,
        end: source.time(ofTick: 24),
        factor: factor,
        fps: fps,
        note: "\(source)"
      )
    }
  }

  @Test(arguments: factors, rates)
  func `Random frame times give the frames of the reference`(factor: String, fps: String) throws {
    var generator = SeededGenerator()
    for _ in 0..<3 {
      // Milliseconds and 90 kHz: boundaries are sometimes hit exactly.
      let scale: Int64 = [1_000, 90_000].randomElement(using: &generator) ?? 1_000
      var ticks = Int64.random(in: 0...scale / 10, using: &generator)
      let times = (0..<20).map { _ in
        ticks += .random(in: 1...scale / 12, using: &generator)
        return RationalTime(ticks, scale)
      }
      let end = RationalTime(ticks + scale / 30, scale)
      try Self.check(
        times: times,
        end: end,
        factor: factor,
        fps: fps,
        note: "RETIME_SEED=\(SeededGenerator.seed)"
      )
    }
  }

  @Test func `Nanosecond times hours into a video give the frames of the reference`() throws {
    let factor = "1234567891234/1111111111111"
    let origin = RationalTime(nanoseconds: 3)
    let times = (0..<20).map { RationalTime(nanoseconds: 33_366_667 * Int64($0) + 1) + origin }
    try Self.check(
      times: times,
      end: RationalTime(7, 10),
      factor: factor,
      fps: "30000/1001",
      note: "ns"
    )
  }
}
