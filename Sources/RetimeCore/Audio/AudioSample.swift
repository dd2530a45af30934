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

  /// Whether samples are integers: always finite, and with room to spare in a `Double`.
  static var isInteger: Bool { get }

  /// The sample of no sound.
  static var silence: Self { get }
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
