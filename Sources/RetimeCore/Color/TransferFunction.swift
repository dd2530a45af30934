// SPDX-License-Identifier: MPL-2.0

/// The conversion of HDR code values to light.
package enum TransferFunction: String, Sendable, Codable {
  /// The perceptual quantiser: absolute, up to 10,000 nits (SMPTE ST 2084:2014; ITU-R BT.2100-2, table 4).
  case pq
  /// Hybrid log-gamma: relative to the scene (ARIB STD-B67; ITU-R BT.2100-2, table 5).
  case hlg
}

/// The perceptual quantiser of SMPTE ST 2084.
package enum PerceptualQuantizer {
  private static let m1 = 2610.0 / 16384, m2 = 2523.0 / 32
  private static let c1 = 3424.0 / 4096, c2 = 2413.0 / 128, c3 = 2392.0 / 128

  /// Returns the light in nits of a signal from 0 to 1.
  package static func nits(signal: Double) -> Double {
    let root = power(min(max(signal, 0), 1), 1 / m2)
    return 10_000 * power(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// The signal from 0 to 1 for light from 0 to 10,000 nits.
  package static func signal(nits: Double) -> Double {
    let root = power(min(max(nits, 0), 10_000) / 10_000, m1)
    return power((c1 + c2 * root) / (1 + c3 * root), m2)
  }
}

/// Hybrid log-gamma of ITU-R BT.2100, shown on a display of 1,000 nits.
package enum HybridLogGamma {
  /// The peak of the display for which BT.2100 gives the system gamma 1.2, in nits.
  package static let peakNits = 1000.0
  /// The exponent of the scene's luminance that each component is multiplied by: the system gamma less 1.
  static let gammaRest = 0.2

  /// Returns the scene light, from 0 to 1, of a signal from 0 to 1.
  package static func scene(signal: Double) -> Double {
    let signal = min(max(signal, 0), 1)
    guard signal > 0.5 else { return signal * signal / 3 }
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return (exponential2((signal - c) / a * 1.4426950408889634) + b) / 12
  }
}
