// SPDX-License-Identifier: MPL-2.0

/// What one tick of the output shows.
public struct ShownFrame<Picture> {
  /// A second picture to mix into the first.
  public struct Blend {
    /// The picture after the tick.
    public let picture: Picture
    /// The share of this picture, above 0 and below 1.
    public let weight: BlendWeight
  }

  /// The tick, from 0 up without gaps; ``FrameRate/time(ofTick:)`` is its time.
  public let tick: Int

  /// The picture to show, or the one before the tick when there is a ``blend``.
  public let picture: Picture

  /// What to mix in; only ``FrameSelection/blend`` sets it, between two frames.
  public let blend: Blend?
}

extension ShownFrame: Sendable where Picture: Sendable {}
extension ShownFrame.Blend: Sendable where Picture: Sendable {}
