// SPDX-License-Identifier: MPL-2.0

/// Which source frame a tick shows; s is a frame's scaled time, t the tick's time.
public enum FrameSelection: String, CaseIterable, Sendable {
  /// The first frame with s >= t, the last frame after the end.
  case next
  /// The frame whose s is closest to t, the earlier on a tie.
  case nearest
  /// The last frame with s <= t, the first frame before the start.
  case previous
  /// The frames on both sides of t, mixed in proportion; one alone where s = t and at the ends.
  case blend
}
