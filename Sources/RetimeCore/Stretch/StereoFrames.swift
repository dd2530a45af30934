// SPDX-License-Identifier: MPL-2.0

/// One sample of each of two neighbouring channels.
typealias SamplePair = SIMD2<Float>

/// A run of frames of two channels, numbered from ``start``: appended at the end, dropped at the front.
///
/// Storage grows to the longest run and is reused; each frame moves O(1) times.
struct StereoFrames: Sendable {
  private(set) var samples: [SamplePair] = []
  /// The number of the first frame held.
  private(set) var start: Int

  init(start: Int) { self.start = start }

  /// The number after the last frame.
  var end: Int { start + samples.count }

  subscript(frame: Int) -> SamplePair { samples[frame - start] }

  mutating func append(_ pair: SamplePair) { samples.append(pair) }

  /// Appends the frames of another run up to frame `end`; it holds those from this run's end on.
  mutating func append(_ other: StereoFrames, to end: Int) {
    guard end > self.end else { return }
    samples.append(contentsOf: other.samples[self.end - other.start..<end - other.start])
  }

  /// Appends silence up to frame `end`.
  mutating func extend(to end: Int) {
    if end > self.end { samples.append(contentsOf: repeatElement(.zero, count: end - self.end)) }
  }

  /// Adds `pair` to a frame that is held.
  mutating func add(_ pair: SamplePair, at frame: Int) { samples[frame - start] += pair }

  /// Drops the frames before a number, once they are at least half of the run.
  mutating func drop(before frame: Int) {
    let count = min(frame - start, samples.count)
    guard count > 0, 2 * count >= samples.count else { return }
    samples.removeFirst(count)
    start += count
  }

  /// Copies the frames from `first` and from `second` on into the lanes of a transform, windowed; `first` is in lanes 0 and 1.
  @inline(__always)
  func load(_ first: Int, _ second: Int, window: [Float], into frame: inout [ComplexLanes]) {
    let size = window.count
    var frame = frame.mutableSpan
    let one = samples.span.extracting(first - start..<first - start + size)
    let other = samples.span.extracting(second - start..<second - start + size)
    let weights = window.span
    for index in 0..<size / 2 {
      let (even, odd) = (2 &* index, 2 &* index &+ 1)
      frame[index] = ComplexLanes(
        re: Lanes(lowHalf: one[even], highHalf: other[even]) * weights[even],
        im: Lanes(lowHalf: one[odd], highHalf: other[odd]) * weights[odd]
      )
    }
  }

  /// Adds one half of a transform's lanes, weighted, to the frames from `first` on.
  mutating func overlap(_ frame: [ComplexLanes], isHigh: Bool, at first: Int, window: [Float]) {
    let (frame, weights, size, offset) = (frame.span, window.span, window.count, first - start)
    var whole = samples.mutableSpan
    var room = whole._mutatingExtracting(offset..<offset + size)
    for index in 0..<size / 2 {
      let (even, odd) = (2 &* index, 2 &* index &+ 1)
      // The inverse transform leaves even samples in the imaginary parts.
      let (re, im) = isHigh ? frame[index].high : frame[index].low
      room[even] += im * weights[even]
      room[odd] += re * weights[odd]
    }
  }

  /// Adds the result of a ``PairTransform``, weighted, to the frames from `first` on.
  ///
  /// `skipped` is the number of the result's frames before the first one added; like the window's
  /// size, it is a multiple of 4.
  mutating func overlap(
    _ frame: [ComplexLanes],
    from skipped: Int,
    at first: Int,
    window: [Float]
  ) {
    let (size, offset) = (window.count, first - start)
    let (frame, weights) = (frame.span.extracting(skipped / 4..<(skipped + size) / 4), window.span)
    var whole = samples.mutableSpan
    var room = whole._mutatingExtracting(offset..<offset + size)
    for index in 0..<size / 4 {
      let (one, other) = (frame[index].low, frame[index].high)
      let begin = 4 &* index
      room[begin] += one.im * weights[begin]
      room[begin &+ 1] += one.re * weights[begin &+ 1]
      room[begin &+ 2] += other.im * weights[begin &+ 2]
      room[begin &+ 3] += other.re * weights[begin &+ 3]
    }
  }
}

extension [StereoFrames] {
  /// Appends interleaved frames of `channelCount` samples to a track for each pair of channels.
  mutating func append(_ frames: Span<Float>, channelCount: Int) {
    for pair in indices {
      self[pair].append(frames, first: 2 * pair, channelCount: channelCount)
    }
  }

  /// Copies a range of frames, interleaved, into `output` from its sample `first` on.
  func copy(
    _ frames: Range<Int>,
    channelCount: Int,
    into output: inout MutableSpan<Float>,
    at first: Int
  ) {
    for pair in indices {
      let channel = 2 * pair
      let samples = self[pair].samples
      let offset = frames.lowerBound - self[pair].start
      let track = samples.span.extracting(offset..<offset + frames.count)
      let isPair = channel + 1 < channelCount
      var target = first + channel
      for index in 0..<track.count {
        output[target] = track[index].x
        if isPair { output[target &+ 1] = track[index].y }
        target &+= channelCount
      }
    }
  }
}

extension StereoFrames {
  /// Appends one or two channels of interleaved frames of `channelCount` samples, from channel `first` on.
  fileprivate mutating func append(_ frames: Span<Float>, first: Int, channelCount: Int) {
    let (count, held) = (frames.count / channelCount, samples.count)
    extend(to: end + count)
    var whole = samples.mutableSpan
    var room = whole._mutatingExtracting(held..<held + count)
    let isPair = first + 1 < channelCount
    var source = first
    for index in 0..<count {
      let right = isPair ? Self.finite(frames[source &+ 1]) : 0
      room[index] = SamplePair(Self.finite(frames[source]), right)
      source &+= channelCount
    }
  }

  /// Returns a sample that can be summed and squared: NaN is silence, larger magnitudes are clamped to 10⁶.
  @inline(__always)
  private static func finite(_ sample: Float) -> Float {
    sample.magnitude <= 1e6 ? sample : sample.isNaN ? 0 : sample < 0 ? -1e6 : 1e6
  }
}
