// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The rate that a track of pictures is meant to have.
enum NominalFrameRate {
  /// What the container says, unless its frames come at quite another rate; then the standard rate
  /// nearest to their average, or the average itself.
  static func of(_ stated: FrameRate?, _ count: TrackCount) -> FrameRate {
    guard let average = average(count) else { return stated ?? Self.fallback }
    // On a grid as fine as a clock's everything lies.
    let isPlausible = stated.map { $0.rational.doubleValue <= 240 } ?? false
    if let stated,
      count.isOnGrid && isPlausible || abs(stated.rational.doubleValue / average - 1) < 0.1
    {
      return stated
    }
    let nearest = standard.min {
      abs($0.rational.doubleValue / average - 1) < abs($1.rational.doubleValue / average - 1)
    }
    if let nearest, abs(nearest.rational.doubleValue / average - 1) < 0.005 { return nearest }
    let thousandths = Int32(clamping: Int((average * 1000).rounded()))
    return (try? FrameRate(numerator: max(1, thousandths), denominator: 1000)) ?? fallback
  }

  /// Frames a second over the whole track; nil for a track of one frame.
  private static func average(_ count: TrackCount) -> Double? {
    guard let start = count.start, count.frames > 1, count.latest > start else { return nil }
    let average = Double(count.frames - 1) / (count.latest - start).seconds
    return min(average, 1000)
  }

  private static let standard = [
    (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1), (60000, 1001),
    (60, 1), (120, 1), (10, 1), (12, 1), (15, 1),
  ].compactMap { try? FrameRate(numerator: $0.0, denominator: $0.1) }

  /// For a single picture, whose rate nothing tells.
  private static let fallback = standard[4]
}
