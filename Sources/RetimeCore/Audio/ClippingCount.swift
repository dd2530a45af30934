// SPDX-License-Identifier: MPL-2.0

/// A count of the samples beyond full scale.
///
/// Integers count at their minimum and maximum, to which samples beyond full scale saturate.
package struct ClippingCount: Sendable, Equatable {
  /// The number of samples counted.
  package private(set) var count = 0
  /// The greatest magnitude of a finite sample beyond full scale; full scale if there is none, or for integers.
  package private(set) var peak: Double
  private let fullScale: Double

  /// Creates an empty count.
  ///
  /// - Parameter fullScale: The greatest magnitude of a float that is not counted; integers ignore
  ///   it.
  package init(fullScale: Double = 1) { (peak, self.fullScale) = (fullScale, fullScale) }

  /// Counts the samples of any format.
  ///
  /// Complexity: O(*n*), one or two comparisons per sample.
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  package mutating func add<Sample: AudioSample>(_ samples: Span<Sample>) {
    guard Sample.isInteger else {
      for index in samples.indices {
        let magnitude = abs(samples[index].doubleValue)
        guard magnitude > fullScale else { continue }
        count += 1
        if magnitude.isFinite { peak = max(peak, magnitude) }
      }
      return
    }
    let low = Sample(rounding: -.infinity).doubleValue
    let high = Sample(rounding: .infinity).doubleValue
    for index in samples.indices {
      let value = samples[index].doubleValue
      if value <= low || value >= high { count += 1 }
    }
  }
}
