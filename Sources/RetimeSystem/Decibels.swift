// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// Ratios as people read them.
public enum Decibels {
  /// Ten times the decimal logarithm of a ratio of powers.
  public static func ofPower(_ ratio: Double) -> Double { 10 * log10(ratio) }

  /// The amplitude of a level, 1 for 0 dB.
  public static func amplitude(_ level: Double) -> Double { pow(10, level / 20) }

  /// The level of an amplitude, 0 dB for 1.
  public static func ofAmplitude(_ amplitude: Double) -> Double { 20 * log10(amplitude) }
}
