// SPDX-License-Identifier: MPL-2.0

/// The one map between source time and output time that every track obeys.
///
/// Times count from the file's common start. Nothing is rounded here: what leaves the core rounds
/// once, so tracks cannot drift apart.
public struct TimeMap: Hashable, Sendable {
  /// Output duration ÷ source duration, the same at all times.
  public let factor: Factor

  /// A map that scales all times by `factor`.
  public init(factor: Factor) {
    self.factor = factor
  }

  /// The output time at which the source time `time` is shown.
  public func outputTime(ofSource time: RationalTime) -> RationalTime {
    RationalTime(seconds: time.rational * factor.rational)
  }

  /// The source time that is shown at the output time `time`.
  public func sourceTime(ofOutput time: RationalTime) -> RationalTime {
    RationalTime(seconds: time.rational / factor.rational)
  }

  /// Audio frames that `count` source frames become: `Int(Double(count) * factor)`, saturating.
  ///
  /// - Precondition: `count` is not negative.
  public func outputFrameCount(ofSource count: Int) -> Int {
    precondition(count >= 0, "source frame count is \(count), must not be negative")
    let product = Double(count) * factor.doubleValue
    return product < 0x1p63 ? Int(product) : .max
  }

  /// Ticks of a source that lasts `sourceDuration`: the number of k >= 0 with k ÷ fps < factor × duration.
  ///
  /// Exact, and the only place that decides where video ends. Saturates at 2⁴⁵ ticks, a thousand
  /// years at 1000 frames per second.
  public func tickCount(sourceDuration: RationalTime, frameRate: FrameRate) -> Int {
    let limit = 1 << 45
    let ticks = sourceDuration.seconds * factor.doubleValue * frameRate.rational.doubleValue
    guard ticks < Double(limit) else { return limit }
    // The rule itself, from an estimate that is at most a tick or two away.
    var count = max(0, Int(ticks))
    while sourceTime(ofTick: count, frameRate: frameRate) < sourceDuration { count += 1 }
    while count > 0, sourceTime(ofTick: count - 1, frameRate: frameRate) >= sourceDuration {
      count -= 1
    }
    return count
  }

  /// The source time that tick `k` shows: k ÷ fps ÷ factor, exact while |k| < 2⁴⁶.
  func sourceTime(ofTick k: Int, frameRate: FrameRate) -> RationalTime {
    sourceTime(ofOutput: frameRate.time(ofTick: k))
  }
}
