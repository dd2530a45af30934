// SPDX-License-Identifier: MPL-2.0

/// The weights of four components in a row for a place between the middle two, in 1/64.
///
/// Cubic convolution (Keys, IEEE Transactions on Acoustics, Speech and Signal Processing 29, 1981) with the slope -0.55: a
/// little sharper than with -0.5, since blocks that overlap are blurred.
enum Taps {
  /// From -1 on, for each sixteenth.
  static let cubic: InlineArray<16, SIMD4<Int32>> = [
    SIMD4(0, 64, 0, 0), SIMD4(-2, 63, 3, 0), SIMD4(-3, 61, 6, 0), SIMD4(-4, 59, 10, -1),
    SIMD4(-5, 56, 15, -2), SIMD4(-5, 51, 20, -2), SIMD4(-5, 47, 25, -3), SIMD4(-5, 42, 31, -4),
    SIMD4(-4, 36, 36, -4), SIMD4(-4, 31, 42, -5), SIMD4(-3, 25, 47, -5), SIMD4(-2, 20, 51, -5),
    SIMD4(-2, 15, 56, -5), SIMD4(-1, 10, 59, -4), SIMD4(0, 6, 61, -3), SIMD4(0, 3, 63, -2),
  ]

  /// Bits of a component's fraction where it is multiplied with the window.
  @inline(__always)
  static func fractionBits<Component: FixedWidthInteger>(_: Component.Type) -> Int32 {
    Component.bitWidth == 8 ? 10 : 4
  }
}

/// Rows of eight components of a block that is moved by a part of a component, one after the other.
@safe struct MovedBlock<Component: FixedWidthInteger & UnsignedInteger> {
  private var row: UnsafePointer<Component>
  private let stride: Int
  private let across, down: SIMD4<Int32>
  private let short: SIMD4<Int16>
  private let share: Int32
  private var a = SIMD8<Int32>.zero, b = SIMD8<Int32>.zero, c = SIMD8<Int32>.zero

  /// - Parameters:
  ///   - plane: The plane.
  ///   - left: The block's first column.
  ///   - rows: The rows of it that are made.
  ///   - by: How far it is moved, in 1/16.
  ///   - share: What it is multiplied with, in 1/64.
  @inline(__always)
  init(
    _ plane: PlaneView<Component>,
    left: Int,
    rows: Range<Int>,
    by: (x: Int, y: Int),
    share: Int32
  ) {
    let (x, y) = (16 &* left &+ by.x, 16 &* rows.lowerBound &+ by.y)
    unsafe row = plane.address(x: x &>> 4, y: y &>> 4, width: 34, height: 34) - 1 - plane.stride
    stride = plane.stride
    across = Taps.cubic[x & 15]
    short = SIMD4(
      Int16(truncatingIfNeeded: across.x),
      Int16(truncatingIfNeeded: across.y),
      Int16(truncatingIfNeeded: across.z),
      Int16(truncatingIfNeeded: across.w)
    )
    let taps = Taps.cubic[y & 15]
    down = Component.bitWidth == 8 ? taps &* share : taps
    self.share = share
  }

  /// Goes to a column of the block.
  @inline(__always)
  mutating func begin(_ column: Int) {
    unsafe row += column
    a = unsafe sum(row)
    b = unsafe sum(row + stride)
    c = unsafe sum(row + 2 &* stride)
    unsafe row += 3 &* stride
  }

  /// The next row: times 64 in each direction, and times the share; for more than 8 bits without one of the 64.
  @inline(__always)
  mutating func next() -> SIMD8<Int32> {
    let d = unsafe sum(row)
    let value = a &* down.x &+ b &* down.y &+ c &* down.z &+ d &* down.w
    (a, b, c) = (b, c, d)
    unsafe row += stride
    return Component.bitWidth == 8 ? value : ((value &+ 32) &>> 6) &* share
  }

  /// Four components in a row times their weights.
  @inline(__always)
  private func sum(_ pointer: UnsafePointer<Component>) -> SIMD8<Int32> {
    let pointer = unsafe UnsafeRawPointer(pointer)
    if Component.bitWidth == 8 {
      let (a, b, c, d) = unsafe (
        Self.short(pointer), Self.short(pointer + 1), Self.short(pointer + 2),
        Self.short(pointer + 3)
      )
      return widened(a &* short.x &+ b &* short.y &+ c &* short.z &+ d &* short.w)
    }
    let (a, b, c, d) = unsafe (
      Self.long(pointer), Self.long(pointer + 2), Self.long(pointer + 4), Self.long(pointer + 6)
    )
    return a &* across.x &+ b &* across.y &+ c &* across.z &+ d &* across.w
  }

  @inline(__always)
  private static func short(_ pointer: UnsafeRawPointer) -> SIMD8<Int16> {
    unsafe unsafeBitCast(
      widened(pointer.loadUnaligned(as: SIMD8<UInt8>.self)),
      to: SIMD8<Int16>.self
    )
  }

  @inline(__always)
  private static func long(_ pointer: UnsafeRawPointer) -> SIMD8<Int32> {
    unsafe widened(pointer.loadUnaligned(as: SIMD8<UInt16>.self))
  }
}
