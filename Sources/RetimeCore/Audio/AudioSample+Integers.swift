// SPDX-License-Identifier: MPL-2.0

/// `value` rounded to the nearest integer, ties to even, kept inside `range`; NaN becomes 0.
///
/// The bits below the point of value + 1.5 × 2⁵² are rounded off by the addition itself, in the
/// default rounding mode, and the integer is left in the low bits: two instructions, where
/// `rounded()` is a library call on processors without SSE4.1. Right for |value| < 2⁵¹, which `range`,
/// of at most 32 bits, sees to.
@inline(__always)
private func roundedBits(_ value: Double, in range: ClosedRange<Double>) -> UInt64 {
  let number = value == value ? value : 0
  let low = number < range.lowerBound ? range.lowerBound : number
  let clamped = low > range.upperBound ? range.upperBound : low
  return (clamped + 0x1.8p52).bitPattern
}

extension UInt8: AudioSample {
  /// The offset binary sample nearest to `value`, from -128 to 127.
  @inline(__always)
  public init(rounding value: Double) {
    self = UInt8(truncatingIfNeeded: roundedBits(value, in: -128...127)) &+ 128
  }

  /// The value from -128 to 127.
  @inline(__always)
  public var doubleValue: Double { Double(Int(self) &- 128) }

  /// 128, the middle of offset binary.
  public static var silence: UInt8 { 128 }
}

extension Int16: AudioSample {
  /// The sample nearest to `value`.
  @inline(__always)
  public init(rounding value: Double) {
    self = Int16(truncatingIfNeeded: roundedBits(value, in: -0x8000...0x7FFF))
  }

  /// The exact value.
  @inline(__always)
  public var doubleValue: Double { Double(self) }

  /// 0.
  public static var silence: Int16 { 0 }
}

extension Int32: AudioSample {
  /// The sample nearest to `value`.
  @inline(__always)
  public init(rounding value: Double) {
    self = Int32(truncatingIfNeeded: roundedBits(value, in: -0x8000_0000...0x7FFF_FFFF))
  }

  /// The exact value.
  @inline(__always)
  public var doubleValue: Double { Double(self) }

  /// 0.
  public static var silence: Int32 { 0 }
}

/// The 24-bit integer nearest to `value`, saturating; NaN becomes 0.
@inline(__always)
func rounded24(_ value: Double) -> Int32 {
  Int32(truncatingIfNeeded: roundedBits(value, in: -0x80_0000...0x7F_FFFF))
}
