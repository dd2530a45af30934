// SPDX-License-Identifier: MPL-2.0

/// Two numbers, one for each of two neighbouring channels or frames.
typealias Pair = SIMD2<Double>

/// The run of source frames still needed, as pairs of `Double`.
///
/// Each sample is converted once to ``AudioSample/kernelValue``, however often it is read. Two
/// channels share a pair. For a single channel, a pair holds a frame and the next one, so that
/// interpolation needs one load. Frames are added at the end and dropped at the front. Storage
/// grows to the largest run held and is then reused; the front is compacted only when at least half
/// is free, so each frame moves O(1) times.
struct SourceWindow: Sendable {
  let channelCount: Int
  /// The number of pairs in a frame.
  let stride: Int
  /// The frames from `start` to `end`, followed by at least one undefined frame.
  private(set) var pairs: [Pair] = []
  /// The source index of the first frame in `pairs`.
  private(set) var start = 0
  private var frameCount = 0
  private var droppedFrameCount = 0

  init(channelCount: Int) {
    self.channelCount = channelCount
    stride = (channelCount + 1) / 2
  }

  /// The source index after the last frame.
  var end: Int { start + frameCount }

  /// Appends the first `count` frames of `source`, at least one.
  mutating func append<Sample: AudioSample>(_ source: Span<Sample>, frameCount count: Int) {
    closeUp()
    let needed = (frameCount + count + 1) * stride
    if pairs.count < needed {
      let missing = max(needed, 2 * pairs.count) - pairs.count
      pairs.append(contentsOf: repeatElement(.zero, count: missing))
    }
    let (offset, channelCount, stride) = (frameCount * stride, channelCount, stride)
    precondition(count > 0 && count * channelCount <= source.count && needed <= pairs.count)
    var target = pairs.mutableSpan
    switch channelCount {
    case 1:
      if offset > 0 { target[offset &- 1][1] = source[0].kernelValue }
      for frame in 0..<count &- 1 {
        target[offset &+ frame] = Pair(source[frame].kernelValue, source[frame &+ 1].kernelValue)
      }
      target[offset &+ count &- 1] = Pair(repeating: source[count &- 1].kernelValue)
    case let channels where channels.isMultiple(of: 2):
      let pairs = count &* stride
      for pair in 0..<pairs / 4 {
        // One bounds check for four pairs.
        let samples = source.extracting(8 &* pair..<8 &* pair &+ 8)
        let start = offset &+ 4 &* pair
        var room = target._mutatingExtracting(start..<start &+ 4)
        for index in 0..<4 {
          room[index] = Pair(samples[2 &* index].kernelValue, samples[2 &* index &+ 1].kernelValue)
        }
      }
      for pair in pairs / 4 * 4..<pairs {
        let sample = 2 &* pair
        target[offset &+ pair] = Pair(source[sample].kernelValue, source[sample &+ 1].kernelValue)
      }
    default:
      for frame in 0..<count {
        for channel in 0..<channelCount {
          target[offset &+ frame &* stride &+ channel / 2][channel % 2] =
            source[frame &* channelCount &+ channel].kernelValue
        }
      }
    }
    frameCount += count
  }

  /// Drops all frames before the source index `frame`, except the last frame.
  mutating func drop(before frame: Int) {
    droppedFrameCount = max(droppedFrameCount, min(frame, end - 1) - start)
  }

  /// Drops all frames but keeps the storage; the next frame appended has the source index `start`.
  mutating func removeAll(startingAt start: Int = 0) {
    (self.start, frameCount, droppedFrameCount) = (start, 0, 0)
  }

  private mutating func closeUp() {
    guard droppedFrameCount > 0, droppedFrameCount * 2 >= frameCount else { return }
    let kept = (frameCount - droppedFrameCount) * stride
    let offset = droppedFrameCount * stride
    for index in 0..<kept { pairs[index] = pairs[offset + index] }
    start += droppedFrameCount
    frameCount -= droppedFrameCount
    droppedFrameCount = 0
  }
}
