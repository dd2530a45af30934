// SPDX-License-Identifier: MPL-2.0

/// One audio sample as it lies in memory.
///
/// Kernels compute in `Double` and round once. Integer formats keep their integer scale: an `Int16`
/// of 32767 is 32767.0. Silence is 0 in every format, also in offset binary.
public protocol AudioSample: BitwiseCopyable, Sendable {
  /// The sample nearest to `value`.
  ///
  /// Integers: ties to even, saturating, NaN is silence. Floats: as IEEE 754 converts.
  init(rounding value: Double)

  /// The sample nearest to `value`, which lies between two samples of the type.
  ///
  /// The same as `init(rounding:)` there, and quicker.
  init(roundingInRange value: Double)

  /// The exact value.
  var doubleValue: Double { get }

  /// What kernels add to each value: so much that a sum is rounded to a whole number by itself.
  ///
  /// 0 where values have fractions, or so many bits that kernels must round twice.
  static var kernelOffset: Double { get }

  /// The sample nearest to `value` - ``kernelOffset``, which lies between two samples of the type.
  init(roundingFromKernel value: Double)

  /// Whether samples are integers: always finite, and with room to spare in a `Double`.
  static var isInteger: Bool { get }

  /// The sample of no sound.
  static var silence: Self { get }
}

extension AudioSample {
  /// 0.
  @inline(__always)
  public static var kernelOffset: Double { 0 }

  /// The same as `init(roundingInRange:)`.
  @inline(__always)
  public init(roundingFromKernel value: Double) { self.init(roundingInRange: value) }

  /// The exact value + ``kernelOffset``.
  @inline(__always)
  var kernelValue: Double {
    // Adding 0 would make 0 of -0.
    Self.kernelOffset == 0 ? doubleValue : doubleValue + Self.kernelOffset
  }
}

extension Float: AudioSample {
  /// The `Float` nearest to `value`, ties to even.
  @inline(__always)
  public init(rounding value: Double) { self = Float(value) }

  /// The same as `init(rounding:)`.
  @inline(__always)
  public init(roundingInRange value: Double) { self = Float(value) }

  /// The exact value.
  @inline(__always)
  public var doubleValue: Double { Double(self) }

  /// False.
  @inline(__always)
  public static var isInteger: Bool { false }

  /// 0.
  public static var silence: Float { 0 }
}

extension Double: AudioSample {
  /// `value` itself.
  @inline(__always)
  public init(rounding value: Double) { self = value }

  /// The same as `init(rounding:)`.
  @inline(__always)
  public init(roundingInRange value: Double) { self = value }

  /// The value itself.
  @inline(__always)
  public var doubleValue: Double { self }

  /// False.
  @inline(__always)
  public static var isInteger: Bool { false }

  /// 0.
  public static var silence: Double { 0 }
}
