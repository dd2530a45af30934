// SPDX-License-Identifier: MPL-2.0

import Foundation
import Resampling
import TestSupport
import Testing

@Suite struct `A sine generator` {
  @Test func `The generator returns a sine in each channel, and ends`() throws {
    var sine = try SineGenerator(
      frequency: 1_000,
      amplitude: 0.8,
      sampleRate: 48_000,
      channelCount: 2,
      frameCount: 1_000
    )
    let samples = everything(&sine) { 7 }
    #expect(samples.count == 2_000)
    for number in 0..<1_000 {
      let wanted = 0.8 * sin(2 * .pi * Double(number % 48) / 48)
      #expect(abs(samples[2 * number] - wanted) < 1e-15)
      #expect(samples[2 * number + 1] == samples[2 * number])
    }
    var buffer = [0.0, 0]
    #expect(read(&sine, into: &buffer) == .end)
  }

  @Test func `The generator is as exact after a year as at its start`() throws {
    // 997 and 44,100 have no common divisor: the phase in integers is exact.
    let sine = try SineGenerator(frequency: 997, amplitude: 1, sampleRate: 44_100)
    let year = 44_100 * 86_400 * 365
    for number in [0, 1, 44_099, 10_000_019, year, year + 12_345] {
      let turns = Double((997 * number) % 44_100) / 44_100
      #expect(abs(sine.sample(ofFrame: number) - sin(2 * .pi * turns)) < 2e-15, "frame \(number)")
    }
  }

  @Test func `A generator without a length is endless`() throws {
    var sine = try SineGenerator(frequency: 0, sampleRate: 48_000)
    var buffer = [Double](repeating: 1, count: 100)
    for _ in 0..<100 { #expect(read(&sine, into: &buffer) == .data(frames: 100)) }
    #expect(buffer.allSatisfy { $0 == 0 })
  }
}

@Suite struct `A ring buffer` {
  @Test func `A ring buffer reports when it is empty, full and finished`() throws {
    var ring = try RingBufferProvider(channelCount: 2, capacity: 3)
    var buffer = [Double](repeating: 0, count: 4)
    #expect(read(&ring, into: &buffer) == .noDataNow)
    #expect(ring.write([1, 2, 3, 4, 5, 6, 7, 8].span) == 3)
    #expect(ring.write([9, 9].span) == 0)
    #expect(ring.frameCount == 3)
    #expect(read(&ring, into: &buffer) == .data(frames: 2))
    #expect(buffer == [1, 2, 3, 4])
    // Half a frame is not accepted.
    #expect(ring.write([10, 11, 12].span) == 1)
    ring.finish()
    #expect(ring.write([13, 14].span) == 0)
    #expect(read(&ring, into: &buffer) == .data(frames: 2))
    #expect(buffer == [5, 6, 10, 11])
    #expect(read(&ring, into: &buffer) == .end)
    #expect(read(&ring, into: &buffer) == .end)
  }

  @Test(.timeLimit(.minutes(10))) func `A ring buffer passes samples between threads`() async throws
  {
    let samples = (0..<200_000).map { sin(Double($0) / 7) }
    let whole = try resampled(samples, from: 44_100, to: 48_000, channelCount: 2)
    let ring = try RingBufferProvider(channelCount: 2, capacity: 500)
    let seed = SeededGenerator.seed
    Thread.detachNewThread {
      var random = SeededGenerator(seed: seed)
      var place = 0
      while place < samples.count {
        let end = min(samples.count, place + 2 * .random(in: 0...700, using: &random))
        place += 2 * ring.write(samples[place..<end].span)
      }
      ring.finish()
    }
    var resampler = try Resampler(sourceRate: 44_100, destinationRate: 48_000, provider: ring)
    var random = SeededGenerator()
    let output = try everything(&resampler) { .random(in: 1...900, using: &random) }
    #expect(output == whole, "RETIME_SEED=\(seed)")
  }
}
