// SPDX-License-Identifier: MPL-2.0

import Resampling
import TestSupport
import Testing

@Suite struct `Split reads` {
  @Test(arguments: [
    (44_100, 48_000), (48_000, 44_100), (48_000, 96_000), (44_100, 16_000), (44_100, 48_001),
    (48_000, 48_000), (100, 9_999),
  ])
  func `Any split of requests and results gives the same bits`(source: Int, destination: Int) throws
  {
    var random = SeededGenerator()
    for (channels, outputChannels) in [(1, 1), (2, 2), (1, 3), (6, 6)] {
      let count = Int.random(in: 1_000...4_000, using: &random)
      let samples = (0..<count * channels).map { _ in Double.random(in: -1...1, using: &random) }
      let whole = try resampled(
        samples,
        from: source,
        to: destination,
        channelCount: channels,
        outputChannels: outputChannels
      )
      for largest in [1, 7, 300, 3_000] {
        let answers = (0..<1_000).map { _ -> ScriptedProvider.Answer in
          let size = Int.random(in: -1...largest, using: &random)
          return size < 0 ? .noDataNow : .upTo(size)
        }
        var resampler = try Resampler(
          sourceRate: source,
          destinationRate: destination,
          provider: ScriptedProvider(samples, channelCount: channels, answers: answers),
          channelCount: outputChannels
        )
        let parts = try everything(&resampler) { .random(in: 1...largest, using: &random) }
        #expect(
          parts.map(\.bitPattern) == whole.map(\.bitPattern),
          "\(channels) channels, parts of up to \(largest), RETIME_SEED=\(SeededGenerator.seed)"
        )
      }
    }
  }

  @Test func `Samples after the last whole frame stay untouched`() throws {
    var resampler = try Resampler(
      sourceRate: 48_000,
      destinationRate: 96_000,
      provider: ScriptedProvider([Double](repeating: 0.5, count: 9_000), channelCount: 3)
    )
    var buffer = [Double](repeating: 7, count: 3 * 100 + 2)
    #expect(try read(&resampler, into: &buffer) == .data(frames: 100))
    #expect(buffer.suffix(2) == [7, 7])
    #expect(!buffer.dropLast(2).contains(7))
    var none = [Double](repeating: 7, count: 2)
    #expect(try read(&resampler, into: &none) == .data(frames: 0))
    #expect(none == [7, 7])
  }

  @Test func `A reader's samples in any split are the same`() throws {
    let samples = (0..<6_000).map { Double($0) }
    var resampler = try Resampler(
      sourceRate: 44_100,
      destinationRate: 48_000,
      provider: ScriptedProvider(samples, channelCount: 2)
    )
    let whole = try everything(&resampler)
    var reader = try SampleReader(
      Resampler(
        sourceRate: 44_100,
        destinationRate: 48_000,
        provider: ScriptedProvider(
          samples,
          channelCount: 2,
          answers: [.noDataNow, .upTo(1_000), .noDataNow]
        )
      )
    )
    #expect(reader.channelCount == 2)
    var taken: [Double] = []
    var pauses = 0
    while true {
      let step = try reader.next()
      if case .sample(let sample) = step { taken.append(sample) }
      if step == .noDataNow { pauses += 1 }
      if step == .end { break }
    }
    #expect(try reader.next() == .end)
    #expect(taken == whole)
    #expect(pauses >= 1)
  }
}
