// SPDX-License-Identifier: MPL-2.0

/// A generator of decode times (DTS) from the presentation times (PTS) of frames in decode order.
///
/// Frame n in decode order gets the presentation time of frame n - `depth` in presentation order.
/// Then no frame is shown before it is decoded, and decode times are spaced like presentation
/// times.
package struct DecodeTimes: Sendable {
  private let depth: Int
  private let start: StreamTime, step: StreamTime
  private var waiting: [StreamTime] = []
  private var count = 0

  /// Creates a generator for a track.
  ///
  /// - Parameters:
  ///   - depth: The maximum number of frames decoded before a frame that is shown ahead of them.
  ///   - start: The presentation time of the first frame shown.
  ///   - step: The average frame duration, by which decode times before `start` are spaced.
  package init(depth: Int, start: StreamTime, step: StreamTime) {
    (self.depth, self.start, self.step) = (depth, start, step)
  }

  /// Returns the decode time of the next frame, which has the presentation time `time`.
  package mutating func next(shown time: StreamTime) -> StreamTime {
    defer { count += 1 }
    let index = waiting.firstIndex { $0 > time } ?? waiting.endIndex
    waiting.insert(time, at: index)
    guard count >= depth else {
      return start - StreamTime(clamping: Int128(depth - count) * Int128(step.nanoseconds))
    }
    return waiting.removeFirst()
  }
}
