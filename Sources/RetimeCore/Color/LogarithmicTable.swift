// SPDX-License-Identifier: MPL-2.0

/// A function of light as a table whose entries lie as floating-point numbers do: equally many for each power
/// of two, so that dark and bright values are equally exact.
///
/// The first bits of an argument are the index, and the others say how far it is to the next entry, so that
/// looking up takes no logarithm and no division. With 64 entries for a power of two and straight lines between
/// them, a power such as 1 ÷ 2.4 is met within a hundred-thousandth of itself.
struct LogarithmicTable: Sendable {
  /// Bits of the significand that choose the entry.
  private static let precision: UInt32 = 6
  private static let shift = 23 - precision
  private static let rest: UInt32 = 1 << shift - 1
  /// Entries stand for 2⁻³⁰ and more; what is darker has the value of 0.
  private static let smallest: Float = 0x1p-30

  private let values: [Float]
  private let zero: Float, largest: Float
  private let first: Int

  /// A table of `function` for arguments up to `largest`, whose value those above have too.
  init(upTo largest: Float, _ function: (Double) -> Double) {
    let first = Self.index(of: Self.smallest)
    let count = Self.index(of: max(largest, Self.smallest)) - first + 2
    self.first = first
    self.largest = largest
    zero = Float(function(0))
    values = (0..<count).map { index in
      Float(function(Double(Float(bitPattern: UInt32(first + index) << Self.shift))))
    }
  }

  /// The value for an argument, which is clamped to what the table has.
  @inline(__always) subscript(_ argument: Float) -> Float {
    guard argument > Self.smallest else { return zero }
    let bits = min(argument, largest).bitPattern
    let index = Int(bits &>> Self.shift) &- first
    let (low, high) = (values[index], values[index &+ 1])
    return low + (high - low) * (Float(bits & Self.rest) * (1 / Float(Self.rest + 1)))
  }

  private static func index(of argument: Float) -> Int { Int(argument.bitPattern >> shift) }
}
