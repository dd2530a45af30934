// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Control points` {
  static let shapes = [
    (1, 1), (1, 10), (2, 1), (2, 2), (2, 3), (10, 5), (7, 101), (101, 7), (997, 991), (0, 0),
  ]

  @Test(arguments: InterpolationMethod.allCases, shapes)
  func `Control points equal the formula of their method`(
    method: InterpolationMethod,
    shape: (Int, Int)
  ) {
    let (count, length) = shape
    let controls = ControlBlocks(count: count, length: length, method: method)
    #expect(controls.count == length)
    #expect(
      Array(controls)
        == (0..<length).map {
          referencePosition($0, count: count, length: length, method: method)
        }
    )
  }

  @Test func `Control points equal the check values`() {
    let controls = ControlBlocks(count: 10, length: 5, method: .linear)
    #expect(Array(controls) == [0, 2.25, 4.5, 6.75, 9])
  }

  @Test(arguments: InterpolationMethod.allCases)
  func `Control points of a year of audio hit both ends and never decrease`(
    method: InterpolationMethod
  ) {
    let count = 48_000 * 86_400 * 365
    for length in [count / 3, count + 1, count * 7] {
      let controls = ControlBlocks(count: count, length: length, method: method)
      #expect(controls[0] == 0)
      #expect(controls[length - 1] == Double(count - 1))
      var generator = SeededGenerator()
      for _ in 0..<2_000 {
        let n = Int.random(in: 0..<length - 1, using: &generator)
        let note: Comment = "n = \(n), RETIME_SEED=\(SeededGenerator.seed)"
        #expect(controls[n] <= controls[n + 1], note)
        #expect(
          controls[n] == referencePosition(n, count: count, length: length, method: method),
          note
        )
      }
    }
  }

  @Test func `Without a known end a control point is n over the factor`() throws {
    let controls = ControlBlocks(factor: try Factor(parsing: "0.37"))
    #expect(controls[0] == 0)
    #expect(controls[1_000_003] == 1_000_003 / 0.37)
    #expect(controls.sourceFrameCount == nil)
  }

  @Test(arguments: [(5, 5), (5, 3), (1, 9)])
  func `Smooth control points equal linear ones unless stretching`(count: Int, length: Int) {
    #expect(
      Array(ControlBlocks(count: count, length: length, method: .smooth))
        == Array(ControlBlocks(count: count, length: length, method: .linear))
    )
  }
}
