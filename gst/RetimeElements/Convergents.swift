// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The convergents of a positive fraction: the best approximations by fractions, and last itself.
struct Convergents: Sequence, IteratorProtocol {
  private var before: (Int128, Int128) = (0, 1)
  private var last: (Int128, Int128) = (1, 0)
  private var rest: (numerator: Int128, denominator: Int128)

  init(of value: Rational) { rest = (value.numerator, value.denominator) }

  /// Creates the convergents of a number from 2⁻³⁰ to 2³⁰, which is a binary fraction; others have none.
  init(of value: Double) {
    // The lowest of the 53 bits of such a number is not below 2⁻⁸³.
    rest = value >= 0x1p-30 && value <= 0x1p30 ? (Int128(value * 0x1p83), 1 << 83) : (0, 0)
  }

  mutating func next() -> (numerator: Int128, denominator: Int128)? {
    guard rest.denominator > 0 else { return nil }
    let (whole, remainder) = rest.numerator.quotientAndRemainder(dividingBy: rest.denominator)
    rest = (rest.denominator, remainder)
    (before, last) = (last, (whole * last.0 + before.0, whole * last.1 + before.1))
    return last
  }
}
