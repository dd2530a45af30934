// SPDX-License-Identifier: MPL-2.0

import Resampling
import TestSupport
import Testing

@Suite struct `The length of resampled sound` {
  static let rates = [
    (44_100, 48_000), (48_000, 44_100), (48_000, 96_000), (96_000, 48_000), (44_100, 16_000),
    (8_000, 192_000), (192_000, 8_000), (44_100, 48_001), (3, 2), (2, 3), (1, 256), (256, 1),
    (44_100, 44_100),
  ]

  @Test(arguments: rates)
  func `The length is the source's times the ratio of the rates, rounded`(
    source: Int,
    destination: Int
  ) throws {
    for count in [0, 1, 2, 3, 10, 255, 1_023, 1_024, 1_025, 4_999] {
      let samples = [Double](repeating: 0.5, count: count)
      let wanted = nearest(count, source, destination)
      let output = try resampled(samples, from: source, to: destination)
      #expect(output.count == wanted, "\(count) frames from \(source) to \(destination) Hz")
    }
  }

  @Test func `The length is the same for random rates, counts and splits`() throws {
    var random = SeededGenerator()
    for _ in 0..<60 {
      let source = Int.random(in: 1_000...200_000, using: &random)
      let destination = Int.random(in: 1_000...200_000, using: &random)
      let count = Int.random(in: 0...3_000, using: &random)
      let largest = Int.random(in: 1...700, using: &random)
      let answers = (0..<200).map { _ in
        ScriptedProvider.Answer.upTo(.random(in: 0...largest, using: &random))
      }
      let samples = (0..<count).map { _ in Double.random(in: -1...1, using: &random) }
      var resampler = try Resampler(
        sourceRate: source,
        destinationRate: destination,
        provider: ScriptedProvider(samples, answers: answers)
      )
      let output = try everything(&resampler) { .random(in: 1...largest, using: &random) }
      #expect(
        output.count == nearest(count, source, destination)
          && output.count == resampler.outputFrameCount(ofSource: count),
        "\(count) frames from \(source) to \(destination) Hz, RETIME_SEED=\(SeededGenerator.seed)"
      )
    }
  }

  @Test func `The length is computed for huge counts, and for zero`() throws {
    let resampler = try Resampler(
      sourceRate: 1,
      destinationRate: 256,
      provider: ScriptedProvider([])
    )
    #expect(resampler.outputFrameCount(ofSource: .max) == .max)
    #expect(resampler.outputFrameCount(ofSource: 1 << 50) == 1 << 58)
    #expect(resampler.outputFrameCount(ofSource: 0) == 0)
    #expect(resampler.outputFrameCount(ofSource: -5) == 0)
  }

  /// By search: the count whose time is closest, the later one on a tie.
  private func nearest(_ count: Int, _ source: Int, _ destination: Int) -> Int {
    let floor = count * destination / source
    let below = count * destination - floor * source
    return source - below <= below ? floor + 1 : floor
  }
}
