// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// Conversions between ratios and decibels.
public enum Decibels {
  /// Returns a ratio of powers in dB: ten times its decimal logarithm.
  public static func ofPower(_ ratio: Double) -> Double { 10 * log10(ratio) }

  /// Returns the amplitude of a level in dB; 1 for 0 dB.
  public static func amplitude(_ level: Double) -> Double { pow(10, level / 20) }

  /// Returns the level of an amplitude in dB; 0 dB for 1.
  public static func ofAmplitude(_ amplitude: Double) -> Double { 20 * log10(amplitude) }
}
