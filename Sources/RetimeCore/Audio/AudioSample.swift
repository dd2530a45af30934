// SPDX-License-Identifier: MPL-2.0

/// An audio sample in its memory format.
///
/// Kernels compute in `Double` and round once. Integer formats keep their integer scale: an `Int16`
/// of 32767 is 32767.0. Silence is the value 0 in every format, including offset binary.
public protocol AudioSample: BitwiseCopyable, Sendable {
  /// Creates the sample nearest to `value`.
  ///
  /// Integers round ties to even and saturate; NaN is silence. Floats convert as IEEE 754
  /// specifies.
  init(rounding value: Double)

  /// Creates the sample nearest to `value`, which lies within the range of the type.
  ///
  /// Gives the same result as `init(rounding:)` for such values, and is faster.
  init(roundingInRange value: Double)

  /// The exact value as a `Double`.
  var doubleValue: Double { get }

  /// The offset that kernels add to each value, so that their last sum rounds to a whole number by itself.
  ///
  /// 0, the default, disables the offset: floats keep their fractions, and wide integers need one
  /// rounding of the sum and another to the sample.
  static var kernelOffset: Double { get }

  /// Creates the sample nearest to `value` - ``kernelOffset``, which lies within the range of the type.
  init(roundingFromKernel value: Double)

  /// Whether samples are integers, which are always finite and exact as a `Double`.
  static var isInteger: Bool { get }

  /// The sample of silence.
  static var silence: Self { get }
}

extension AudioSample {
  /// The default offset, 0.
  @inline(__always)
  public static var kernelOffset: Double { 0 }

  /// Creates the sample as `init(roundingInRange:)` does.
  @inline(__always)
  public init(roundingFromKernel value: Double) { self.init(roundingInRange: value) }

  /// The exact value plus ``kernelOffset``.
  @inline(__always)
  var kernelValue: Double {
    // Adding 0 would turn -0 into 0.
    Self.kernelOffset == 0 ? doubleValue : doubleValue + Self.kernelOffset
  }
}

extension Float: AudioSample {
  /// Creates the `Float` nearest to `value`, ties to even.
  @inline(__always)
  public init(rounding value: Double) { self = Float(value) }

  /// Creates the sample as `init(rounding:)` does.
  @inline(__always)
  public init(roundingInRange value: Double) { self = Float(value) }

  /// The exact value as a `Double`.
  @inline(__always)
  public var doubleValue: Double { Double(self) }

  /// Always `false`.
  @inline(__always)
  public static var isInteger: Bool { false }

  /// The sample 0.
  public static var silence: Float { 0 }
}

extension Double: AudioSample {
  /// Creates a copy of `value`.
  @inline(__always)
  public init(rounding value: Double) { self = value }

  /// Creates the sample as `init(rounding:)` does.
  @inline(__always)
  public init(roundingInRange value: Double) { self = value }

  /// The value itself.
  @inline(__always)
  public var doubleValue: Double { self }

  /// Always `false`.
  @inline(__always)
  public static var isInteger: Bool { false }

  /// The sample 0.
  public static var silence: Double { 0 }
}
