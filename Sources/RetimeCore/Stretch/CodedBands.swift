// SPDX-License-Identifier: MPL-2.0

/// The powers of expected and found audio in bands of about one Bark, a window of about 20 ms at a time.
package struct CodedBands: Sendable {
  /// A group of bands, as a range of frequencies.
  package enum Group: Int, Sendable, Hashable, CaseIterable {
    /// 50 to 350 Hz, to 4 kHz, to 8.5 kHz, and above.
    case bass, middle, presence, treble
  }

  /// The powers in a window, in which a sine at full scale has 0.5.
  struct Window: Sendable {
    /// The start, in seconds.
    let start: Double
    /// The powers of each band, summed over the channels.
    var made: [Float] = [], found: [Float] = []
    /// For each channel, the powers from 150 Hz to 3.4 kHz, and the product of both spectra.
    var low: [(made: Float, found: Float, product: Float)] = []

    init(start: Double, channels: Int) {
      self.start = start
      low.reserveCapacity(channels)
    }
  }

  /// The bounds of the bands in hertz.
  private static let hertz: [Double] = [
    50, 150, 250, 350, 450, 570, 700, 840, 1000, 1170, 1370, 1600, 1850, 2150, 2500, 2900, 3400,
    4000, 4800, 5800, 7000, 8500, 10500, 13000, 16000,
  ]

  /// The window size and the distance from one window to the next, in frames.
  let window: Int, step: Int
  /// The bounds of the bands in bins, and the group of each band.
  private let edges: [Int]
  let groups: [Group]
  /// The bands from 13 kHz on, which codecs may cut off.
  let isCutOff: [Bool]
  private let isLow: [Bool]
  private let shape: [Float], unit: Float
  private let transform: RealTransform

  /// Creates the measurement of audio at `rate` frames per second.
  init(rate: Int) {
    var window = 1024
    while window * 48_000 > 1400 * rate, window > 128 { window /= 2 }
    while window * 48_000 < 700 * rate, window < 1 << 16 { window *= 2 }
    (self.window, step) = (window, window / 2)
    let limit = 0.495 * Double(rate)
    var (edges, hertz): ([Int], [Double]) = ([], [])
    for bound in Self.hertz where bound <= limit {
      let bin = max(1, Int((bound * Double(window) / Double(rate)).rounded()))
      guard bin > edges.last ?? 0 else { continue }
      edges.append(bin)
      hertz.append(bound)
    }
    self.edges = edges
    let bands = zip(hertz, hertz.dropFirst())
    groups = bands.map { _, to in
      to <= 350 ? .bass : to <= 4000 ? .middle : to <= 8500 ? .presence : .treble
    }
    isCutOff = bands.map { from, _ in from >= 13_000 }
    // A delay of half a frame, which resampling may leave, must not change the phase by much.
    isLow = bands.map { from, to in from >= 150 && to <= min(3400, Double(rate) / 8) }
    shape = StretchShape.window(window)
    // A forward transform doubles its bins.
    unit = 4 * Float(window / 2) * shape.reduce(0) { $0 + $1 * $1 }
    transform = RealTransform(size: window)
  }

  var count: Int { groups.count }

  /// Adds the powers of a channel, and of the next one if there is one, to `result`.
  func measure(
    _ made: borrowing SampleQueue,
    _ found: borrowing SampleQueue,
    at start: Int,
    offset: Int,
    channel: Int,
    of channels: Int,
    _ result: inout Window
  ) {
    var frame = [ComplexLanes](repeating: .zero, count: window / 2)
    let pair = channel + 1 < channels ? 2 : 1
    for index in 0..<window {
      let factor = shape[index]
      for lane in 0..<pair {
        let x = made[start + index, channel + lane] * factor
        let y = found[start + offset + index, channel + lane] * factor
        if index.isMultiple(of: 2) {
          (frame[index / 2].re[2 * lane], frame[index / 2].re[2 * lane + 1]) = (x, y)
        } else {
          (frame[index / 2].im[2 * lane], frame[index / 2].im[2 * lane + 1]) = (x, y)
        }
      }
    }
    var other = frame
    var bins = [ComplexLanes](repeating: .zero, count: transform.binCount)
    transform.forward(&frame, &other, into: &bins)
    // The window spreads an offset, which codecs remove, to the next bin, at minus half its amplitude.
    bins[1].re += 0.5 * bins[0].re
    if result.made.isEmpty {
      result.made = [Float](repeating: 0, count: count)
      result.found = result.made
    }
    for lane in 0..<pair {
      var low: (made: Float, found: Float, product: Float) = (0, 0, 0)
      for band in 0..<count {
        var sums = SIMD4<Float>.zero
        for bin in edges[band]..<edges[band + 1] {
          let (re, im) = (bins[bin].re, bins[bin].im)
          let (a, b) = (re[2 * lane], im[2 * lane])
          let (c, d) = (re[2 * lane + 1], im[2 * lane + 1])
          sums += SIMD4(a * a + b * b, c * c + d * d, a * c + b * d, 0)
        }
        sums /= unit
        result.made[band] += sums[0]
        result.found[band] += sums[1]
        if isLow[band] { low = (low.made + sums[0], low.found + sums[1], low.product + sums[2]) }
      }
      result.low.append(low)
    }
  }
}
