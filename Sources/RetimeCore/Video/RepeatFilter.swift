// SPDX-License-Identifier: MPL-2.0

/// A filter that removes repeated frames that only fill time, so that interpolated frames can replace them.
///
/// Film at 24 frames per second in 30, animation drawn on twos or threes, and captures that stutter
/// repeat frames. A frame that follows few repeats has moved since the first of them. A frame that
/// follows many was preceded by an intended still, up to the last of them. So repeats are held
/// until their kind is known: up to ``longest`` of them are removed, and a longer still is passed
/// on whole. Before a cut all are passed on, because nothing moves across it.
///
///     for frame in filter.push(picture, at: time, isRepeat: …, isCut: …) { retimer.push(frame.picture, at: frame.time) }
///
/// Frames are opaque. At most ``longest`` are held.
package struct RepeatFilter<SharedFrame> {
  /// The maximum number of consecutive repeats that are removed.
  package static var longest: Int { 3 }

  /// A frame and its time.
  package typealias Frame = (picture: SharedFrame, time: RationalTime)

  /// The frame that the held ones repeat.
  private var original: SharedFrame?
  private var waiting: [Frame] = []
  /// Whether the frame has been repeated too often to be removed.
  private var isStanding = false

  /// Creates a filter that has seen no frame.
  package init() {}

  /// Adds the next frame, and returns the frames to be shown, in order.
  ///
  /// `isRepeat` returns whether the new frame shows the same as the one passed to it. `isCut`
  /// returns whether there is a cut between the new frame and the one passed to it; it is called
  /// only while frames are held.
  package mutating func push<Failure>(
    _ picture: SharedFrame,
    at time: RationalTime,
    isRepeat: (SharedFrame) throws(Failure) -> Bool,
    isCut: (SharedFrame) throws(Failure) -> Bool
  ) throws(Failure) -> [Frame] {
    if let original, try isRepeat(original) {
      if isStanding { return [(picture, time)] }
      waiting.append((picture, time))
      guard waiting.count > Self.longest else { return [] }
      isStanding = true
      return finish(keeping: original)
    }
    if let original, !waiting.isEmpty, try !isCut(original) { waiting.removeAll() }
    isStanding = false
    return finish(keeping: picture) + [(picture, time)]
  }

  /// Returns the frames still held, and restores the state after `init`.
  package mutating func finish() -> [Frame] {
    isStanding = false
    return finish(keeping: nil)
  }

  private mutating func finish(keeping picture: SharedFrame?) -> [Frame] {
    defer { waiting.removeAll() }
    original = picture
    return waiting
  }
}

extension RepeatFilter: Sendable where SharedFrame: Sendable {}
