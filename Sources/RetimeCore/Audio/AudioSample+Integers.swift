// SPDX-License-Identifier: MPL-2.0

/// Returns a bit pattern whose low bits are `value` rounded to the nearest integer, ties to even.
///
/// The addition of 1.5 × 2⁵² rounds off the fraction in the default rounding mode and leaves the
/// integer in the low bits: two instructions, where `rounded()` is a library call on processors
/// without SSE4.1. Valid for |value| < 2⁵¹.
@inline(__always)
private func roundedBits(_ value: Double) -> UInt64 { (value + 0x1.8p52).bitPattern }

/// Returns `value` clamped to `range`; NaN becomes 0.
@inline(__always)
private func clamped(_ value: Double, to range: ClosedRange<Double>) -> Double {
  let number = value == value ? value : 0
  let low = number < range.lowerBound ? range.lowerBound : number
  return low > range.upperBound ? range.upperBound : low
}

// Signed integers keep their own scale.
extension AudioSample where Self: SignedInteger & FixedWidthInteger {
  /// Creates the sample nearest to `value`.
  @inline(__always)
  public init(rounding value: Double) {
    self.init(roundingInRange: clamped(value, to: Double(Self.min)...Double(Self.max)))
  }

  /// Creates the sample nearest to `value`, which is in range.
  @inline(__always)
  public init(roundingInRange value: Double) {
    self.init(truncatingIfNeeded: roundedBits(value))
  }

  /// The exact value as a `Double`.
  @inline(__always)
  public var doubleValue: Double { Double(self) }

  /// Always `true`.
  @inline(__always)
  public static var isInteger: Bool { true }

  /// The sample 0.
  public static var silence: Self { 0 }
}

extension Int8: AudioSample {}
extension Int16: AudioSample {
  /// 1.5 · 2⁵², where neighbouring `Double` values are 1 apart.
  @inline(__always)
  public static var kernelOffset: Double { 0x1.8p52 }

  /// Creates a sample from the low bits of `value`, which is a whole number.
  @inline(__always)
  public init(roundingFromKernel value: Double) {
    self.init(truncatingIfNeeded: value.bitPattern)
  }
}
extension Int32: AudioSample {}

extension UInt8: AudioSample {
  /// Creates the offset binary sample nearest to `value`, from -128 to 127.
  @inline(__always)
  public init(rounding value: Double) {
    self.init(roundingInRange: clamped(value, to: -128...127))
  }

  /// Creates the sample nearest to `value`, which is in range.
  @inline(__always)
  public init(roundingInRange value: Double) {
    self = UInt8(truncatingIfNeeded: roundedBits(value)) &+ 128
  }

  /// The value, from -128 to 127.
  @inline(__always)
  public var doubleValue: Double { Double(Int(self) &- 128) }

  /// Always `true`.
  @inline(__always)
  public static var isInteger: Bool { true }

  /// The sample 128, the middle of offset binary.
  public static var silence: UInt8 { 128 }
}

/// Returns `value` clamped to the range of 24 bits; NaN becomes 0.
@inline(__always)
func clampedTo24(_ value: Double) -> Double { clamped(value, to: -0x80_0000...0x7F_FFFF) }
