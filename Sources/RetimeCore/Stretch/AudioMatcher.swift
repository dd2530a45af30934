// SPDX-License-Identifier: MPL-2.0

/// A comparison of the audio found with the expected audio along its whole length: its delay, and where it differs.
///
/// Both are reduced to about 8,000 frames per second. For the delay, half a second of the mean of
/// all channels at a time is searched for in a second of the other. Memory does not grow with the
/// length of the audio.
package struct AudioMatcher: Sendable {
  /// The number of pieces compared, without silent ones.
  package private(set) var pieces = 0
  /// The number of pieces that are different audio.
  package private(set) var unlike = 0
  /// The time of the first of those, in seconds from the start of the expected audio.
  package private(set) var firstUnlike: Double?
  /// The longest run of pieces that are different audio.
  package private(set) var longestUnlike = 0
  private var run = 0
  /// The delay of the last piece for which it was certain, in reduced frames.
  private var lag = 0
  /// The delay of the last piece that matches at one delay alone, in reduced frames, however well it matches.
  private var closest = 0
  /// The faults of single channels, such as silence or different audio.
  package private(set) var fidelity: AudioFidelity
  /// The comparison at the full sample rate; nil if it was not requested.
  package private(set) var coded: CodedAudioFidelity?
  private var certain = DelayHistogram(step: 1e-4), guessed = DelayHistogram(step: 1e-4)
  private let alignment: AudioAlignment
  private var made: Thinned, found: Thinned
  private let rate: Double
  /// The start of the found audio after that of the expected audio, in seconds; its negative, in reduced frames.
  private var gap = 0.0, shift = 0
  /// The first reduced frame of the next piece.
  private var next = 0
  private var isMadeEnded = false

  /// The power below which audio is silent: -60 dB.
  private static let leastPower = 1e-6
  /// The correlation below which audio is different; the coarsest codecs keep more than that, even of noise.
  ///
  /// If the spectra are alike it may be half of that, as for codecs that store the phases of one
  /// channel.
  private static let leastLikeness = 0.5, leastLikenessOfWaves = 0.25
  /// The correlation below which a delay is uncertain: half of the power differs, as where a codec loses an attack.
  private static let leastCertain = 0.7071

  /// Creates a comparison of audio at `rate` frames per second.
  ///
  /// `isCoded`: whether also to compare as closely as a lossy codec with enough bits allows.
  package init(rate: Int, channels: Int, isCoded: Bool = false) {
    let thinning = max(1, rate / 8000)
    coded = isCoded ? CodedAudioFidelity(rate: rate, channels: max(1, channels)) : nil
    self.rate = Double(rate) / Double(thinning)
    made = Thinned(by: thinning, channels: channels)
    found = made
    alignment = AudioAlignment()
    fidelity = AudioFidelity(alignment)
  }

  /// The median delay of the found audio, in seconds; nil if nothing could be compared.
  package var lateness: Double? { certain.median ?? guessed.median }

  /// The variation of the delay along the audio, in seconds, from the 5th to the 95th percentile.
  package var drift: Double { certain.spread ?? 0 }

  /// Sets the seconds by which the found audio starts after the expected audio; call it before any audio is found.
  package mutating func begin(gap: Double) {
    let limit = 3600.0 * rate
    self.gap = gap
    shift = Int(max(-limit, min(limit, (-gap * rate).rounded())))
  }

  /// Adds the next expected frames.
  package mutating func take<Value: AudioSample>(made samples: Span<Value>) {
    made.append(samples)
    coded?.take(made: samples)
    compare(atEnd: false)
  }

  /// Adds the next found frames.
  package mutating func take<Value: AudioSample>(found samples: Span<Value>) {
    // Nothing is searched after the end of the expected audio.
    guard !isMadeEnded || found.end < made.end + shift + alignment.window + alignment.reach
    else { return }
    found.append(samples)
    coded?.take(found: samples)
    compare(atEnd: false)
  }

  /// Ends the expected audio; more may be found.
  package mutating func endMade() { isMadeEnded = true }

  /// Compares the remaining audio.
  package mutating func finish() {
    compare(atEnd: true)
    fidelity.finish()
    coded?.finish()
  }

  private mutating func compare(atEnd: Bool) {
    let (window, reach) = (alignment.window, alignment.reach)
    while true {
      let isWhole = made.end >= next + window && found.end >= next + shift + window + reach
      // A rest of less than half a piece is part of the piece before it.
      guard isWhole || atEnd && made.end > next && (next == 0 || made.end >= next + window / 2)
      else { return }
      let wanted = made.values(from: next, count: window)
      let (before, there) = (
        unlike, found.values(from: next + shift - reach, count: window + 2 * reach)
      )
      let lag = compare(wanted, there)
      run = unlike > before ? run + 1 : 0
      longestUnlike = max(longestUnlike, run)
      let channels = 0..<made.channels
      let count = min(window, max(0, made.end - next))
      fidelity.take(
        AudioFidelity.Piece(
          made: channels.map { made.values(from: next, count: window, channel: $0) },
          found: channels.map {
            found.values(from: next + shift - reach, count: window + 2 * reach, channel: $0)
          },
          power: made.power(from: next, count: window),
          lag: max(-reach, min(reach, lag)),
          count: count,
          start: Double(next) / rate,
          length: Double(count) / rate
        )
      )
      let thinning = made.thinning
      coded?.compare(
        to: (next + count) * thinning,
        offset: (shift + closest) * thinning,
        tolerance: 2 * thinning
      )
      next += window
      made.drop(before: next)
      found.drop(before: next + shift - reach)
    }
  }

  /// Compares a piece; returns its delay in reduced frames, as far as it is certain.
  private mutating func compare(_ wanted: [Float], _ there: [Float]) -> Int {
    let isLoud = { (values: [Float]) in
      values.reduce(0.0) { $0 + Double($1) * Double($1) } > Self.leastPower * Double(values.count)
    }
    guard isLoud(wanted) else {
      // Audio next to silence may extend into the range compared with it.
      guard isLoud(Array(there[alignment.reach..<alignment.reach + wanted.count])) else {
        return lag
      }
      note(unlikeAt: next)
      return lag
    }
    pieces += 1
    let finding = alignment.find(wanted, in: there)
    if let finding, finding.isCertain { closest = Int(finding.lag.rounded()) }
    guard let finding,
      finding.likeness > Self.leastLikeness || isMasked(finding, wanted, there)
    else {
      note(unlikeAt: next)
      return lag
    }
    // The found audio has a start of its own, and the search was shifted by whole frames.
    let late = gap + (Double(shift) + finding.lag) / rate
    if finding.isCertain, finding.likeness > Self.leastCertain {
      certain.note(late)
    } else {
      guessed.note(late)
    }
    guard finding.likeness > Self.leastCertain else { return lag }
    let own = Int(finding.lag.rounded())
    // A tone repeats after each of its periods, so its own delay says nothing about the next
    // pieces.
    if finding.isCertain { lag = own }
    return own
  }

  /// Returns whether a piece has the expected spectrum, and enough of the expected waveform.
  private func isMasked(
    _ finding: AudioAlignment.Finding,
    _ wanted: [Float],
    _ there: [Float]
  ) -> Bool {
    guard finding.likeness > Self.leastLikenessOfWaves else { return false }
    let from = alignment.reach + Int(finding.lag.rounded())
    let found = Array(there[max(0, min(there.count - wanted.count, from))...].prefix(wanted.count))
    let others = SpectrumDistance().unlike(wanted, found)
    return others.count * BandPowers.step * 4 < wanted.count
  }

  private mutating func note(unlikeAt frame: Int) {
    unlike += 1
    firstUnlike = firstUnlike ?? Double(frame) / rate
  }

  /// Audio at a reduced rate, of which the last frames are kept.
  private struct Thinned {
    let thinning: Int, channels: Int
    /// The interleaved samples.
    private var values: [Float] = []
    /// The sum of all channels' powers at the full rate, for each frame.
    private var powers: [Float] = []
    /// The number of frames dropped.
    private var start = 0
    private var sums: [Double], squares = 0.0, count = 0
    /// The mean of each channel over the last 8 ms, which is subtracted: infrasound, which codecs remove or change.
    private var levels: [Double]
    private static let smoothing = 1.0 / 64

    init(by thinning: Int, channels: Int) {
      (self.thinning, self.channels) = (thinning, max(1, channels))
      sums = [Double](repeating: 0, count: self.channels)
      levels = sums
    }

    var end: Int { start + values.count / channels }

    mutating func append<Value: AudioSample>(_ samples: Span<Value>) {
      let (zero, scale) = (Value.silence.doubleValue, 1 / (Value.fullScale * Double(thinning)))
      var index = 0
      while index + channels <= samples.count {
        for channel in 0..<channels {
          let value = samples[index + channel].doubleValue - zero
          // NaN and infinity count as silence here.
          let finite = value.isFinite ? value : 0
          sums[channel] += finite
          squares += finite * finite
        }
        index += channels
        count += 1
        guard count == thinning else { continue }
        for channel in 0..<channels {
          let value = sums[channel] * scale
          levels[channel] += Self.smoothing * (value - levels[channel])
          values.append(Float(value - levels[channel]))
          sums[channel] = 0
        }
        powers.append(Float(squares * scale / Value.fullScale))
        (squares, count) = (0, 0)
      }
    }

    /// Returns the mean of all channels from a frame on, with silence where there is none.
    func values(from first: Int, count: Int) -> [Float] {
      (first..<first + count).map { frame in
        guard frame >= start, frame < end else { return 0 }
        var sum: Float = 0
        for channel in 0..<channels { sum += values[(frame - start) * channels + channel] }
        return sum / Float(channels)
      }
    }

    /// Returns one channel from a frame on, with silence where there is none.
    func values(from first: Int, count: Int, channel: Int) -> [Float] {
      (first..<first + count).map { frame in
        frame < start || frame >= end ? 0 : values[(frame - start) * channels + channel]
      }
    }

    /// Returns the mean power of some frames at the full rate, summed over the channels.
    func power(from first: Int, count: Int) -> Float {
      let range = (first..<first + count).clamped(to: start..<end)
      return range.reduce(0) { $0 + powers[$1 - start] } / Float(max(1, count))
    }

    mutating func drop(before index: Int) {
      let gone = max(0, min(end - start, index - start))
      // Moving the rest is expensive, so more than 8192 frames are dropped at a time.
      guard gone > 1 << 13 else { return }
      values.removeFirst(gone * channels)
      powers.removeFirst(gone)
      start += gone
    }
  }
}
