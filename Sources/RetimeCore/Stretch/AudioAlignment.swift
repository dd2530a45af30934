// SPDX-License-Identifier: MPL-2.0

/// A search for the delay of a piece of audio in one signal relative to another, by cross-correlation.
///
/// It uses two of the four lanes of a transform.
package struct AudioAlignment: Sendable {
  /// The result of a search.
  package struct Finding: Sendable, Equatable {
    /// The delay of the piece, in samples, with a fraction.
    package let lag: Double
    /// The correlation at that delay, from -1 to 1, independent of loudness.
    package let likeness: Double
    /// Whether no other delay matches as well; a steady tone matches again after each period.
    package let isCertain: Bool
  }

  /// The number of samples in a piece, and the maximum delay either way.
  package let window: Int, reach: Int
  private let transform: RealTransform
  /// The difference from the best correlation up to which others count as equal.
  private static let tie: Float = 0.02

  /// Creates a search.
  ///
  /// - Precondition: `window + 2 * reach` is a power of two from 16 on.
  package init(window: Int = 4096, reach: Int = 2048) {
    let size = window + 2 * reach
    (self.window, self.reach) = (window, reach)
    transform = RealTransform(size: size)
  }

  /// Returns the delay of `wanted` in `found`, which extends ``reach`` samples beyond either end.
  ///
  /// Nil if either is silent. `wanted` has ``window`` values, `found` twice ``reach`` more.
  /// - Complexity: O(n log n) for n values.
  package func find(_ wanted: [Float], in found: [Float]) -> Finding? {
    precondition(wanted.count == window && found.count == window + 2 * reach, "other lengths")
    let energy = wanted.reduce(0.0) { $0 + Double($1) * Double($1) }
    guard energy > 0, found.contains(where: { $0 != 0 }) else { return nil }
    let products = correlate(wanted, found)
    var sums = [0.0]
    sums.reserveCapacity(found.count + 1)
    for value in found { sums.append(sums[sums.count - 1] + Double(value) * Double(value)) }
    let likenesses = (0...2 * reach).map { lag -> Float in
      let there = sums[lag + window] - sums[lag]
      // The remainder of a sum of squares after rounding is not audio.
      guard there > energy * 1e-9 else { return 0 }
      return Float(Double(products[lag]) / (energy * there).squareRoot())
    }
    guard let best = likenesses.max() else { return nil }
    let peaks = likenesses.indices.filter { lag in
      let value = likenesses[lag]
      return value >= best - Self.tie && (lag == 0 || likenesses[lag - 1] <= value)
        && (lag == 2 * reach || likenesses[lag + 1] < value)
    }
    guard let chosen = peaks.min(by: { abs($0 - reach) < abs($1 - reach) }) else { return nil }
    return Finding(
      lag: Double(chosen - reach) + Self.top(likenesses, chosen),
      likeness: Double(likenesses[chosen]),
      isCertain: peaks.allSatisfy { abs($0 - chosen) <= 2 }
    )
  }

  /// Returns the distance of the vertex of the parabola through three values from the middle one.
  private static func top(_ values: [Float], _ index: Int) -> Double {
    guard index > 0, index + 1 < values.count else { return 0 }
    let (a, b, c) = (Double(values[index - 1]), Double(values[index]), Double(values[index + 1]))
    let curve = a - 2 * b + c
    return curve < 0 ? max(-0.5, min(0.5, (a - c) / (2 * curve))) : 0
  }

  /// Returns the sums of products at each delay.
  private func correlate(_ wanted: [Float], _ found: [Float]) -> [Float] {
    var frame = [ComplexLanes](repeating: .zero, count: transform.size / 2)
    var other = frame
    var bins = [ComplexLanes](repeating: .zero, count: transform.binCount)
    for index in frame.indices {
      let (even, odd) = (2 * index, 2 * index + 1)
      var lanes = ComplexLanes.zero
      (lanes.re[0], lanes.im[0]) = even < window ? (wanted[even], wanted[odd]) : (0, 0)
      (lanes.re[1], lanes.im[1]) = (found[even], found[odd])
      frame[index] = lanes
    }
    transform.forward(&frame, &other, into: &bins)
    for index in bins.indices {
      let bin = bins[index]
      var product = ComplexLanes.zero
      product.re[0] = bin.re[0] * bin.re[1] + bin.im[0] * bin.im[1]
      product.im[0] = bin.re[0] * bin.im[1] - bin.im[0] * bin.re[1]
      bins[index] = product
    }
    let isInOther = transform.inverse(bins, &frame, &other)
    // The bins of both signals are doubled, and the inverse transform multiplies by the number of
    // samples.
    let scale = 1 / (4 * Float(transform.size))
    return (0...2 * reach).map { lag in
      let lanes = isInOther ? other[lag / 2] : frame[lag / 2]
      return (lag.isMultiple(of: 2) ? lanes.im[0] : lanes.re[0]) * scale
    }
  }
}
