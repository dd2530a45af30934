// SPDX-License-Identifier: MPL-2.0

/// A test for where the levels of two simultaneous signals differ, over time or by band.
///
/// Codecs change waveforms, but keep the level of each band that is audible. Levels are compared
/// above a floor below the loudest, as a codec may change what is masked.
struct BandLevels: Sendable {
  /// The bands, about one Bark each, from 50 Hz to 3.6 kHz.
  private let bands = BandPowers(
    edges: [3, 6, 13, 19, 26, 33, 40, 49, 59, 69, 81, 95, 110, 128, 148, 173, 202, 230]
  )

  /// The longest and the shortest level change that no codec makes, in windows, and their least amounts in decibels.
  private static let changes = [(count: 6, decibels: 5.5), (count: 3, decibels: 8.0)]
  /// The difference of a band's level over a piece that no codec makes, in decibels.
  private static let mostOfBand = 6.0

  /// The least level that is compared, -55 dBFS, and the share of the whole spectrum that is.
  ///
  /// Loud audio at higher frequencies masks what is below.
  private static let leastPower: Float = 3e-6, leastShare: Float = 1e-3
  /// The least share of the compared frequencies in all power; else codecs may cut off what is folded into them.
  private static let leastInside: Float = 0.5

  /// The differences of a piece.
  struct Differences {
    /// The ranges in which the level is another.
    var levels: [Range<Int>] = []
    /// Whether a band has another level over the whole piece.
    var hasOtherBands = false
  }

  /// Compares a piece of all channels, each of at least a window; `power` is that of all expected channels at all frequencies.
  func differences(_ made: [[Float]], _ found: [[Float]], power: Float) -> Differences {
    let starts = BandPowers.starts(in: made[0].count)
    guard !starts.isEmpty else { return Differences() }
    let powers = powers(made, found, at: starts)
    let least = BandPowers.unit * max(Self.leastPower, Self.leastShare * power)
    var result = Differences()
    result.levels = Self.levels(powers, least: least)
      .map { starts[$0.lowerBound]..<starts[$0.upperBound - 1] + BandPowers.window }
    let sums = (0..<bands.count).map { band in
      powers.reduce((made: Float(0), found: Float(0))) {
        ($0.made + $1[band].made, $0.found + $1[band].found)
      }
    }
    let (all, count) = (sums.reduce(0) { $0 + $1.made }, Float(starts.count))
    // A codec adds noise beside a loud band, but drops nothing that is nearly as loud.
    let most = sums.map(\.made).max() ?? 0
    let (lost, added) = (max(most * 1e-3, least * count), max(most * 5e-3, least * count))
    result.hasOtherBands =
      all >= Self.leastInside * power * BandPowers.unit * count
      && sums.contains {
        BandPowers.decibels(($0.made + lost) / ($0.found + lost)) > Self.mostOfBand
          || BandPowers.decibels(($0.found + added) / ($0.made + added)) > Self.mostOfBand
      }
    return result
  }

  /// Returns the runs of windows whose level is another, louder or softer throughout.
  private static func levels(
    _ powers: [[(made: Float, found: Float)]],
    least: Float
  ) -> [Range<Int>] {
    let levels = powers.map {
      $0.reduce((Float(0), Float(0))) { ($0.0 + $1.made, $0.1 + $1.found) }
    }
    // A codec may change what is masked by louder audio nearby.
    let floor = max((levels.map(\.0).max() ?? 0) * 1e-2, least)
    let decibels = levels.map { BandPowers.decibels(($0.1 + floor) / ($0.0 + floor)) }
    return changes.flatMap { change in
      guard decibels.count >= change.count else { return [Range<Int>]() }
      return (0...decibels.count - change.count).map { $0..<$0 + change.count }.filter { run in
        decibels[run].allSatisfy { $0 > change.decibels }
          || decibels[run].allSatisfy { $0 < -change.decibels }
      }
    }
  }

  /// Returns the powers by window and band, summed over the channels, whose phases codecs may change.
  private func powers(
    _ made: [[Float]],
    _ found: [[Float]],
    at starts: [Int]
  ) -> [[(made: Float, found: Float)]] {
    let none = [(made: Float, found: Float)](repeating: (0, 0), count: bands.count)
    var powers = [[(made: Float, found: Float)]](repeating: none, count: starts.count)
    for (made, found) in zip(made, found) {
      // Two windows of both signals fill a transform.
      for first in stride(from: 0, to: starts.count, by: 2) {
        let indices = first..<min(first + 2, starts.count)
        let levels = bands.powers(
          of: indices.flatMap { [(made, starts[$0]), (found, starts[$0])] }
        )
        for index in indices {
          for band in none.indices {
            powers[index][band].made += levels[2 * (index - first)][band]
            powers[index][band].found += levels[2 * (index - first) + 1][band]
          }
        }
      }
    }
    return powers
  }
}
