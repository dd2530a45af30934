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
  ///
  /// `skipped` is the number of the transform's frames before the first one added, an even number.
  mutating func overlap(
    _ frame: [ComplexLanes],
    from skipped: Int = 0,
    isHigh: Bool,
    at first: Int,
    window: [Float]
  ) {
    let (frame, weights, size, offset) = (frame.span, window.span, window.count, first - start)
    var whole = samples.mutableSpan
    var room = whole._mutatingExtracting(offset..<offset + size)
    for index in 0..<size / 2 {
      let lanes = frame[skipped / 2 &+ index]
      let (even, odd) = (2 &* index, 2 &* index &+ 1)
      // The inverse transform leaves even samples in the imaginary parts.
      room[even] += (isHigh ? lanes.im.highHalf : lanes.im.lowHalf) * weights[even]
      room[odd] += (isHigh ? lanes.re.highHalf : lanes.re.lowHalf) * weights[odd]
    }
  }
}

extension [StereoFrames] {
  /// Appends interleaved frames of `channelCount` samples to a track for each pair of channels.
  mutating func append(_ frames: Span<Float>, channelCount: Int) {
    for pair in indices {
      let hasSecond = 2 * pair + 1 < channelCount
      for frame in 0..<frames.count / channelCount {
        let index = frame &* channelCount &+ 2 &* pair
        let right = hasSecond ? Self.finite(frames[index &+ 1]) : 0
        self[pair].append(SamplePair(Self.finite(frames[index]), right))
      }
    }
  }

  /// Returns a sample that can be summed and squared: NaN is silence, larger magnitudes are clamped to 10⁶.
  @inline(__always)
  private static func finite(_ sample: Float) -> Float {
    sample.magnitude <= 1e6 ? sample : sample.isNaN ? 0 : sample < 0 ? -1e6 : 1e6
  }
}
