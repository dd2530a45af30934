// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

/// Frames that differ in more than a short motion.
@Suite struct `Interpolation of hard motion` {
  /// A frame of a scene that is moved, times a gain in percent.
  private static func shown(_ x: Int, gain: Int = 100) -> MotionFrame<UInt8> {
    let scene = Scene(seed: 11)
    return drawn(Shape.grey(320, 240)) { _, column, row in
      UInt8(min(255, scene[column - x, row] * gain / 100))
    }
  }

  /// The mean difference of an interpolated frame from another one, in columns of 320.
  private static func error(
    _ first: MotionFrame<UInt8>,
    _ second: MotionFrame<UInt8>,
    _ quality: FlowQuality,
    from right: MotionFrame<UInt8>,
    columns: Range<Int> = 0..<320
  ) -> (made: Double, blended: Double) {
    let pair = MotionPair(first, second, quality: quality, parallel: .serial)
    let (a, b) = (components(first)[0], components(second)[0])
    let (made, right) = (made(pair, at: BlendWeight(q15: 16_384))[0], components(right)[0])
    var (ofMade, ofBlend, count) = (0, 0, 0)
    for place in made.indices where columns.contains(place % 320) {
      ofMade += abs(Int(made[place]) - Int(right[place]))
      ofBlend += abs((Int(a[place]) + Int(b[place])) / 2 - Int(right[place]))
      count += 1
    }
    return (Double(ofMade) / Double(count), Double(ofBlend) / Double(count))
  }

  @Test(arguments: FlowQuality.allCases, [(100, 50), (40, 90), (70, 100), (100, 8)])
  func `A change of brightness hides no motion`(quality: FlowQuality, gains: (Int, Int)) {
    let error = Self.error(
      Self.shown(0, gain: gains.0),
      Self.shown(10, gain: gains.1),
      quality,
      from: Self.shown(5, gain: (gains.0 + gains.1) / 2),
      columns: 20..<300
    )
    #expect(error.made < 1.5 && error.made < error.blended / 3, "\(error)")
  }

  @Test(arguments: FlowQuality.allCases, [60, -90, 120])
  func `A pan across much of the frame is found`(quality: FlowQuality, move: Int) {
    let error = Self.error(
      Self.shown(0),
      Self.shown(move),
      quality,
      from: Self.shown(move / 2),
      columns: 70..<250
    )
    #expect(error.made < 1, "\(error)")
  }

  @Test(arguments: FlowQuality.allCases, [20, 48])
  func `What only one frame shows at an edge is that frame's`(quality: FlowQuality, move: Int) {
    for (columns, sign) in [(0..<move / 2, 1), (320 - move / 2..<320, -1)] {
      let error = Self.error(
        Self.shown(0),
        Self.shown(sign * move),
        quality,
        from: Self.shown(sign * move / 2),
        columns: columns
      )
      #expect(error.made < error.blended / 3, "\(columns): \(error)")
    }
  }

  @Test(arguments: [(2, 1), (9, 3), (17, 16), (4096, 9), (7, 700)])
  func `Frames of any shape are interpolated`(width: Int, height: Int) {
    let scene = Scene(seed: 3)
    func shown(_ gain: Int) -> MotionFrame<UInt8> {
      drawn(Shape.grey(width, height)) { UInt8(scene[$1 + gain + $0, $2] * gain / 100) }
    }
    let pair = MotionPair(shown(100), shown(40), quality: .good, parallel: .serial)
    #expect(made(pair, at: BlendWeight(q15: 9000))[0].count == width * height)
  }

  @Test func `An object that crosses a plain wall is kept`() {
    // Both a still wall and the moving window match in the middle of the window's way.
    func shown(_ x: Int) -> MotionFrame<UInt8> {
      let scene = Scene(seed: 5)
      return drawn(Shape.grey(320, 240)) { _, column, row in
        let place = column - x
        let isWindow = (100..<116).contains(row) && (0..<16).contains((place + 1000) % 80)
        if row > 160 { return UInt8(scene[place, row]) }
        return isWindow ? 40 : 200
      }
    }
    let error = Self.error(shown(0), shown(36), .good, from: shown(18), columns: 60..<260)
    #expect(error.made < error.blended / 4, "\(error)")
  }
}
