// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Requantization` {
  private func converted(_ requantizer: Requantizer, _ samples: [Double], blocks: [Int]) -> [Int16]
  {
    var result: [Int16] = []
    var first = 0
    for count in blocks {
      let block = Array(samples[first..<first + count])
      var output = [Int16](repeating: 0, count: count)
      var span = output.mutableSpan
      requantizer.convert(block.span, first: first, into: &span)
      result += output
      first += count
    }
    return result
  }

  @Test func `Samples are scaled, rounded to nearest and saturated`() {
    let half = Requantizer(gain: 0.5)
    let samples = [0, 1, -1, 2.5, -2.5, 3 / 32768.0]
    #expect(converted(half, samples, blocks: [6]) == [0, 16384, -16384, 32767, -32768, 2])
  }

  @Test func `Dither does not depend on the block sizes`() {
    var random = SeededGenerator()
    let samples = (0..<1000).map { _ in Double.random(in: -1...1, using: &random) }
    let dithered = Requantizer(dither: .tpdf, seed: 3)
    let whole = converted(dithered, samples, blocks: [1000])
    #expect(
      converted(dithered, samples, blocks: [1, 511, 0, 488]) == whole,
      "seed \(SeededGenerator.seed)"
    )
    #expect(converted(Requantizer(dither: .tpdf, seed: 4), samples, blocks: [1000]) != whole)
  }

  /// TPDF dither's properties: the mean is the sample, and the variance is 3/12 of a step at any level.
  @Test(arguments: [0, 0.1, 0.25, 0.5, 0.9])
  func `Dither keeps the mean, and its noise does not depend on the sample`(fraction: Double) {
    let count = 200_000
    let samples = [Double](repeating: fraction / 32768, count: count)
    let made = converted(Requantizer(dither: .tpdf), samples, blocks: [count]).map(Double.init)
    let mean = made.reduce(0, +) / Double(count)
    let variance = made.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
    #expect(abs(mean - fraction) < 0.01)
    #expect(abs(variance - 0.25) < 0.01)
  }

  @Test func `Float output gets no dither`() {
    let samples = [0.1, 0.2, 0.3]
    var output = [Double](repeating: 0, count: 3)
    var span = output.mutableSpan
    Requantizer(dither: .tpdf).convert(samples.span, first: 0, into: &span)
    #expect(output == samples)
  }
}
