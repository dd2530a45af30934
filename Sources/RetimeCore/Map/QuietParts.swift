// SPDX-License-Identifier: MPL-2.0

/// Which parts of a source are quiet, and what becomes of them and of the others.
public struct QuietParts: Hashable, Sendable {
  /// The speed of what is quiet; nil where it is left out.
  public var quietSpeed: Rational?
  /// The speed of the others.
  public var loudSpeed: Rational
  /// A sample as far from 0 as this is loud; 1 is full scale.
  public var threshold: Float
  /// How long before and behind what is loud goes with it.
  public var margin: RationalTime
  /// What stays of a quiet part, its margins taken off, goes with what is loud if it is shorter than this.
  public var shortest: RationalTime

  /// Quiet parts and what becomes of them.
  public init(
    quietSpeed: Rational? = nil,
    loudSpeed: Rational = Rational(1),
    threshold: Float,
    margin: RationalTime = RationalTime(1, 5),
    shortest: RationalTime = RationalTime(1, 5)
  ) {
    (self.quietSpeed, self.loudSpeed) = (quietSpeed, loudSpeed)
    (self.threshold, self.margin, self.shortest) = (threshold, margin, shortest)
  }

  /// The parts of the map of a source in which sound was heard.
  ///
  /// - Parameters:
  ///   - loud: Where the sound is loud, in its frames, in their order.
  ///   - sampleRate: Its frames a second, above 0.
  ///   - begin: When it begins in the source.
  ///   - end: The end of the source. What is behind the sound's own end is quiet, as is what is before its begin.
  /// - Returns: The parts in the source's order; none where nothing is loud and what is quiet is left out.
  /// - Complexity: O(n) for n loud parts.
  public func parts(
    loud: [Range<Int>],
    sampleRate: Int,
    begin: RationalTime,
    end: RationalTime
  ) -> [TimeMap.Part] {
    var (parts, time) = ([TimeMap.Part](), RationalTime.zero)
    func add(_ speed: Rational?, to next: RationalTime) {
      if let speed, next > time { parts.append(.play(from: time, to: next, speed: speed)) }
      time = max(time, next)
    }
    for frames in loud {
      let rate = Int64(sampleRate)
      let from = begin + RationalTime(Int64(frames.lowerBound), rate) - margin
      let to = begin + RationalTime(Int64(frames.upperBound), rate) + margin
      guard to > .zero, from < end else { continue }
      if from > time, from - time >= shortest { add(quietSpeed, to: from) }
      add(loudSpeed, to: min(to, end))
    }
    if end > time {
      add(!loud.isEmpty && end - time < shortest ? loudSpeed : quietSpeed, to: end)
    }
    return parts.merged
  }
}
