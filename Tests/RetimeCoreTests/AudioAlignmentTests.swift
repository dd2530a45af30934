// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Audio alignment` {
  private static let (window, reach) = (4096, 2048)

  /// Correlated noise, as real audio is.
  private static func noise(_ count: Int, _ seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    var last: Float = 0
    return (0..<count).map { _ in
      last = 0.7 * last + 0.3 * Float.random(in: -1...1, using: &generator)
      return last
    }
  }

  @Test(arguments: [-2040, -320, -1, 0, 1, 319, 2040], [1, 2, 3] as [UInt64])
  func `The lag is exact to a sample at any level`(lag: Int, seed: UInt64) throws {
    let all = Self.noise(16_000, seed)
    let alignment = AudioAlignment()
    let wanted = Array(all[6000..<6000 + Self.window])
    let start = 6000 - lag - Self.reach
    let found = all[start..<start + Self.window + 2 * Self.reach].map { $0 * 0.25 }
    let finding = try #require(alignment.find(wanted, in: found))
    #expect(abs(finding.lag - Double(lag)) < 0.05, "seed \(seed)")
    #expect(abs(finding.likeness - 1) < 1e-3 && finding.isCertain)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `The lag is found in added noise`(seed: UInt64)
    throws
  {
    let (all, other) = (Self.noise(16_000, seed), Self.noise(16_000, seed + 100))
    let alignment = AudioAlignment()
    let wanted = Array(all[6000..<6000 + Self.window])
    let mixed = zip(all, other).map { $0 + 0.3 * $1 }
    let start = 6000 - 100 - Self.reach
    let finding = try #require(
      alignment.find(wanted, in: Array(mixed[start..<start + Self.window + 2 * Self.reach]))
    )
    #expect(abs(finding.lag - 100) < 0.2, "seed \(seed)")
    #expect(finding.likeness > 0.9)
    let foreign = try #require(
      alignment.find(wanted, in: Array(other[..<(Self.window + 2 * Self.reach)]))
    )
    #expect(foreign.likeness < 0.3, "seed \(seed)")
  }

  @Test func `The nearest of several lags of a steady tone is found, with low certainty`() throws {
    let tone = (0..<12_000).map { $0 % 20 < 10 ? Float(0.5) : -0.5 }
    let alignment = AudioAlignment()
    let finding = try #require(
      alignment.find(
        Array(tone[4000..<4000 + Self.window]),
        in: Array(tone[1955..<1955 + Self.window + 2 * Self.reach])
      )
    )
    #expect(abs(finding.lag + 3) < 0.1 && !finding.isCertain)
  }

  @Test func `Silence has no lag`() {
    let alignment = AudioAlignment(window: 8, reach: 4)
    let (silence, sound) = ([Float](repeating: 0, count: 8), [Float](repeating: 1, count: 16))
    #expect(alignment.find(silence, in: sound) == nil)
    #expect(alignment.find(Array(sound[..<8]), in: silence + silence) == nil)
  }
}
