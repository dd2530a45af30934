// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import Testing

@Suite struct `A factor` {
  @Test(arguments: [
    ("0.37", 37, 100, "0.37"), ("2", 2, 1, "2"), ("1e-3", 1, 1000, "0.001"), ("+1.50", 3, 2, "1.5"),
    (".5", 1, 2, "0.5"), ("5.", 5, 1, "5"), ("2/3", 2, 3, "2/3"), ("1E4", 10_000, 1, "10000"),
    ("0.00001", 1, 100_000, "0.00001"), ("1.5/2", 3, 4, "0.75"), ("12.5e-1", 5, 4, "1.25"),
    ("0.500000000000000000000000000000", 1, 2, "0.5"), ("1/1024", 1, 1024, "0.0009765625"),
  ])
  func `A factor keeps the exact value of its text`(
    text: String,
    numerator: Int64,
    denominator: Int64,
    description: String
  ) throws {
    let factor = try Factor(parsing: text)
    #expect(factor.rational == Rational(numerator, denominator))
    #expect(factor.description == description)
    #expect(try Factor(parsing: factor.description) == factor)
  }

  @Test(arguments: [
    "", " ", "nan", "inf", "-inf", "two", "1,5", "0x10", "1e", "e5", ".", "-", "1/", "/2", "1/2/3",
    "1/0", "1 ", "1..2", "½", "2/-",
  ])
  func `A factor that is not a number is refused`(text: String) {
    #expect(throws: FactorError.notANumber(text)) { try Factor(parsing: text) }
  }

  @Test(arguments: [
    (2, 3), (1, 3), (4, 3), (100, 37), (1, 7), (30000, 1001), (1001, 30000), (355, 113),
    (1, 99_999),
    (9999, 7), (123_456, 65_537),
  ])
  func `A printed quotient of two integers is that quotient`(
    numerator: Int64,
    denominator: Int64
  ) throws {
    let text = "\(Double(numerator) / Double(denominator))"
    #expect(try Factor(parsing: text).rational == Rational(numerator, denominator), "\(text)")
    let speed = try Factor.speed(parsing: "\(Double(denominator) / Double(numerator))")
    #expect(speed.rational == Rational(numerator, denominator))
  }

  @Test(arguments: [
    "0.6666666666666666", "0.6666666666666667", "0.66666666666666663", "0.66666666666666666666",
    "0.6666666666666666666666666667", "6.666666666666666e-1", "66666666666666666e-17",
  ])
  func `Sixteen digits or more are taken for a rounded quotient`(text: String) throws {
    #expect(try Factor(parsing: text).description == "2/3")
  }

  @Test(arguments: ["0.666666666666666", "0.1234567890123"])
  func `Fewer digits are exact`(text: String) throws {
    #expect(try Factor(parsing: text).description == text)
  }

  @Test(arguments: ["0", "-1", "-0.0", "0/5", "0.000009", "10000.1", "10001", "1e30"])
  func `A factor out of range is refused`(text: String) {
    #expect(throws: FactorError.outOfRange(text)) { try Factor(parsing: text) }
  }

  @Test(arguments: ["1e400", "1.00000000000000001e-40", "1/0.99999999999999999", "1e-40"])
  func `A factor whose terms do not fit is refused`(text: String) {
    #expect(throws: FactorError.tooFine(text)) { try Factor(parsing: text) }
  }

  @Test func `The factor of a speed is its exact inverse`() throws {
    #expect(try Factor.speed(parsing: "3").rational == Rational(1, 3))
    #expect(try Factor.speed(parsing: "0.37").description == "100/37")
    #expect(throws: FactorError.speedOutOfRange("0")) { try Factor.speed(parsing: "0") }
    #expect(throws: FactorError.speedOutOfRange("-2")) { try Factor.speed(parsing: "-2") }
    #expect(throws: FactorError.notANumber("fast")) { try Factor.speed(parsing: "fast") }
  }

  @Test func `The factor of two durations is their exact quotient`() throws {
    let source = RationalTime(299 * 1001, 30000)
    let factor = try Factor(output: RationalTime(10, 1), source: source)
    #expect(TimeMap(factor: factor).outputTime(ofSource: source) == RationalTime(10, 1))
    #expect(throws: FactorError.self) { try Factor(output: source, source: .zero) }
    #expect(throws: FactorError.self) { try Factor(output: .zero, source: source) }
  }

  @Test func `The error shows the value given and the range allowed`() {
    #expect(
      "\(FactorError.outOfRange("-1"))"
        == "factor -1 is out of range: allowed is 1/100000 to 10000 (2 is twice as long)"
    )
  }

  @Test func `A factor from integers has the checks of one from text`() throws {
    #expect(try Factor(numerator: 3, denominator: 6).description == "0.5")
    #expect(throws: FactorError.notANumber("1/0")) { try Factor(numerator: 1, denominator: 0) }
    #expect(throws: FactorError.self) { try Factor(numerator: .max, denominator: .max - 1) }
    #expect(Factor.identity.doubleValue == 1)
  }
}

@Suite struct `A frame rate` {
  @Test(arguments: [
    ("30", "30"), ("30000/1001", "30000/1001"), ("29.97", "2997/100"), ("23.976", "2997/125"),
    ("60/2", "30"), ("1000", "1000"), ("0.1", "1/10"),
  ])
  func `A frame rate keeps the exact value of its text`(text: String, description: String) throws {
    #expect(try FrameRate(parsing: text).description == description)
  }

  @Test func `An invalid frame rate is refused with a reason`() {
    #expect(throws: FrameRateError.notANumber("source")) { try FrameRate(parsing: "source") }
    #expect(throws: FrameRateError.outOfRange("0")) { try FrameRate(parsing: "0") }
    #expect(throws: FrameRateError.outOfRange("1000.1")) { try FrameRate(parsing: "1000.1") }
    #expect(throws: FrameRateError.outOfRange("-30")) { try FrameRate(parsing: "-30") }
    #expect(throws: FrameRateError.tooFine("29.97002997003")) {
      try FrameRate(parsing: "29.97002997003")
    }
    #expect(throws: FrameRateError.notANumber("30/0")) {
      try FrameRate(numerator: 30, denominator: 0)
    }
  }

  @Test func `Tick times do not drift`() throws {
    let rate = try FrameRate(numerator: 30_000, denominator: 1_001)
    #expect(rate.time(ofTick: 30_000 * 3_600) == RationalTime(1_001 * 3_600, 1))
  }
}
