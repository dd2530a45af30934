// SPDX-License-Identifier: MPL-2.0

/// The extent of a track's frames, to the end of the last one.
///
/// A frame without a stated end lasts as long as the gap before it.
package struct VideoExtent: Sendable {
  /// The end of the last frame so far.
  package private(set) var end = RationalTime.zero
  private var gap = RationalTime.zero
  private var latest: RationalTime?

  /// Creates an extent without frames.
  package init() {}

  /// Records a frame at `time`, and its end, if that is stated.
  package mutating func note(_ time: RationalTime, end stop: RationalTime?) {
    if let latest, time > latest { gap = time - latest }
    latest = max(latest ?? time, time)
    end = max(end, stop ?? time + gap)
  }
}
