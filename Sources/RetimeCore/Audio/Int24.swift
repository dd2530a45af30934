// SPDX-License-Identifier: MPL-2.0

/// A 24-bit sample packed in three little-endian bytes: GStreamer's S24LE.
public struct Int24: Hashable, Sendable, BitwiseCopyable {
  private var low: UInt8
  private var middle: UInt8
  private var high: UInt8

  /// Creates a sample from the low 24 bits of `value`.
  @inline(__always)
  public init(truncating value: Int32) {
    low = UInt8(truncatingIfNeeded: value)
    middle = UInt8(truncatingIfNeeded: value &>> 8)
    high = UInt8(truncatingIfNeeded: value &>> 16)
  }

  /// The value, from -8388608 to 8388607.
  @inline(__always)
  public var value: Int32 {
    Int32(low) | Int32(middle) &<< 8 | Int32(Int8(bitPattern: high)) &<< 16
  }
}

extension Int24: AudioSample {
  /// Creates the sample nearest to `value`.
  @inline(__always)
  public init(rounding value: Double) { self.init(roundingInRange: clampedTo24(value)) }

  /// Creates the sample nearest to `value`, which is in range.
  @inline(__always)
  public init(roundingInRange value: Double) {
    self.init(truncating: Int32(roundingInRange: value))
  }

  /// The exact value as a `Double`.
  @inline(__always)
  public var doubleValue: Double { Double(value) }

  /// Always `true`.
  @inline(__always)
  public static var isInteger: Bool { true }

  /// The sample 0.
  public static var silence: Int24 { Int24(truncating: 0) }
}

/// A 24-bit sample in the low bits of a 32-bit word: GStreamer's S24_32, in native byte order.
///
/// The upper byte is ignored when read, and extends the sign when written.
public struct Int24In32: Hashable, Sendable, BitwiseCopyable {
  /// The word in its memory format.
  public var word: Int32

  /// Creates a sample from `word`, whatever its upper byte holds.
  @inline(__always)
  public init(word: Int32) {
    self.word = word
  }

  /// The value, from -8388608 to 8388607.
  @inline(__always)
  public var value: Int32 { (word &<< 8) &>> 8 }
}

extension Int24In32: AudioSample {
  /// Creates the sample nearest to `value`.
  @inline(__always)
  public init(rounding value: Double) { self.init(roundingInRange: clampedTo24(value)) }

  /// Creates the sample nearest to `value`, which is in range.
  @inline(__always)
  public init(roundingInRange value: Double) { self.init(word: Int32(roundingInRange: value)) }

  /// The exact value as a `Double`.
  @inline(__always)
  public var doubleValue: Double { Double(value) }

  /// Always `true`.
  @inline(__always)
  public static var isInteger: Bool { true }

  /// The sample 0.
  public static var silence: Int24In32 { Int24In32(word: 0) }
}
