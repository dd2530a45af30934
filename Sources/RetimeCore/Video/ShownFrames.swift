// SPDX-License-Identifier: MPL-2.0

/// Tells which of evenly spaced frames a tick shows, before there are pictures.
///
/// A ``FrameRetimer`` decides on numbers instead of pictures, so the rule is the same. Ask in the order in which
/// frames are decoded: a frame may be asked for up to 64 frames late.
public struct ShownFrames: Sendable {
  private var retimer: FrameRetimer<Int>
  private let start: RationalTime
  private let sourceRate: FrameRate
  private let count: Int
  private var pushed = 0
  /// The frames of late that are shown, in order.
  private var shown: [Int] = []

  /// Frames 0 ..< `count` at `start` + n ÷ `sourceRate`, and ticks at `frameRate`.
  ///
  /// Rules that join frames show two at once and are not for here.
  public init(
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

  /// Whether a tick shows a frame; true for the first frame and the last ones, whose times matter in other ways.
  ///
  /// - Complexity: O(frames since the last question).
  public mutating func isShown(_ frame: Int) -> Bool {
    guard frame > 0, frame < count - 2 else { return true }
    while pushed < frame + 3 {
      retimer.push(pushed, at: start + sourceRate.time(ofTick: pushed))
      pushed += 1
      while let tick = retimer.next() {
        if shown.last != tick.picture { shown.append(tick.picture) }
      }
    }
    if let old = shown.firstIndex(where: { $0 >= frame - 64 }), old > 64 { shown.removeFirst(old) }
    // What was let go of is not known any more.
    return frame < pushed - 128 || shown.contains(frame)
  }
}
