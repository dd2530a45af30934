// SPDX-License-Identifier: MPL-2.0

/// The run of source frames that is still needed, interleaved.
///
/// Frames go in at the end and out at the front. Storage grows to the largest run it has held and is
/// then reused; the front is closed up only when at least half is free, so each frame moves O(1) times.
struct SourceWindow<Sample: AudioSample>: Sendable {
  let channelCount: Int
  /// Kept frames, after those that were dropped and not yet closed up.
  private(set) var samples: [Sample] = []
  /// Source index of the first frame in `samples`.
  private(set) var start = 0
  private var droppedFrameCount = 0

  init(channelCount: Int) {
    self.channelCount = channelCount
  }

  /// Source index after the last frame.
  var end: Int { start + samples.count / channelCount }

  /// Adds the first `frameCount` frames of `source` at the end.
  mutating func append(_ source: Span<Sample>, frameCount: Int) {
    closeUp()
    let count = frameCount * channelCount
    samples.append(addingCapacity: count) { output in
      for index in 0..<count { output.append(source[index]) }
    }
  }

  /// Lets go of all frames before the source index `frame`, but of the last one never.
  mutating func drop(before frame: Int) {
    droppedFrameCount = max(droppedFrameCount, min(frame, end - 1) - start)
  }

  /// Forgets everything but the storage.
  mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
    start = 0
    droppedFrameCount = 0
  }

  private mutating func closeUp() {
    let dropped = droppedFrameCount * channelCount
    guard dropped > 0, dropped * 2 >= samples.count else { return }
    samples.removeSubrange(0..<dropped)
    start += droppedFrameCount
    droppedFrameCount = 0
  }
}
