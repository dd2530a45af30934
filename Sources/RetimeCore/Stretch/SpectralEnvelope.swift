// SPDX-License-Identifier: MPL-2.0

/// The envelopes of four spectra at once: smooth curves over their peaks.
///
/// The logarithm of a spectrum is smoothed by removing its cepstrum above some order. Levels that
/// still rise above the result replace it, and this is repeated (A. Röbel and X. Rodet, "Efficient
/// spectral envelope estimation and its application to pitch shifting and envelope preservation",
/// DAFx 2005). The order is half a period of the voice, the finest detail that harmonics can
/// resolve, and at most ``finest``. The period is where the autocorrelation, divided by that of the
/// window, is highest (P. Boersma, "Accurate short-term analysis of the fundamental frequency", IFA
/// Proceedings 17, 1993).
struct SpectralEnvelope: Sendable {
  private let transform: RealTransform
  private var one: [ComplexLanes]
  private var other: [ComplexLanes]
  private var bins: [ComplexLanes]
  /// The logarithms to base 2 of the levels, and of the envelope's.
  private var levels: [Lanes]
  private(set) var curves: [Lanes]
  /// The periods of voices, in frames, and the highest order.
  private let periods: Range<Int>, most: Int

  /// The highest quefrency of an envelope, in seconds.
  private static let finest = 0.0025
  /// The maximum number of iterations, and the excess of peaks that ends them, as a logarithm.
  private static let rounds = 12, margin: Float = 0.3
  /// The minimum share of the energy at a period, and the factor by which a longer period must be better.
  private static let voiced: Float = 0.5, longer: Float = 1.02
  /// For each period, 1 divided by the window's autocorrelation.
  private let weights: [Float]

  init(size: Int, rate: Int) {
    transform = RealTransform(size: size)
    one = [ComplexLanes](repeating: .zero, count: size / 2)
    other = one
    bins = [ComplexLanes](repeating: .zero, count: transform.binCount)
    levels = [Lanes](repeating: .zero, count: transform.binCount)
    curves = levels
    most = max(4, min(size / 4, Int(Self.finest * Double(rate))))
    let longest = min(2 * size / 5, rate / 75)
    periods = min(max(2, rate / 600), longest)..<longest
    let window = StretchShape.window(size)
    func correlation(_ lag: Int) -> Float {
      (0..<size - lag).reduce(0) { $0 + window[$1] * window[$1 + lag] }
    }
    let whole = correlation(0)
    weights = periods.map { whole / correlation($0) }
  }

  /// Measures four spectra, given the energies of each bin.
  mutating func measure(_ energies: [Lanes]) {
    var loudest = Lanes.zero
    for energy in energies { loudest.replace(with: energy, where: energy .> loudest) }
    // Levels 90 dB below the loudest, and silence, have no envelope of their own.
    let least = loudest * 1e-9 + 1e-30
    for k in levels.indices { levels[k] = Self.logarithm(energies[k] + least) * 0.5 }
    curves = energies
    transformCurves()
    let orders = orders()
    curves = levels
    transformCurves()
    for round in 1...Self.rounds {
      lift(orders)
      if round == Self.rounds || !raise() { return }
      transformCurves()
    }
  }

  /// Returns the highest quefrency of the envelope in each lane; ``bins`` has the transform of the energies.
  private func orders() -> Lanes {
    let order = Lanes(repeating: Float(most))
    let whole = bins[0].re + 1e-30
    var (best, period) = (whole * Self.voiced, order * 2)
    for (lag, weight) in zip(periods, weights) {
      let height = bins[lag].re * weight
      // The smallest of equally good lags: a voice also repeats after twice its period.
      let isPeak = height .> bins[lag - 1].re * weight .& height .>= bins[lag + 1].re * weight
      let isBetter = isPeak .& height .> best
      best.replace(with: height * Self.longer, where: isBetter)
      period.replace(with: Lanes(repeating: Float(lag)), where: isBetter)
    }
    let half = (period * 0.5).rounded(.down)
    return order.replacing(with: half, where: half .< order)
  }

  /// Sets ``bins`` to twice the transform of the curves times a factor, mirrored.
  private mutating func transformCurves(times factor: Float = 1) {
    Self.fill(&one, curves, factor)
    transform.forward(&one, &other, into: &bins)
  }

  private static func fill(_ frame: inout [ComplexLanes], _ half: [Lanes], _ factor: Float) {
    let half = half.span
    var frame = frame.mutableSpan
    let size = 2 * frame.count
    for index in 0..<frame.count {
      let (even, odd) = (2 &* index, 2 &* index &+ 1)
      frame[index] = ComplexLanes(
        re: half[min(even, size &- even)] * factor,
        im: half[min(odd, size &- odd)] * factor
      )
    }
  }

  /// Sets the curves to the part of the cepstrum in ``bins`` up to an order.
  private mutating func lift(_ orders: Lanes) {
    let unit = 1 / Float(2 * transform.size)
    for q in curves.indices {
      let kept = bins[q].re * unit
      let isKept = Lanes(repeating: Float(q)) .<= orders
      curves[q] = Lanes.zero.replacing(with: kept, where: isKept)
    }
    transformCurves(times: 0.5)
    for k in curves.indices { curves[k] = bins[k].re }
  }

  /// Raises the curves to the levels above them, unless all are within the margin; returns whether it did.
  private mutating func raise() -> Bool {
    var excess = Lanes.zero
    for k in curves.indices {
      let above = levels[k] - curves[k]
      excess.replace(with: above, where: above .> excess)
    }
    guard excess.max() > Self.margin else { return false }
    for k in curves.indices {
      curves[k].replace(with: levels[k], where: levels[k] .> curves[k])
    }
    return true
  }

  // MARK: - Logarithms

  /// Returns the logarithm to base 2 of positive numbers, to about six digits.
  ///
  /// 2·artanh((m − 1) ÷ (m + 1)) ÷ ln 2 of the significand m, brought near 1, by its series.
  private static func logarithm(_ values: Lanes) -> Lanes {
    var (exponents, parts) = (Lanes.zero, Lanes.zero)
    for lane in 0..<4 {
      let bits = values[lane].bitPattern
      let significand = Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000)
      let isLarge = significand > 1.414_213_6
      exponents[lane] = Float(Int32(bits >> 23) - (isLarge ? 126 : 127))
      parts[lane] = isLarge ? significand / 2 : significand
    }
    let ratio = (parts - 1) / (parts + 1)
    let square = ratio * ratio
    let series = ((square * 0.142_857_1 + 0.2) * square + 0.333_333_3) * square + 1
    return exponents + ratio * series * 2.885_390_1
  }

  /// Returns 2 to the power of numbers from -100 to 100, to about six digits.
  static func power(_ exponents: Lanes) -> Lanes {
    let whole = exponents.rounded(.toNearestOrEven)
    let rest = (exponents - whole) * 0.693_147_2
    var sum = rest * 0.001_388_889 + 0.008_333_333
    for factor: Float in [0.041_666_67, 0.166_666_7, 0.5, 1, 1] { sum = sum * rest + factor }
    for lane in 0..<4 {
      sum[lane] *= Float(bitPattern: UInt32(Int32(whole[lane]) + 127) << 23)
    }
    return sum
  }
}
