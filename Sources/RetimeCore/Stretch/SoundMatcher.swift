// SPDX-License-Identifier: MPL-2.0

/// Compares a sound that was found with the one that was made, all along: how much later it is, and where it is another.
///
/// Both are mixed to one channel and brought to some 8,000 frames a second, of which half a second at a time is looked for
/// in a second of the other. Memory does not grow with the sound's length.
public struct SoundMatcher: Sendable {
  /// Pieces that were compared, those of silence left out.
  public private(set) var pieces = 0
  /// Those of them that are another sound.
  public private(set) var unlike = 0
  /// When the first of those is heard, in seconds from the start of what was made.
  public private(set) var firstUnlike: Double?
  /// The longest run of pieces that are another sound.
  public private(set) var longestUnlike = 0
  private var run = 0
  /// The lag of the last piece of which it was certain, in thinned frames.
  private var lag = 0
  /// What is wrong with single channels, silent or another sound.
  public private(set) var fidelity: SoundFidelity
  private var certain = LatenessTally(step: 1e-4), guessed = LatenessTally(step: 1e-4)
  private let alignment: SoundAlignment
  private var made: Thinned, found: Thinned
  private let rate: Double
  /// By how many thinned frames what was found begins after what was made.
  private var gap = 0.0, shift = 0
  /// The first thinned frame of the next piece.
  private var next = 0
  private var isMadeEnded = false

  /// Quieter than -60 dB is silence.
  private static let leastPower = 1e-6
  /// Less alike is another sound: what the coarsest codecs make of noise is more.
  ///
  /// Where the spectra are alike it may be half of that, as of codecs that save the phases of one channel.
  private static let leastLikeness = 0.5, leastLikenessOfWaves = 0.25
  /// Less alike says little of when it is heard: half of its power is another sound, as where a codec swallows an attack.
  private static let leastCertain = 0.7071

  /// A comparison of sounds of so many frames a second.
  public init(rate: Int, channels: Int) {
    let thinning = max(1, rate / 8000)
    self.rate = Double(rate) / Double(thinning)
    made = Thinned(by: thinning, channels: channels)
    found = made
    alignment = SoundAlignment()
    fidelity = SoundFidelity(alignment)
  }

  /// How much later the sound that was found is, in seconds, for most of it; nil where nothing could be compared.
  public var lateness: Double? { certain.median ?? guessed.median }

  /// By how much that changes along the sound, in seconds, the outermost twentieths left out.
  public var drift: Double { certain.spread ?? 0 }

  /// Says by how many seconds what was found begins after what was made; before anything is found.
  public mutating func begin(gap: Double) {
    let limit = 3600.0 * rate
    self.gap = gap
    shift = Int(max(-limit, min(limit, (-gap * rate).rounded())))
  }

  /// Takes the next frames that were made.
  public mutating func take<Value: AudioSample>(made samples: Span<Value>) {
    made.append(samples)
    compare(atEnd: false)
  }

  /// Takes the next frames that were found.
  public mutating func take<Value: AudioSample>(found samples: Span<Value>) {
    // Behind the end of what was made nothing is looked for.
    guard !isMadeEnded || found.end < made.end + shift + alignment.window + alignment.reach
    else { return }
    found.append(samples)
    compare(atEnd: false)
  }

  /// Says that nothing more is made; more may be found.
  public mutating func endMade() { isMadeEnded = true }

  /// Compares what is left.
  public mutating func finish() {
    compare(atEnd: true)
    fidelity.finish()
  }

  private mutating func compare(atEnd: Bool) {
    let (window, reach) = (alignment.window, alignment.reach)
    while true {
      let isWhole = made.end >= next + window && found.end >= next + shift + window + reach
      // A rest that is less than half a piece is part of the one before it.
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
        SoundFidelity.Piece(
          made: channels.map { made.values(from: next, count: window, channel: $0) },
          found: channels.map {
            found.values(from: next + shift - reach, count: window + 2 * reach, channel: $0)
          },
          lag: max(-reach, min(reach, lag)),
          count: count,
          start: Double(next) / rate,
          length: Double(count) / rate
        )
      )
      next += window
      made.drop(before: next)
      found.drop(before: next + shift - reach)
    }
  }

  /// Compares a piece; returns by how many thinned frames it is later, as far as is certain.
  private mutating func compare(_ wanted: [Float], _ there: [Float]) -> Int {
    let isLoud = { (values: [Float]) in
      values.reduce(0.0) { $0 + Double($1) * Double($1) } > Self.leastPower * Double(values.count)
    }
    guard isLoud(wanted) else {
      // The neighbours of silence may reach into what is compared with it.
      guard isLoud(Array(there[alignment.reach..<alignment.reach + wanted.count])) else {
        return lag
      }
      note(unlikeAt: next)
      return lag
    }
    pieces += 1
    guard let finding = alignment.find(wanted, in: there),
      finding.likeness > Self.leastLikeness || isMasked(finding, wanted, there)
    else {
      note(unlikeAt: next)
      return lag
    }
    // What was found lies at its own begin, and the search was moved by whole frames.
    let late = gap + (Double(shift) + finding.lag) / rate
    if finding.isCertain, finding.likeness > Self.leastCertain {
      certain.note(late)
    } else {
      guessed.note(late)
    }
    guard finding.likeness > Self.leastCertain else { return lag }
    let own = Int(finding.lag.rounded())
    // A tone is the same after each of its periods, so its own lag says nothing of what follows.
    if finding.isCertain { lag = own }
    return own
  }

  /// Whether a piece has the spectrum of what was made, and enough of its waves.
  private func isMasked(
    _ finding: SoundAlignment.Finding,
    _ wanted: [Float],
    _ there: [Float]
  ) -> Bool {
    guard finding.likeness > Self.leastLikenessOfWaves else { return false }
    let from = alignment.reach + Int(finding.lag.rounded())
    let found = Array(there[max(0, min(there.count - wanted.count, from))...].prefix(wanted.count))
    let others = SpectrumDistance().unlike(wanted, found)
    return others.count * SpectrumDistance.step * 4 < wanted.count
  }

  private mutating func note(unlikeAt frame: Int) {
    unlike += 1
    firstUnlike = firstUnlike ?? Double(frame) / rate
  }

  /// Sound of one channel with fewer frames, of which the last ones are kept.
  private struct Thinned {
    let thinning: Int, channels: Int
    /// Interleaved.
    private var values: [Float] = []
    /// Frames that are gone.
    private var start = 0
    private var sums: [Double], count = 0

    init(by thinning: Int, channels: Int) {
      (self.thinning, self.channels) = (thinning, max(1, channels))
      sums = [Double](repeating: 0, count: self.channels)
    }

    var end: Int { start + values.count / channels }

    mutating func append<Value: AudioSample>(_ samples: Span<Value>) {
      let (zero, scale) = (Value.silence.doubleValue, 1 / (Value.fullScale * Double(thinning)))
      var index = 0
      while index + channels <= samples.count {
        for channel in 0..<channels {
          let value = samples[index + channel].doubleValue - zero
          // A value that is no number counts as silence here.
          sums[channel] += value.isFinite ? value : 0
        }
        index += channels
        count += 1
        guard count == thinning else { continue }
        for channel in 0..<channels {
          values.append(Float(sums[channel] * scale))
          sums[channel] = 0
        }
        count = 0
      }
    }

    /// The mean of all channels from a frame on, silence where there is none.
    func values(from first: Int, count: Int) -> [Float] {
      (first..<first + count).map { frame in
        guard frame >= start, frame < end else { return 0 }
        var sum: Float = 0
        for channel in 0..<channels { sum += values[(frame - start) * channels + channel] }
        return sum / Float(channels)
      }
    }

    /// One channel from a frame on, silence where there is none.
    func values(from first: Int, count: Int, channel: Int) -> [Float] {
      (first..<first + count).map { frame in
        frame < start || frame >= end ? 0 : values[(frame - start) * channels + channel]
      }
    }

    mutating func drop(before index: Int) {
      let gone = max(0, min(end - start, index - start))
      // Moving the rest costs, so much is dropped at a time.
      guard gone > 1 << 13 else { return }
      values.removeFirst(gone * channels)
      start += gone
    }
  }
}
