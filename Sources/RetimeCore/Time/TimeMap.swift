// SPDX-License-Identifier: MPL-2.0

/// The single map between source time and output time that applies to every track.
///
/// Times count from the file's common start. A map of one factor scales them all; any other map is
/// a list of sections, each of which plays a part of the source in its own way. For such a map,
/// "source time" below means played time: all sections one after the other. It never falls, even
/// where the source is played backward; `passes` give the source times. Only times within eased
/// sections are rounded here, to 2⁻⁶² of the section: times are rounded once when they leave the
/// core, so tracks cannot drift apart.
public struct TimeMap: Hashable, Sendable {
  /// The sections in output order; that of a factor, and the last one of a stream's map, have no end.
  package internal(set) var sections: [Section]
  /// Output duration ÷ source duration if it is the same at all times; nil for a map of sections.
  package let factor: Factor?

  /// Creates a map that scales all times by `factor`.
  public init(factor: Factor) {
    self.factor = factor
    let speed = factor.rational.reciprocal
    sections = [Section(endlessAt: speed, from: .zero, start: .zero, played: .zero)]
  }

  /// Creates a map of consecutive sections; `sections` must not be empty.
  init(_ sections: [Section]) { (self.sections, factor) = (sections, nil) }

  /// The duration of the output; nil for a map without an end, such as that of a factor.
  public var duration: RationalTime? {
    sections.last.flatMap { last in last.duration.map { last.start + $0 } }
  }

  /// The duration of source that is played; nil for a map without an end.
  package var playedDuration: RationalTime? {
    sections.last.flatMap { last in last.duration.map { _ in last.played + last.length } }
  }

  /// The highest speed at any start or end of a section.
  package var highestSpeed: Rational {
    sections.reduce(Rational(0)) { max($0, $1.speeds.0, $1.speeds.1) }
  }

  /// Returns the first output time at which a source time is shown.
  ///
  /// Before and after all sections, the first or last speed is extrapolated.
  ///
  /// - Complexity: O(log sections).
  public func outputTime(ofSource time: RationalTime) -> RationalTime {
    if let factor { return RationalTime(seconds: time.rational * factor.rational) }
    let index = sections.prefixCount { $0.played + $0.length < time }
    return sections[min(index, sections.count - 1)].time(ofPlayed: time)
  }

  /// Returns the source time shown at an output time.
  ///
  /// - Complexity: O(log sections).
  public func sourceTime(ofOutput time: RationalTime) -> RationalTime {
    if let factor { return RationalTime(seconds: time.rational / factor.rational) }
    return section(at: time).played(at: time)
  }

  /// Returns the section at an output time; the first or the last section if none contains it.
  package func section(at time: RationalTime) -> Section {
    let index = sections.prefixCount { $0.start <= time }
    return sections[max(0, index - 1)]
  }

  /// Returns the number of output frames for `count` source frames under one factor: `Int(Double(count) * factor)`.
  ///
  /// The number saturates at `Int.max`.
  ///
  /// - Precondition: `count` is not negative.
  public func outputFrameCount(ofSource count: Int) -> Int {
    precondition(count >= 0, "source frame count is \(count), must not be negative")
    let product = Double(count) * (factor ?? .identity).doubleValue
    return product < 0x1p63 ? Int(product) : .max
  }

  /// Returns the number of output ticks: the number of k >= 0 with k ÷ fps < the output end of `sourceDuration`.
  ///
  /// Exact, and the only place that decides where video ends. Saturates at 2⁴⁵ ticks, a thousand
  /// years at 1000 frames per second.
  package func tickCount(sourceDuration: RationalTime, frameRate: FrameRate) -> Int {
    Self.tickCount(before: outputTime(ofSource: sourceDuration), frameRate: frameRate)
  }

  /// Returns the number of ticks k >= 0 with k ÷ fps < an output time; saturates as ``tickCount(sourceDuration:frameRate:)``.
  package static func tickCount(before end: RationalTime, frameRate: FrameRate) -> Int {
    let limit = 1 << 45
    let ticks = end.seconds * frameRate.rational.doubleValue
    guard ticks < Double(limit) else { return limit }
    // Applies the rule, starting from an estimate that is at most a tick or two away.
    var count = max(0, Int(ticks))
    while frameRate.time(ofTick: count) < end { count += 1 }
    while count > 0, frameRate.time(ofTick: count - 1) >= end { count -= 1 }
    return count
  }

  /// Returns the source time that tick `k` shows, exact outside of eased sections while |k| < 2⁴⁶.
  @usableFromInline
  func sourceTime(ofTick k: Int, frameRate: FrameRate) -> RationalTime {
    sourceTime(ofOutput: frameRate.time(ofTick: k))
  }
}

extension Array {
  /// Returns the number of leading elements that satisfy `before`, which no later element satisfies.
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
