// SPDX-License-Identifier: MPL-2.0

/// A low-pass filter for speeds above 1, which is widened in proportion to the speed, so that nothing aliases.
struct WideFilter: Sendable {
  /// Half the width of the filter at speed 1, in frames.
  let half: Int
  /// The filter as piecewise cubics, from which wider filters are computed quickly.
  private let pieces: [Cubic]

  private static let piecesInFrame = 64

  /// Flat to 20 kHz at 44.1 kHz, 0.4535 of the rate, as ``SincTables`` are; stops 155 dB at half the rate.
  static let full = WideFilter(half: 112, cutoff: (20.0 / 44.1 + 0.5) / 2, attenuation: 155)
  /// As ``full``, for single precision; stops 124 dB at half the rate.
  static let single = WideFilter(half: 88, cutoff: (20.0 / 44.1 + 0.5) / 2, attenuation: 124)
  /// Flat to 0.4 of the rate, 19 kHz at 48 kHz; stops 80 dB at half the rate.
  static let short = WideFilter(half: 25, cutoff: 0.45, attenuation: 80)

  private init(half: Int, cutoff: Double, attenuation: Double) {
    self.half = half
    let filter = KaiserSinc(half: Double(half), cutoff: cutoff, attenuation: attenuation)
    pieces = (0..<half * Self.piecesInFrame).map { index in
      let middle = Double(index) + 0.5
      var values = Cubic.zero
      for point in 0..<4 {
        let place = middle + Cubic.points[point]
        values[point] = filter.value(at: place / Double(Self.piecesInFrame))
      }
      return Cubic(through: values)
    }
  }

  /// Returns the number of taps at a speed, a multiple of 16.
  func taps(at speed: Double) -> Int {
    (Int((Double(2 * half) * speed).rounded(.up)) + 15) / 16 * 16
  }

  /// Returns the filter at a distance from its centre, in frames at speed 1.
  func value(at distance: Double) -> Double {
    let position = distance.magnitude * Double(Self.piecesInFrame)
    guard position < Double(pieces.count) else { return 0 }
    let index = Int(position)
    return pieces[index].value(at: position - Double(index) - 0.5)
  }
}
