// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// Ratios as people read them.
public enum Decibels {
  /// Ten times the decimal logarithm of a ratio of powers.
  ///
  /// Wraps `log10`.
  public static func ofPower(_ ratio: Double) -> Double { 10 * log10(ratio) }
}
