// SPDX-License-Identifier: MPL-2.0

/// Counts samples beyond full scale, and integers at its ends, which are what such samples become.
public struct OverCount: Sendable, Equatable {
  /// The number of samples.
  public private(set) var count = 0
  /// The greatest magnitude of a finite sample beyond full scale, else full scale; 1 for integers, of which it is not known.
  public private(set) var peak: Double
  private let fullScale: Double

  /// A count of nothing.
  ///
  /// - Parameter fullScale: The greatest magnitude of a float that is not counted; integers ignore it.
  public init(fullScale: Double = 1) { (peak, self.fullScale) = (fullScale, fullScale) }

  /// Adds samples of any format.
  ///
  /// Complexity: O(*n*), a comparison or two for each sample.
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func add<Sample: AudioSample>(_ samples: Span<Sample>) {
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
