// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Interpolated rows of a field` {
  /// The rows in the order of the arguments: above, below, before, after, and four of other frames.
  static func fill<Component: FixedWidthInteger & UnsignedInteger>(
    _ rows: [[Component]]
  ) -> [Component] {
    var output = rows[0]
    let (a, b, c, d) = (rows[0], rows[1], rows[2], rows[3])
    let (e, f, g, h) = (rows[4], rows[5], rows[6], rows[7])
    var span = output.mutableSpan
    fillRow(
      &span,
      above: a.span,
      below: b.span,
      before: c.span,
      after: d.span,
      earlierAbove: e.span,
      earlierBelow: f.span,
      laterAbove: g.span,
      laterBelow: h.span
    )
    return output
  }

  @Test func `A row of still frames is that of the frames before and after`() {
    var numbers = SeededGenerator()
    let rows = (0..<3).map { _ in (0..<50).map { _ in UInt8.random(in: 0...255, using: &numbers) } }
    let (above, below, missing) = (rows[0], rows[1], rows[2])
    let made = Self.fill([above, below, missing, missing, above, below, above, below])
    #expect(made == missing, "RETIME_SEED=\(SeededGenerator.seed)")
  }

  @Test func `A row in motion is interpolated from the rows above and below`() {
    let (above, below) = ([UInt16](repeating: 400, count: 30), [UInt16](repeating: 600, count: 30))
    let (dark, bright) = ([UInt16](repeating: 0, count: 30), [UInt16](repeating: 1023, count: 30))
    let made = Self.fill([above, below, dark, bright, bright, dark, dark, bright])
    #expect(made == [UInt16](repeating: 500, count: 30))
  }

  @Test func `Interpolation follows a diagonal edge`() {
    // An edge that moves two columns to the right from row to row, in frames that all differ.
    let edge = { (place: Int) in (0..<40).map { UInt8($0 < place ? 20 : 220) } }
    let (dark, bright) = ([UInt8](repeating: 0, count: 40), [UInt8](repeating: 255, count: 40))
    let made = Self.fill([edge(18), edge(22), dark, bright, bright, dark, dark, bright])
    #expect(made == edge(20))
  }

  @Test func `Interpolated values stay within the range of their sources`() {
    var numbers = SeededGenerator()
    for _ in 0..<200 {
      let count = Int.random(in: 1...20, using: &numbers)
      let rows = (0..<8).map { _ in
        (0..<count).map { _ in UInt16.random(in: 0...1023, using: &numbers) }
      }
      let made = Self.fill(rows)
      #expect(
        made.count == count && made.allSatisfy { $0 <= 1023 },
        "RETIME_SEED=\(SeededGenerator.seed)"
      )
    }
  }
}
