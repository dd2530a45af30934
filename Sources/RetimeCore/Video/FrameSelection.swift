// SPDX-License-Identifier: MPL-2.0

/// The rule for the source frame that a tick shows; s is a frame's time in the output, t the tick's time.
public enum FrameSelection: String, CaseIterable, Sendable, Codable {
  /// The first frame with s >= t, the last frame after the end.
  case next
  /// Of the frames with s < t + half an output frame, the one whose s is closest to t, the earlier on a tie.
  ///
  /// So no frame appears more than half an output frame early, however long the one before it
  /// lasts; only the first frame is shown before that. Closest is measured in source time.
  case nearest
  /// As `nearest`, but with s <= t + half an output frame, and the later one on a tie, which undoes it.
  case nearestLate = "nearest-late"
  /// The last frame with s <= t, the first frame before the start.
  case previous
  /// The frames on both sides of t, mixed in proportion; a single one where s = t and at the ends.
  case blend
  /// As `blend`, but with a frame interpolated along the motion between the two: see ``MotionPair``.
  case flow

  /// Whether a tick between two frames shows a combination of both.
  @usableFromInline package var joinsFrames: Bool { self == .blend || self == .flow }
}

/// A source frame and its time.
@usableFromInline
struct TimedFrame<SharedFrame> {
  @usableFromInline var picture: SharedFrame
  @usableFromInline let time: RationalTime

  @inlinable
  init(picture: SharedFrame, time: RationalTime) { (self.picture, self.time) = (picture, time) }
}

extension TimedFrame: Sendable where SharedFrame: Sendable {}
