// SPDX-License-Identifier: MPL-2.0

/// Works out when pictures are to be decoded, from when they are shown and the order in which they come.
///
/// A picture is decoded when the one is shown that has `depth` fewer before it: then none is shown before it is
/// decoded, and the times of decoding are as far apart as those of showing.
public struct DecodeTimes: Sendable {
  private let depth: Int
  private let start: StreamTime, step: StreamTime
  private var waiting: [StreamTime] = []
  private var count = 0

  /// The times of a track.
  ///
  /// - Parameters:
  ///   - depth: The most pictures that come before one that is shown ahead of them.
  ///   - start: When the first picture is shown.
  ///   - step: How long pictures last on the average, by which those before the start lie apart.
  public init(depth: Int, start: StreamTime, step: StreamTime) {
    (self.depth, self.start, self.step) = (depth, start, step)
  }

  /// When the next picture is decoded, which is shown at `time`.
  public mutating func next(shown time: StreamTime) -> StreamTime {
    defer { count += 1 }
    let index = waiting.firstIndex { $0 > time } ?? waiting.endIndex
    waiting.insert(time, at: index)
    guard count >= depth else {
      return start - StreamTime(clamping: Int128(depth - count) * Int128(step.nanoseconds))
    }
    return waiting.removeFirst()
  }
}
