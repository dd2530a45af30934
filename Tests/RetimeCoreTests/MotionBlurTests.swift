// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Motion blur` {
  private final class Numbered: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// For each tick the shares of source frames, at a factor and a rate equal to the source's.
  private static func ticks(
    _ factor: String,
    angle: Int,
    pictures: Int,
    _ selection: FrameSelection = .nearest
  ) throws -> [[Int: Double]] {
    let rate = try FrameRate(parsing: "25")
    let map = TimeMap(factor: try Factor(parsing: factor))
    let blur = try #require(MotionBlur(angle: angle))
    let exposure = blur.exposure(
      sourcePictures: map.highestSpeed.doubleValue,
      frameRate: rate
    )
    let ticks = TickParts(rate, count: exposure.parts)
    var retimer = FrameRetimer<Numbered>(map: map, frameRate: ticks.rate, selection: selection)
    var exposed = ShutterFrames<Numbered>(exposure)
    var result: [ShutterFrames<Numbered>.Tick] = []
    for index in 0..<pictures {
      retimer.push(Numbered(index), at: rate.time(ofTick: index))
      while let shown = retimer.next() {
        if let tick = exposed.push(shown) { result.append(tick) }
      }
    }
    retimer.finish(at: rate.time(ofTick: pictures))
    while let shown = retimer.next() {
      if let tick = exposed.push(shown) { result.append(tick) }
    }
    if let tick = exposed.finish() { result.append(tick) }
    #expect(result.map(\.number) == Array(0..<result.count))
    return result.map { tick in
      var shares: [Int: Double] = [:]
      let total = Double(tick.samples.reduce(0) { $0 + $1.count })
      for (shown, count) in tick.samples {
        let share = Double(count) / total
        let second = shown.blend?.weight.doubleValue ?? 0
        shares[shown.picture.number, default: 0] += share * (1 - second)
        if let blend = shown.blend { shares[blend.picture.number, default: 0] += share * second }
      }
      return shares
    }
  }

  @Test func `At factor 1 each frame is displayed unblurred`() throws {
    let ticks = try Self.ticks("1", angle: 180, pictures: 10)
    #expect(ticks == (0..<10).map { [$0: 1] })
  }

  @Test(arguments: [90, 180, 270, 360])
  func `Motion blur averages the frames while the shutter is open, and no others`(angle: Int) throws
  {
    // Eight source frames for each output frame.
    let ticks = try Self.ticks("0.125", angle: angle, pictures: 80)
    #expect(ticks.count == 10)
    for (index, shares) in ticks.enumerated() {
      let open = 8.0 * Double(angle) / 360
      let mean = shares.reduce(0) { $0 + Double($1.key) * $1.value }
      #expect(abs(mean - (Double(8 * index) + open / 2 - 0.5)) < 0.6, "\(shares)")
      #expect(
        shares.keys.allSatisfy { (8 * index...8 * index + Int(open.rounded(.up))).contains($0) }
      )
      #expect(shares.values.allSatisfy { $0 <= 1 / open + 0.07 })
    }
  }

  @Test
  func `Few source frames are interpolated, and many are averaged as they are`()
    throws
  {
    #expect(try Self.ticks("0.5", angle: 360, pictures: 20, .flow)[3].count >= 3)
    let many = try Self.ticks("0.01", angle: 180, pictures: 400, .flow)
    #expect(many.count == 4)
    #expect(many[0].count == 50 && many[0].values.allSatisfy { abs($0 - 0.02) < 0.011 })
  }

  @Test func `The shutter angle is at most 360 degrees`() throws {
    for angle in [-1, 0, 361] { #expect(MotionBlur(angle: angle) == nil) }
    let exposure = MotionBlur(angle: 1)?.exposure(
      sourcePictures: .infinity,
      frameRate: try FrameRate(parsing: "25")
    )
    #expect(exposure?.parts == 256 * 360)
  }

  @Test(arguments: [("2000000011/66733333", 1, 1), ("10000000/333667", 124, 62), ("25", 500, 250)])
  func `Fewer samples are used where the subframe rate has too many digits`(
    text: String,
    parts: Int,
    open: Int
  ) throws {
    let (blur, rate) = (try #require(MotionBlur(angle: 180)), try FrameRate(parsing: text))
    let exposure = blur.exposure(sourcePictures: 500, frameRate: rate)
    #expect(exposure.parts == parts && exposure.open == open)
    #expect(TickParts(rate, count: exposure.parts).count == exposure.parts)
  }

  @Test func `The mean of frames is rounded once`() {
    var random = SeededGenerator()
    let rows = (0..<5).map { _ in
      (0..<33).map { _ in UInt16.random(in: 0...(.max), using: &random) }
    }
    var sums = [UInt32](repeating: 0, count: 40)
    var span = sums.mutableSpan
    for (index, row) in rows.enumerated() {
      addComponents(row.span, count: index + 1, to: &span, from: 7)
    }
    var means = [UInt16](repeating: 0, count: 33)
    var output = means.mutableSpan
    meanComponents(sums.span.extracting(7..<40), count: 15, into: &output)
    for index in 0..<33 {
      let sum = rows.enumerated().reduce(0) { $0 + Int($1.element[index]) * ($1.offset + 1) }
      #expect(Int(means[index]) == (2 * sum + 15) / 30, "RETIME_SEED=\(SeededGenerator.seed)")
    }
  }
}
