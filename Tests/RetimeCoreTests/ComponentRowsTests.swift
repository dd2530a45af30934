// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Components that share a row` {
  @Test func `Values are read and written in their places, and others keep theirs`() {
    var generator = SeededGenerator()
    for (first, step, shift, count) in [
      (0, 1, 0, 9), (0, 2, 0, 8), (1, 2, 6, 8), (3, 4, 4, 5), (2, 3, 0, 0),
    ] {
      let row = (0..<40).map { _ in UInt16.random(in: 0 ... .max, using: &generator) }
      var values = [UInt16](repeating: 0, count: count)
      var span = values.mutableSpan
      gatherComponents(row.span, from: first, step: step, shift: shift, into: &span)
      #expect(values == (0..<count).map { row[first + $0 * step] >> shift })
      var copy = row
      var output = copy.mutableSpan
      scatterComponents(values.span, into: &output, from: first, step: step, shift: shift)
      let places = Set((0..<count).map { first + $0 * step })
      for index in row.indices {
        let expected = places.contains(index) ? (row[index] >> shift) << shift : row[index]
        #expect(copy[index] == expected, "RETIME_SEED=\(SeededGenerator.seed)")
      }
    }
  }

  @Test func `Mixing without the unused bits equals mixing the values alone`() {
    var generator = SeededGenerator()
    let (one, two) = (
      (0..<300).map { _ in UInt16.random(in: 0...1023, using: &generator) },
      (0..<300).map { _ in UInt16.random(in: 0...1023, using: &generator) }
    )
    for q15: Int32 in [0, 1, 11_000, 16_384, 32_767, 32_768] {
      var (plain, high) = ([UInt16](repeating: 0, count: 300), [UInt16](repeating: 0, count: 300))
      var span = plain.mutableSpan
      mixComponents(one.span, two.span, weight: BlendWeight(q15: q15), into: &span)
      let (upper, lower) = (one.map { $0 << 6 | 21 }, two.map { $0 << 6 | 42 })
      var output = high.mutableSpan
      mixComponents(
        upper.span,
        lower.span,
        weight: BlendWeight(q15: q15),
        unusedBits: 6,
        into: &output
      )
      #expect(high == plain.map { $0 << 6 }, "\(q15) RETIME_SEED=\(SeededGenerator.seed)")
    }
  }
}
