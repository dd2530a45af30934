// SPDX-License-Identifier: MPL-2.0

/// Which source frame a tick shows; s is a frame's scaled time, t the tick's time.
public enum FrameSelection: String, CaseIterable, Sendable, Codable {
  /// The first frame with s >= t, the last frame after the end.
  case next
  /// The frame whose s is closest to t, the earlier on a tie.
  case nearest
  /// The last frame with s <= t, the first frame before the start.
  case previous
  /// The frames on both sides of t, mixed in proportion; one alone where s = t and at the ends.
  case blend
  /// As `blend`, but the picture is made along the motion between the two: see ``MotionPair``.
  case flow

  /// Whether a tick between two frames shows what is made of both.
  public var joinsFrames: Bool { self == .blend || self == .flow }
}

extension FrameSelection {
  /// Whether a tick at `time` has left the frame at `first` for that at `second`.
  @usableFromInline
  func prefersSecond(
    of first: RationalTime,
    _ second: RationalTime,
    at time: RationalTime
  ) -> Bool {
    switch self {
    case .next: first < time
    case .nearest: (first + second).rational * Rational(1, 2) < time.rational
    case .previous, .blend, .flow: second <= time
    }
  }
}

/// A source frame and its time.
@usableFromInline
struct TimedFrame<Picture> {
  @usableFromInline var picture: Picture
  @usableFromInline let time: RationalTime

  @inlinable
  init(picture: Picture, time: RationalTime) { (self.picture, self.time) = (picture, time) }
}

extension TimedFrame: Sendable where Picture: Sendable {}
