// SPDX-License-Identifier: MPL-2.0

/// Turns the magnitudes of a transform into levels from 0 to 255, without a logarithm for each.
///
/// The level of a magnitude v is dB ÷ max, cut off at 0 and 1, with dB = 20·log10(v ÷ size) and
/// max = 2·20·log10(32767 ÷ 1024), which is 60.2 dB. Level × 255, rounded down, is the index. So index i
/// begins at v = size · (32767 ÷ 1024)^(2i ÷ 255): 255 bounds, which are compared with.
public struct SpectrumLevels: Sendable {
  /// The number of levels.
  public static let count = 256
  /// The decibels at which the level is the highest.
  package static let decibels = 60.20546898007548

  /// The least magnitude of each index; the first is 0 and one after the last is never reached.
  private let bounds: [Double]
  /// For each step of an octave's 64th from `size` up, the index at its start.
  private let starts: [UInt8]
  private let firstStep: UInt64

  /// Levels for a transform of `size` samples.
  public init(size: Int) {
    let least = Double(size)
    bounds =
      [0] + (1..<Self.count).map { least * power(Self.step, $0) } + [Double.infinity]
    firstStep = Self.key(least)
    // A step is at most 1/64 of an octave long, and bounds are 2.75 % apart: no step has two of them.
    var starts: [UInt8] = []
    var index = 0
    while index < Self.count - 1 {
      let start = Double(bitPattern: (firstStep + UInt64(starts.count)) << Self.shift)
      while bounds[index + 1] <= start { index += 1 }
      starts.append(UInt8(index))
    }
    self.starts = starts
  }

  /// The quotient of one bound and the one before: the 255th root of (32767 ÷ 1024)².
  private static let step: Double = {
    let target = 32767.0 / 1024 * (32767.0 / 1024)
    var root = 1.0275
    for _ in 0..<8 { root -= (root - target / power(root, 254)) / 255 }
    return root
  }()

  private static let shift: UInt64 = 46
  private static func key(_ value: Double) -> UInt64 { value.bitPattern >> shift }

  /// The level of a magnitude of 0 or more, from 0 to 255; what is no number has level 0.
  @inline(__always)
  public func index(of magnitude: Double) -> UInt8 {
    guard magnitude >= bounds[1] else { return 0 }
    let step = Int(truncatingIfNeeded: Self.key(magnitude) &- firstStep)
    guard step < starts.count else { return UInt8(Self.count - 1) }
    let index = starts[step]
    return magnitude >= bounds[Int(index) + 1] ? index + 1 : index
  }
}

/// `base` multiplied with itself, by squaring.
private func power(_ base: Double, _ exponent: Int) -> Double {
  var (result, factor, rest) = (1.0, base, exponent)
  while rest > 0 {
    if rest & 1 == 1 { result *= factor }
    factor *= factor
    rest >>= 1
  }
  return result
}
