// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The rate at which the frames of a track of the result come, where they come evenly.
struct NominalFrameRate {
  /// The ratio of the duration of frames to that in the source: the least, and the mean.
  typealias Shrink = (least: Rational, mean: Rational)

  /// The rate.
  let rate: FrameRate
  /// Whether it stands for a rate that varies.
  let isChosen: Bool
  /// Whether frames of the source are closer than it can show.
  let dropsFrames: Bool

  /// The source's rate if that is constant; else the lowest usual one at which no two of its frames fall on one tick.
  ///
  /// In the result, frames last `shrink.least` times their time at least, and `shrink.mean` times on average.
  ///
  /// Where no usual rate is high enough, that of the source is next, as for a constant rate that is made faster.
  init(_ stated: FrameRate?, _ count: TrackCount, _ shrink: Shrink) {
    if let rate = count.constantRate ?? (count.frames < 2 ? stated : nil) {
      (self.rate, isChosen, dropsFrames) = (rate, false, false)
      return
    }
    let gap = (count.shortestGap ?? RationalTime(1, 30)).rational
    let scaled = RationalTime(seconds: gap * shrink.least)
    let separating = FrameRate.separating(scaled)
    isChosen = count.shortestGap != nil
    dropsFrames = separating.time(ofTick: 1) > scaled
    let average = Self.isTooFast(count, shrink) ? count.averageInterval : nil
    rate = average.map(FrameRate.separating) ?? separating
  }

  /// Whether more frames than every player shows would come in a second, and more than the source has.
  static func isTooFast(_ count: TrackCount, _ shrink: Shrink) -> Bool {
    guard let average = count.averageInterval?.rational else { return false }
    return shrink.mean < Rational(1) && average * shrink.mean < shortest
  }

  /// The time of a frame at the highest of the usual rates.
  private static let shortest = Rational(1, 120)
}

extension TrackCount {
  /// The mean time from one frame to the next; nil where there are no two.
  fileprivate var averageInterval: RationalTime? {
    guard let start, frames > 1, latest > start else { return nil }
    return RationalTime(
      seconds: RationalTime(latest - start).rational / Rational(Int64(frames - 1))
    )
  }
}
