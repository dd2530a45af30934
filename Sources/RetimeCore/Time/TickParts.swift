// SPDX-License-Identifier: MPL-2.0

/// The ticks of an output, each divided into parts that are numbered from tick to tick.
package struct TickParts: Hashable, Sendable {
  /// The frame rate of the output.
  package let frameRate: FrameRate
  /// The number of parts in each tick; 1 if ticks are not divided.
  package let count: Int
  /// The number of parts per second.
  package let rate: FrameRate

  /// Creates ticks with `count` parts each, or undivided ones if the rate of the parts does not fit 32-bit terms.
  package init(_ frameRate: FrameRate, count: Int = 1) {
    let rate = frameRate.divided(into: count)
    (self.frameRate, self.count, self.rate) = (
      frameRate, rate == nil ? 1 : count, rate ?? frameRate
    )
  }

  /// Returns the first part of a tick, saturating.
  package func first(ofTick tick: Int) -> Int {
    let (part, isTooLarge) = tick.multipliedReportingOverflow(by: count)
    return isTooLarge ? .max : part
  }

  /// Returns the first tick that starts at or after a part.
  package func tick(fromPart part: Int) -> Int { (part + count - 1) / count }

  /// Returns the end of the parts of the ticks that start before an output time.
  package func endPart(before end: RationalTime) -> Int {
    first(ofTick: TimeMap.tickCount(before: end, frameRate: frameRate))
  }
}
