// SPDX-License-Identifier: MPL-2.0

/// The levels of a piece of audio by which its silence is found.
///
/// A level is the number of thresholds that a magnitude reaches. With a given threshold there is one
/// alone; to find one, there are thresholds from -60 to 0 dB in steps of half a decibel.
struct SilenceLevels: Sendable {
  /// The magnitudes, in ascending order.
  let thresholds: [Float]

  /// Creates the levels for a threshold; nil if it is to be found.
  init(_ threshold: Float?) {
    thresholds = threshold.map { [$0] } ?? Self.all
  }

  private static let all = (-120...0).map { Float(power(10, Double($0) / 40)) }

  /// Returns the level of a magnitude.
  func level(of magnitude: Float) -> UInt8 {
    var (low, high) = (0, thresholds.count)
    while low < high {
      let middle = (low + high) / 2
      if magnitude >= thresholds[middle] { low = middle + 1 } else { high = middle }
    }
    return UInt8(low)
  }

  /// Returns the lowest level that is loud, above 0.
  ///
  /// It is a quarter of the way from the level of pauses, which a tenth of the windows does not
  /// exceed, to that of loud speech, which a twentieth exceeds: both in decibels. Where they are
  /// less than 12 dB apart there are no pauses, and only audio below -60 dB is silent.
  func lowestLoud(in windows: [UInt8]) -> UInt8 {
    guard thresholds.count > 1 else { return 1 }
    var counts = [Int](repeating: 0, count: thresholds.count + 1)
    for level in windows { counts[Int(level)] += 1 }
    /// Returns the level that all but `part` of 100 windows reach at most.
    func level(exceeding part: Int) -> Int {
      var count = 0
      return counts.firstIndex {
        count += $0
        return count * 100 > windows.count * part
      } ?? 0
    }
    let (pauses, speech) = (level(exceeding: 10), level(exceeding: 95))
    guard speech - pauses >= 24 else { return 1 }
    return UInt8(pauses + (speech - pauses) / 4 + 1)
  }
}
