// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import Testing

@Suite struct `Parsing numbers` {
  @Test(
    arguments: [
      ("0.37", 37, 100), ("-2", -2, 1), ("+.5e1", 5, 1), ("1e-3", 1, 1000),
      ("30000/1001", 30_000, 1001), ("0.5/0.25", 2, 1), ("0e99999999999999999999", 0, 1),
      ("10e-1", 1, 1),
    ]
  )
  func `A text gives its exact number`(text: String, numerator: Int64, denominator: Int64) throws {
    #expect(try Rational(parsing: text) == Rational(numerator, denominator))
  }

  @Test(
    arguments: [
      // The largest exponent that 128 bits hold: with the digits after the point it exceeds them.
      "0.12e-170141183460469231731687303715884105727", "1e170141183460469231731687303715884105727",
      "0.00e-999999999999999999999999999999999999999999", "1e39", "1e-39", "9e4294967296",
      "170141183460469231731687303715884105728", "1e20/3e-20", "0.1234567890123456789012345/7",
    ]
  )
  func `A text of too many digits is refused`(text: String) {
    #expect(throws: NumberTextError.tooLong) { try Rational(parsing: text) }
  }

  @Test(
    arguments: [
      "", ".", "-", "e5", "1e", "1e+", "1/", "/2", "1/0", "1/2/3", "0x10", "1 ", "nan", "١",
    ]
  )
  func `A text that is not a number is refused`(text: String) {
    #expect(throws: NumberTextError.malformed) { try Rational(parsing: text) }
  }
}
