// SPDX-License-Identifier: MPL-2.0

/// The run of source frames that is still needed, interleaved, as `Double`.
///
/// Each sample is converted once, however often it is read. Frames go in at the end and out at the
/// front. Storage grows to the largest run it has held and is then reused; the front is closed up only
/// when at least half is free, so each frame moves O(1) times.
struct SourceWindow: Sendable {
  let channelCount: Int
  /// Frames from `start` to `end`, and then at least one frame of no meaning.
  private(set) var samples: [Double] = []
  /// Source index of the first frame in `samples`.
  private(set) var start = 0
  private var frameCount = 0
  private var droppedFrameCount = 0

  init(channelCount: Int) {
    self.channelCount = channelCount
  }

  /// Source index after the last frame.
  var end: Int { start + frameCount }

  /// Adds the first `count` frames of `source` at the end.
  mutating func append<Sample: AudioSample>(_ source: Span<Sample>, frameCount count: Int) {
    closeUp()
    let offset = frameCount * channelCount
    let needed = offset + (count + 1) * channelCount
    if samples.count < needed {
      let missing = max(needed, 2 * samples.count) - samples.count
      samples.append(contentsOf: repeatElement(0, count: missing))
    }
    let sampleCount = count * channelCount
    var target = samples.mutableSpan
    precondition(sampleCount <= source.count && offset &+ sampleCount <= target.count)
    for index in 0..<sampleCount { target[offset &+ index] = source[index].doubleValue }
    frameCount += count
  }

  /// Lets go of all frames before the source index `frame`, but of the last one never.
  mutating func drop(before frame: Int) {
    droppedFrameCount = max(droppedFrameCount, min(frame, end - 1) - start)
  }

  /// Forgets everything but the storage.
  mutating func removeAll() {
    (start, frameCount, droppedFrameCount) = (0, 0, 0)
  }

  private mutating func closeUp() {
    guard droppedFrameCount > 0, droppedFrameCount * 2 >= frameCount else { return }
    let kept = (frameCount - droppedFrameCount) * channelCount
    let offset = droppedFrameCount * channelCount
    for index in 0..<kept { samples[index] = samples[offset + index] }
    start += droppedFrameCount
    frameCount -= droppedFrameCount
    droppedFrameCount = 0
  }
}
