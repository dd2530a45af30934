// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The frame rate of a track of the result, where frames are evenly spaced.
struct NominalFrameRate {
  /// The ratios of frame durations in the result to those in the source: the least, and the mean.
  typealias Shrink = (least: Rational, mean: Rational)

  let rate: FrameRate
  /// Whether the rate was chosen because the source's rate varies.
  let isChosen: Bool
  /// Whether source frames are closer together than the rate can show.
  let dropsFrames: Bool

  /// Chooses the source's rate if it is constant, else the lowest standard rate that separates all of its frames.
  ///
  /// In the result, frames last at least `shrink.least` times their duration in the source, and
  /// `shrink.mean` times on average.
  ///
  /// If the frames of the result are too close together for any standard rate, the rate follows the
  /// source's mean frame interval, as a constant rate stays the same when the source is sped up.
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

  /// Returns whether the result would have more frames a second than the highest standard rate, and than the source.
  static func isTooFast(_ count: TrackCount, _ shrink: Shrink) -> Bool {
    guard let average = count.averageInterval?.rational else { return false }
    return shrink.mean < Rational(1) && average * shrink.mean < shortest
  }

  /// The frame duration at the highest standard rate, in seconds.
  private static let shortest = Rational(1, 120)
}

extension TrackCount {
  /// The mean time between frames; nil for fewer than 2 frames.
  fileprivate var averageInterval: RationalTime? {
    guard let start, frames > 1, latest > start else { return nil }
    return RationalTime(
      seconds: RationalTime(latest - start).rational / Rational(Int64(frames - 1))
    )
  }
}
