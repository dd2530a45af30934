// SPDX-License-Identifier: MPL-2.0

/// The ticks of an output, each divided into parts that are counted on from tick to tick.
public struct TickParts: Hashable, Sendable {
  /// The output's rate.
  public let frameRate: FrameRate
  /// Parts of each tick's time; 1 where ticks are whole.
  public let count: Int
  /// How many parts there are a second.
  public let rate: FrameRate

  /// Ticks at a rate in so many parts each; whole ones where the rate of the parts has too many digits.
  public init(_ frameRate: FrameRate, count: Int = 1) {
    let rate = frameRate.divided(into: count)
    (self.frameRate, self.count, self.rate) = (
      frameRate, rate == nil ? 1 : count, rate ?? frameRate
    )
  }

  /// The first part of a tick, saturating.
  public func first(ofTick tick: Int) -> Int {
    let (part, isTooLarge) = tick.multipliedReportingOverflow(by: count)
    return isTooLarge ? .max : part
  }

  /// The first tick that begins with a part or behind it.
  public func tick(fromPart part: Int) -> Int { (part + count - 1) / count }

  /// The parts of the ticks that begin before an output time.
  public func endPart(before end: RationalTime) -> Int {
    first(ofTick: TimeMap.tickCount(before: end, frameRate: frameRate))
  }
}
