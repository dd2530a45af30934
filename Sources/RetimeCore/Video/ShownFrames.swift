// SPDX-License-Identifier: MPL-2.0

/// A prediction of which evenly spaced frames a tick shows, before any frame is decoded.
///
/// A ``FrameRetimer`` decides on frame numbers, so the rule is the same. Query frames in decode
/// order: a query may be up to 64 frames late.
package struct ShownFrames: Sendable {
  private var retimer: FrameRetimer<Int>
  private let start: RationalTime
  private let sourceRate: FrameRate
  private let count: Int
  private var pushed = 0
  /// The recent frames that are shown, in order.
  private var shown: [Int] = []

  /// Creates a prediction for frames 0 ..< `count` at `start` + n ÷ `sourceRate`, and ticks at `frameRate`.
  ///
  /// Selections that join two frames are not supported.
  package init(
    map: TimeMap,
    frameRate: FrameRate,
    selection: FrameSelection,
    start: RationalTime,
    sourceRate: FrameRate,
    count: Int
  ) {
    retimer = FrameRetimer(map: map, frameRate: frameRate, selection: selection)
    (self.start, self.sourceRate, self.count) = (start, sourceRate, count)
  }

  /// Returns whether a tick shows a frame; true for the first frame and the last ones, whose times matter in other ways.
  ///
  /// - Complexity: O(frames since the last query).
  package mutating func isShown(_ frame: Int) -> Bool {
    guard frame > 0, frame < count - 2 else { return true }
    while pushed < frame + 3 {
      retimer.push(pushed, at: start + sourceRate.time(ofTick: pushed))
      pushed += 1
      while let tick = retimer.next() {
        if shown.last != tick.picture { shown.append(tick.picture) }
      }
    }
    if let old = shown.firstIndex(where: { $0 >= frame - 64 }), old > 64 { shown.removeFirst(old) }
    // Frames no longer recorded count as shown.
    return frame < pushed - 128 || shown.contains(frame)
  }
}
