// SPDX-License-Identifier: MPL-2.0

/// The tables that turn the 256 levels of a spectrogram into colours.
public enum SpectrumColors: String, CaseIterable, Sendable {
  /// Dark blue through red to full green, the table of the method that Retime grew out of.
  case original
  /// Black to white.
  case grey
  /// Dark violet through teal to yellow; equal steps of level look equally large.
  case viridis

  /// The colours of levels 0 to 255, each as 0xRRGGBB.
  public var table: [UInt32] {
    (0..<SpectrumLevels.count).map { index in
      let level = Double(index) / Double(SpectrumLevels.count - 1)
      let (red, green, blue) =
        switch self {
        case .original: Self.original(level)
        case .grey: (level, level, level)
        case .viridis: Self.viridis(level)
        }
      return Self.byte(red) << 16 | Self.byte(green) << 8 | Self.byte(blue)
    }
  }

  private static func byte(_ part: Double) -> UInt32 {
    UInt32(min(max(part, 0), 1) * 255 + 0.5)
  }

  /// Hue from 0.6666 down to 0, full saturation, brightness √level; then red and green change places.
  private static func original(_ level: Double) -> (Double, Double, Double) {
    let hue = (0.6666 - 0.6666 * level) * 6
    let brightness = level.squareRoot()
    let sector = Int(hue)
    let fraction = hue - Double(sector)
    let (falling, rising) = (brightness * (1 - fraction), brightness * fraction)
    let (red, green, blue) =
      switch sector {
      case 0: (brightness, rising, 0.0)
      case 1: (falling, brightness, 0.0)
      case 2: (0.0, brightness, rising)
      default: (0.0, falling, brightness)
      }
    return (green, red, blue)
  }

  /// matplotlib's viridis (Smith and van der Walt, CC0) as polynomials of degree 6 (Zucker, CC0).
  private static func viridis(_ level: Double) -> (Double, Double, Double) {
    func value(_ coefficients: [Double]) -> Double {
      coefficients.reversed().reduce(0) { $0 * level + $1 }
    }
    return (
      value([0.277727, 0.105093, -0.330862, -4.634230, 6.228270, 4.776385, -5.435456]),
      value([0.005407, 1.404614, 0.214848, -5.799101, 14.179933, -13.745145, 4.645853]),
      value([0.334100, 1.384590, 0.095095, -19.332441, 56.690553, -65.353033, 26.312435])
    )
  }
}
