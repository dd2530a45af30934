// SPDX-License-Identifier: MPL-2.0

/// The source frame, or the two frames, that one output tick shows.
public struct ShownFrame<SharedFrame> {
  /// A second frame to be combined with the first.
  public struct Blend {
    /// The frame after the tick.
    public let picture: SharedFrame
    /// The share of this frame, above 0 and below 1.
    public let weight: BlendWeight
    /// Whether ``FrameSelection/nearest`` shows this frame.
    package let isNearest: Bool
  }

  /// The tick, from 0 up without gaps; ``FrameRate/time(ofTick:)`` is its time.
  public let tick: Int

  /// The frame to show, or the one before the tick if there is a ``blend``.
  public let picture: SharedFrame

  /// The frame to mix in; set only between two frames, by ``FrameSelection/blend`` and ``FrameSelection/flow``.
  public let blend: Blend?

  @inlinable
  init(tick: Int, picture: SharedFrame, blend: Blend?) {
    (self.tick, self.picture, self.blend) = (tick, picture, blend)
  }
}

extension ShownFrame {
  /// Creates the mix of the frames on both sides of a tick at `time`, in proportion.
  @usableFromInline
  init(
    tick: Int,
    mixing first: TimedFrame<SharedFrame>,
    with second: TimedFrame<SharedFrame>,
    at time: RationalTime,
    by rule: TickRule
  ) {
    let elapsed = time.rational.distance(from: first.time.rational)
    let gap = second.time.rational.distance(from: first.time.rational)
    let weight = BlendWeight(elapsed / gap)
    switch weight {
    case .firstOnly: self.init(tick: tick, picture: first.picture, blend: nil)
    case .secondOnly: self.init(tick: tick, picture: second.picture, blend: nil)
    default:
      let isNearest = rule.isSecondNearest(of: first.time, second.time, at: tick, time)
      let blend = Blend(picture: second.picture, weight: weight, isNearest: isNearest)
      self.init(tick: tick, picture: first.picture, blend: blend)
      if rule.isKept(tick) { self = nearest }
    }
  }

  /// The one of the two frames that ``FrameSelection/nearest`` shows.
  package var nearest: ShownFrame {
    guard let blend else { return self }
    return ShownFrame(tick: tick, picture: blend.isNearest ? blend.picture : picture, blend: nil)
  }
}

extension ShownFrame: Sendable where SharedFrame: Sendable {}
extension ShownFrame.Blend: Sendable where SharedFrame: Sendable {}
