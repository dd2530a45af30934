// SPDX-License-Identifier: MPL-2.0

/// The one map between source time and output time that every track obeys.
///
/// Times count from the file's common start. A map of a factor scales them all; another one is a list of sections, each
/// of which plays a part of the source in its own way. Then "source time" below is the time of what is played, all
/// sections one after the other: it never falls, also where the source is played backwards; ``passes`` say which source
/// that is. Nothing is rounded here but within eased sections, to 2⁻⁶² of them: what leaves the core rounds once, so
/// tracks cannot drift apart.
public struct TimeMap: Hashable, Sendable {
  /// The sections in the order of the output; that of a factor, and the last one of a stream's map, have no end.
  public internal(set) var sections: [Section]
  /// Output duration ÷ source duration, where that is the same at all times; nil for a map of sections.
  public let factor: Factor?

  /// A map that scales all times by `factor`.
  public init(factor: Factor) {
    self.factor = factor
    let speed = factor.rational.reciprocal
    sections = [Section(endlessAt: speed, from: .zero, start: .zero, played: .zero)]
  }

  /// A map of sections, one after the other; not of none.
  init(_ sections: [Section]) { (self.sections, factor) = (sections, nil) }

  /// How long the output is; nil for a map without an end, such as that of a factor.
  public var duration: RationalTime? {
    sections.last.flatMap { last in last.duration.map { last.start + $0 } }
  }

  /// How much of the source is played; nil for a map without an end.
  public var playedDuration: RationalTime? {
    sections.last.flatMap { last in last.duration.map { _ in last.played + last.length } }
  }

  /// The highest speed at which the source is played anywhere, at the ends of sections.
  public var highestSpeed: Rational {
    sections.reduce(Rational(0)) { max($0, $1.speeds.0, $1.speeds.1) }
  }

  /// The output time at which the source time `time` is shown, the first one.
  ///
  /// What lies before or behind all sections is as far from them as their first or last speed says.
  ///
  /// - Complexity: O(log sections).
  public func outputTime(ofSource time: RationalTime) -> RationalTime {
    if let factor { return RationalTime(seconds: time.rational * factor.rational) }
    let index = sections.prefixCount { $0.played + $0.length < time }
    return sections[min(index, sections.count - 1)].time(ofPlayed: time)
  }

  /// The source time that is shown at the output time `time`.
  ///
  /// - Complexity: O(log sections).
  public func sourceTime(ofOutput time: RationalTime) -> RationalTime {
    if let factor { return RationalTime(seconds: time.rational / factor.rational) }
    return section(at: time).played(at: time)
  }

  /// The section that is on at an output time, the first or the last one where there is none.
  public func section(at time: RationalTime) -> Section {
    let index = sections.prefixCount { $0.start <= time }
    return sections[max(0, index - 1)]
  }

  /// Audio frames that `count` source frames become under a map of a factor: `Int(Double(count) * factor)`, saturating.
  ///
  /// - Precondition: `count` is not negative.
  public func outputFrameCount(ofSource count: Int) -> Int {
    precondition(count >= 0, "source frame count is \(count), must not be negative")
    let product = Double(count) * (factor ?? .identity).doubleValue
    return product < 0x1p63 ? Int(product) : .max
  }

  /// Ticks of a source that lasts `sourceDuration`: the number of k >= 0 with k ÷ fps < when it ends in the output.
  ///
  /// Exact, and the only place that decides where video ends. Saturates at 2⁴⁵ ticks, a thousand
  /// years at 1000 frames per second.
  public func tickCount(sourceDuration: RationalTime, frameRate: FrameRate) -> Int {
    Self.tickCount(before: outputTime(ofSource: sourceDuration), frameRate: frameRate)
  }

  /// The number of ticks k >= 0 with k ÷ fps < an output time; saturates as ``tickCount(sourceDuration:frameRate:)``.
  public static func tickCount(before end: RationalTime, frameRate: FrameRate) -> Int {
    let limit = 1 << 45
    let ticks = end.seconds * frameRate.rational.doubleValue
    guard ticks < Double(limit) else { return limit }
    // The rule itself, from an estimate that is at most a tick or two away.
    var count = max(0, Int(ticks))
    while frameRate.time(ofTick: count) < end { count += 1 }
    while count > 0, frameRate.time(ofTick: count - 1) >= end { count -= 1 }
    return count
  }

  /// The source time that tick `k` shows, exact outside of eased sections while |k| < 2⁴⁶.
  @usableFromInline
  func sourceTime(ofTick k: Int, frameRate: FrameRate) -> RationalTime {
    sourceTime(ofOutput: frameRate.time(ofTick: k))
  }
}

extension Array {
  /// How many first elements are `before`, which none behind them is.
  ///
  /// - Complexity: O(log count).
  func prefixCount(before: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if before(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
