// SPDX-License-Identifier: MPL-2.0

/// The peaks of a spectrum, and which bins belong to each: those up to the lowest between two peaks.
struct PeakRegions: Sendable {
  /// The bins of the peaks; below 0, none.
  private(set) var peaks: [Int] = []
  /// The first bin of each region, and at the end the one behind all.
  private(set) var begins: [Int] = []

  var count: Int { peaks.count }

  /// One region without a peak.
  mutating func removeAll(_ bins: Range<Int>) {
    peaks.removeAll(keepingCapacity: true)
    begins.removeAll(keepingCapacity: true)
    peaks.append(-1)
    begins.append(bins.lowerBound)
    begins.append(bins.upperBound)
  }

  /// Finds the bins that are higher than two neighbours on either side; of equals, the first.
  mutating func find(in energy: [Float], _ bins: Range<Int>) {
    peaks.removeAll(keepingCapacity: true)
    begins.removeAll(keepingCapacity: true)
    begins.append(bins.lowerBound)
    let energy = energy.span
    var (lowest, place) = (Float.infinity, bins.lowerBound)
    var k = bins.lowerBound + 2
    while k < bins.upperBound - 2 {
      let here = energy[k]
      if here > energy[k &- 1], here >= energy[k &+ 1], here > energy[k &- 2], here >= energy[k &+ 2] {
        if !peaks.isEmpty { begins.append(place) }
        peaks.append(k)
        (lowest, place) = (.infinity, k + 1)
      }
      if here < lowest, !peaks.isEmpty, k > peaks[peaks.count - 1] { (lowest, place) = (here, k) }
      k &+= 1
    }
    guard !peaks.isEmpty else { return removeAll(bins) }
    begins.append(bins.upperBound)
  }
}
