// SPDX-License-Identifier: MPL-2.0

/// The rule for silent parts of a source, and the speeds of silent and loud parts.
public struct SilenceRule: Hashable, Sendable {
  /// The speed of silent parts; nil if they are cut.
  package var quietSpeed: Rational?
  /// The speed of loud parts.
  package var loudSpeed: Rational
  /// The magnitude from which on a sample is loud; 1 is full scale.
  package var threshold: Float
  /// The time before and after a loud part that is played with it.
  package var margin: RationalTime
  /// The shortest silence, without its margins; shorter ones are played as loud.
  package var shortest: RationalTime

  /// Creates a rule for silent parts.
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

  /// Returns the parts of the map for a source with these loud parts.
  ///
  /// - Parameters:
  ///   - loud: The loud parts of the audio, as ranges of frames, in order.
  ///   - sampleRate: The sample rate, in frames per second, above 0.
  ///   - begin: The time in the source at which the audio starts.
  ///   - end: The end of the source. The source before the start and after the end of the audio is
  ///     silent.
  /// - Returns: The parts in the source's order; none if nothing is loud and silence is cut.
  /// - Complexity: O(n) for n loud parts.
  package func parts(
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
