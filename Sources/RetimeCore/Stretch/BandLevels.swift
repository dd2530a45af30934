// SPDX-License-Identifier: MPL-2.0

/// A test for where the levels of two simultaneous signals differ, over time or by band.
///
/// Codecs change waveforms, but keep the level of each band that is audible. Levels are compared
/// above a floor below the loudest, as a codec may change what is masked.
struct BandLevels: Sendable {
  private static let window = 512, step = 256
  /// The edges of the bands, in bins of 15.6 Hz: about one Bark each, from 50 Hz to 3.6 kHz.
  private static let edges = [
    3, 6, 13, 19, 26, 33, 40, 49, 59, 69, 81, 95, 110, 128, 148, 173, 202, 230,
  ]
  private let transform = RealTransform(size: window)
  private let shape = StretchShape.window(window)

  /// The bands' sum for a window of power 1.
  private let unit: Float

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

  init() { unit = Float(Self.window / 2) * shape.reduce(0) { $0 + $1 * $1 } }

  /// The differences of a piece.
  struct Differences {
    /// The ranges in which the level is another.
    var levels: [Range<Int>] = []
    /// Whether a band has another level over the whole piece.
    var hasOtherBands = false
  }

  /// Compares a piece of all channels, each of at least a window; `power` is that of all expected channels at all frequencies.
  func differences(_ made: [[Float]], _ found: [[Float]], power: Float) -> Differences {
    guard made[0].count >= Self.window else { return Differences() }
    let starts = Array(stride(from: 0, through: made[0].count - Self.window, by: Self.step))
    // The powers by window and band, summed over the channels, whose phases codecs may change.
    let none = [(made: Float, found: Float)](repeating: (0, 0), count: Self.edges.count - 1)
    var powers = [[(made: Float, found: Float)]](repeating: none, count: starts.count)
    for (made, found) in zip(made, found) {
      for first in stride(from: 0, to: starts.count, by: 2) {
        let second = min(first + 1, starts.count - 1)
        let levels = bands(made, found, at: (starts[first], starts[second]))
        for index in first...second {
          for band in none.indices {
            powers[index][band].made += levels[2 * (index - first)][band]
            powers[index][band].found += levels[2 * (index - first) + 1][band]
          }
        }
      }
    }
    let least = unit * max(Self.leastPower, Self.leastShare * power)
    var result = Differences()
    result.levels = Self.levels(powers, least: least)
      .map { starts[$0.lowerBound]..<starts[$0.upperBound - 1] + Self.window }
    let sums = none.indices.map { band in
      powers.reduce((made: Float(0), found: Float(0))) {
        ($0.made + $1[band].made, $0.found + $1[band].found)
      }
    }
    let (all, count) = (sums.reduce(0) { $0 + $1.made }, Float(starts.count))
    // A codec adds noise beside a loud band, but drops nothing that is nearly as loud.
    let most = sums.map(\.made).max() ?? 0
    let (lost, added) = (max(most * 1e-3, least * count), max(most * 5e-3, least * count))
    result.hasOtherBands =
      all >= Self.leastInside * power * unit * count
      && sums.contains {
        SpectrumDistance.decibels(($0.made + lost) / ($0.found + lost)) > Self.mostOfBand
          || SpectrumDistance.decibels(($0.found + added) / ($0.made + added)) > Self.mostOfBand
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
    let decibels = levels.map { SpectrumDistance.decibels(($0.1 + floor) / ($0.0 + floor)) }
    return changes.flatMap { change in
      guard decibels.count >= change.count else { return [Range<Int>]() }
      return (0...decibels.count - change.count).map { $0..<$0 + change.count }.filter { run in
        decibels[run].allSatisfy { $0 > change.decibels }
          || decibels[run].allSatisfy { $0 < -change.decibels }
      }
    }
  }

  /// Returns the powers of the bands of two windows: expected and found in the first, then in the second.
  private func bands(_ made: [Float], _ found: [Float], at starts: (Int, Int)) -> [[Float]] {
    var frame = [ComplexLanes](repeating: .zero, count: transform.size / 2)
    var other = frame
    var bins = [ComplexLanes](repeating: .zero, count: transform.binCount)
    for index in frame.indices {
      let (even, odd) = (2 * index, 2 * index + 1)
      let (left, right) = (shape[even], shape[odd])
      var lanes = ComplexLanes.zero
      for (lane, start) in [(0, starts.0), (2, starts.1)] {
        lanes.re[lane] = made[start + even] * left
        lanes.im[lane] = made[start + odd] * right
        lanes.re[lane + 1] = found[start + even] * left
        lanes.im[lane + 1] = found[start + odd] * right
      }
      frame[index] = lanes
    }
    transform.forward(&frame, &other, into: &bins)
    return (0..<4).map { lane in
      zip(Self.edges, Self.edges.dropFirst()).map { from, to in
        (from..<to).reduce(Float(0)) { sum, bin in
          let (re, im) = (bins[bin].re[lane], bins[bin].im[lane])
          return sum + re * re + im * im
        }
      }
    }
  }
}
