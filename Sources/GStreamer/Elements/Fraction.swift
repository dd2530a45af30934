// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstFraction`: two 32-bit integers, with a denominator above 0.
public struct Fraction: Hashable, Sendable {
  /// The numerator and the denominator.
  public let numerator: Int32, denominator: Int32

  /// Creates a fraction; nil where the denominator is not above 0.
  public init?(_ numerator: Int32, _ denominator: Int32) {
    guard denominator > 0 else { return nil }
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The fraction 1.
  public static let one = Fraction(whole: 1)

  /// Creates a fraction from an integer.
  public init(whole number: Int32) { (numerator, denominator) = (number, 1) }

  /// Reads the fraction from a GValue of its type.
  init?(_ value: UnsafePointer<GValue>) {
    unsafe self.init(
      gst_value_get_fraction_numerator(value),
      gst_value_get_fraction_denominator(value)
    )
  }
}
