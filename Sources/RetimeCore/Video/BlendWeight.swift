// SPDX-License-Identifier: MPL-2.0

/// The share of the second of two frames in their mix, in steps of 2⁻¹⁵ from 0 to 1.
public struct BlendWeight: Hashable, Sendable {
  /// The weight times 32768: 0 is the first frame alone, 32768 the second.
  package let q15: Int32

  /// The weight of the first frame alone.
  package static let firstOnly = BlendWeight(q15: 0)

  /// The weight of the second frame alone.
  package static let secondOnly = BlendWeight(q15: 32_768)

  /// Creates the weight `q15` ÷ 32768.
  ///
  /// - Precondition: `q15` is in 0 ... 32768.
  package init(q15: Int32) {
    precondition((0...32_768).contains(q15), "weight is \(q15), must be in 0...32768")
    self.q15 = q15
  }

  /// Creates the weight nearest to `fraction`, clamped to 0 to 1; NaN is 0.
  public init(_ fraction: Double) {
    let clamped = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0
    q15 = Int32(clamped * 32_768 + 0.5)
  }

  /// The exact weight, from 0 to 1.
  public var doubleValue: Double { Double(q15) / 32_768 }
}
