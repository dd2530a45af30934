// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstFraction`: two whole numbers of 32 bits, of which the lower one is above 0.
public struct Fraction: Hashable, Sendable {
  /// The number above the line, and the one below it.
  public let numerator: Int32, denominator: Int32

  /// A fraction; nil where the denominator is not above 0.
  public init?(_ numerator: Int32, _ denominator: Int32) {
    guard denominator > 0 else { return nil }
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The fraction 1.
  public static let one = Fraction(whole: 1)

  /// A whole number.
  public init(whole number: Int32) { (numerator, denominator) = (number, 1) }

  /// What a GValue of a fraction's type holds.
  init?(_ value: UnsafePointer<GValue>) {
    unsafe self.init(
      gst_value_get_fraction_numerator(value),
      gst_value_get_fraction_denominator(value)
    )
  }
}
