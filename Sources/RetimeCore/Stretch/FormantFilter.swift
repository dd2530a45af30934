// SPDX-License-Identifier: MPL-2.0

/// A filter that compensates the spectral envelope of audio that will be read `ratio` times as fast.
///
/// A component at the frequency f will be heard at ratio · f: its level is multiplied by that of
/// the envelope there, and divided by that of the envelope at f. All channels have one envelope and
/// one gain, without phase. Windows lie on multiples of a quarter of the window, whatever the
/// blocks are, and the output is as long as the input.
struct FormantFilter: Sendable {
  private let channelCount: Int, ratio: Float
  private var envelope: SpectralEnvelope
  private var work: Workspace
  /// The input and the output, one track for each pair of channels.
  private var source: [StereoFrames]
  private var output: [StereoFrames]
  /// For each pair of channels, the bins of the first two of four windows, and of the other two.
  private var analyses: [[ComplexLanes]]
  private var energies: [Lanes]
  /// The gains of four windows.
  private var gains: [Lanes]
  /// The first frame of the next window; four are processed at a time.
  private var next: Int
  /// The number of frames appended.
  private var count = 0
  private var isFinished = false

  /// The window size in frames at 48 kHz: two periods of the lowest voices.
  private static let size = 1536.0
  /// The maximum gain and attenuation, as a logarithm to base 2: 30 dB.
  private static let most: Float = 5

  init(rate: Int, ratio: Double, channelCount: Int) {
    (self.channelCount, self.ratio) = (channelCount, Float(ratio))
    let size = Self.size(rate: rate)
    envelope = SpectralEnvelope(size: size, rate: rate)
    work = Workspace(size: size)
    let pairs = (channelCount + 1) / 2
    next = -3 * size / 4
    source = [StereoFrames](repeating: StereoFrames(start: next), count: pairs)
    for pair in 0..<pairs { source[pair].extend(to: 0) }
    output = [StereoFrames](repeating: StereoFrames(start: next), count: pairs)
    let bins = work.transform.binCount
    analyses = [[ComplexLanes]](
      repeating: [ComplexLanes](repeating: .zero, count: bins),
      count: 2 * pairs
    )
    energies = [Lanes](repeating: .zero, count: bins)
    gains = energies
  }

  private static func size(rate: Int) -> Int {
    StretchShape.size(near: size / 48_000 * Double(rate))
  }

  /// Returns the maximum number of frames after one that must be appended before it is rendered.
  static func lookahead(rate: Int) -> Int { size(rate: rate) / 4 * 7 }

  /// Appends the next frames, interleaved.
  mutating func append(_ frames: Span<Double>) {
    let new = frames.count / channelCount
    count += new
    for pair in source.indices {
      let first = 2 * pair
      let second = first + 1 < channelCount ? first + 1 : nil
      for frame in 0..<new {
        let index = frame &* channelCount
        let other = second.map { Float(frames[index &+ $0]) } ?? 0
        source[pair].append(SamplePair(Float(frames[index &+ first]), other))
      }
    }
  }

  /// Ends the audio; silence follows it.
  mutating func finish() { isFinished = true }

  /// Renders interleaved frames into the front of `block`, and returns the number of frames written.
  ///
  /// `given` is the number of frames rendered before.
  mutating func render(into block: inout [Double], after given: Int) -> Int {
    let room = block.count / channelCount
    while next < given + room, next + size + 3 * hop <= count || isFinished && next < count {
      make()
    }
    let end = min(next, count, given + room)
    guard end > given else { return 0 }
    for channel in 0..<channelCount {
      let track = output[channel / 2]
      for frame in given..<end {
        block[(frame - given) * channelCount + channel] = Double(track[frame][channel % 2])
      }
    }
    for pair in output.indices { output[pair].drop(before: end) }
    return end - given
  }

  private var size: Int { work.transform.size }
  private var hop: Int { size / 4 }

  /// Processes the next four windows.
  private mutating func make() {
    for k in energies.indices { energies[k] = .zero }
    for pair in source.indices {
      // After the end, silence follows for as long as it is needed.
      source[pair].extend(to: next + size + 3 * hop)
      let track = source[pair]
      work.analyse(track, next, next + hop, into: &analyses[2 * pair])
      work.analyse(track, next + 2 * hop, next + 3 * hop, into: &analyses[2 * pair + 1])
      Self.add(analyses[2 * pair], analyses[2 * pair + 1], &energies)
    }
    envelope.measure(energies)
    Self.compare(envelope.curves, ratio, &gains)
    for pair in source.indices {
      output[pair].extend(to: next + size + 3 * hop)
      for half in 0..<2 {
        Self.multiply(analyses[2 * pair + half], gains, isHigh: half == 1, into: &work.bins)
        work.synthesise()
        let first = next + 2 * half * hop
        work.overlap(first, first + hop, into: &output[pair])
      }
      source[pair].drop(before: next + 4 * hop)
    }
    next += 4 * hop
  }

  private static func add(_ one: [ComplexLanes], _ other: [ComplexLanes], _ sums: inout [Lanes]) {
    let (one, other) = (one.span, other.span)
    var sums = sums.mutableSpan
    for k in 0..<sums.count {
      let first = one[k].re * one[k].re + one[k].im * one[k].im
      let second = other[k].re * other[k].re + other[k].im * other[k].im
      sums[k] += Lanes(lowHalf: first.evenHalf, highHalf: second.evenHalf)
      sums[k] += Lanes(lowHalf: first.oddHalf, highHalf: second.oddHalf)
    }
  }

  /// Computes for each bin the level of the envelope where it will be heard, relative to that where it is.
  private static func compare(_ curves: [Lanes], _ ratio: Float, _ gains: inout [Lanes]) {
    let curves = curves.span
    var gains = gains.mutableSpan
    let highest = curves.count - 1
    for k in 0..<gains.count {
      let position = min(Float(k) * ratio, Float(highest))
      let below = min(Int(position), highest - 1)
      let part = position - Float(below)
      let there = curves[below] * (1 - part) + curves[below &+ 1] * part
      let gain = (there - curves[k]).clamped(
        lowerBound: Lanes(repeating: -most),
        upperBound: Lanes(repeating: most)
      )
      gains[k] = SpectralEnvelope.power(gain)
    }
  }

  private static func multiply(
    _ bins: [ComplexLanes],
    _ gains: [Lanes],
    isHigh: Bool,
    into result: inout [ComplexLanes]
  ) {
    let (bins, gains) = (bins.span, gains.span)
    var result = result.mutableSpan
    for k in 0..<result.count {
      let pair = isHigh ? gains[k].highHalf : gains[k].lowHalf
      let gain = Lanes(pair.x, pair.x, pair.y, pair.y)
      result[k] = ComplexLanes(re: bins[k].re * gain, im: bins[k].im * gain)
    }
  }
}
