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
  private var certain = LatenessTally(step: 1e-4), guessed = LatenessTally(step: 1e-4)
  private let alignment = SoundAlignment()
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
  private static let leastLikeness = 0.5
  /// Less alike says little of when it is heard: half of its power is another sound, as where a codec swallows an attack.
  private static let leastCertain = 0.7071

  /// A comparison of sounds of so many frames a second.
  public init(rate: Int, channels: Int) {
    let thinning = max(1, rate / 8000)
    self.rate = Double(rate) / Double(thinning)
    made = Thinned(by: thinning, channels: channels)
    found = made
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
  public mutating func finish() { compare(atEnd: true) }

  private mutating func compare(atEnd: Bool) {
    let (window, reach) = (alignment.window, alignment.reach)
    while true {
      let isWhole = made.end >= next + window && found.end >= next + shift + window + reach
      // A rest that is less than half a piece is part of the one before it.
      guard isWhole || atEnd && made.end > next && (next == 0 || made.end >= next + window / 2)
      else { return }
      let wanted = made.values(from: next, count: window)
      compare(wanted, found.values(from: next + shift - reach, count: window + 2 * reach))
      next += window
      made.drop(before: next)
      found.drop(before: next + shift - reach)
    }
  }

  private mutating func compare(_ wanted: [Float], _ there: [Float]) {
    let isLoud = { (values: [Float]) in
      values.reduce(0.0) { $0 + Double($1) * Double($1) } > Self.leastPower * Double(values.count)
    }
    guard isLoud(wanted) else {
      // The neighbours of silence may reach into what is compared with it.
      guard isLoud(Array(there[alignment.reach..<alignment.reach + wanted.count])) else { return }
      return note(unlikeAt: next)
    }
    pieces += 1
    guard let finding = alignment.find(wanted, in: there), finding.likeness > Self.leastLikeness
    else { return note(unlikeAt: next) }
    // What was found lies at its own begin, and the search was moved by whole frames.
    let late = gap + (Double(shift) + finding.lag) / rate
    if finding.isCertain, finding.likeness > Self.leastCertain {
      certain.note(late)
    } else {
      guessed.note(late)
    }
  }

  private mutating func note(unlikeAt frame: Int) {
    unlike += 1
    firstUnlike = firstUnlike ?? Double(frame) / rate
  }

  /// Sound of one channel with fewer frames, of which the last ones are kept.
  private struct Thinned {
    let thinning: Int, channels: Int
    private var values: [Float] = []
    /// How many are gone.
    private var start = 0
    private var sum = 0.0, count = 0

    init(by thinning: Int, channels: Int) {
      (self.thinning, self.channels) = (thinning, max(1, channels))
    }

    var end: Int { start + values.count }

    mutating func append<Value: AudioSample>(_ samples: Span<Value>) {
      let (zero, scale) = (Value.silence.doubleValue, 1 / (Value.fullScale * Double(channels)))
      var index = 0
      while index + channels <= samples.count {
        var frame = 0.0
        for channel in 0..<channels { frame += samples[index + channel].doubleValue - zero }
        append(frame * scale)
        index += channels
      }
    }

    private mutating func append(_ frame: Double) {
      // What is no number is as good as silence here.
      sum += frame.isFinite ? frame : 0
      count += 1
      guard count == thinning else { return }
      values.append(Float(sum / Double(thinning)))
      (sum, count) = (0, 0)
    }

    /// Values from an index on, silence where there are none.
    func values(from first: Int, count: Int) -> [Float] {
      (first..<first + count).map { $0 < start || $0 >= end ? 0 : values[$0 - start] }
    }

    mutating func drop(before index: Int) {
      let gone = max(0, min(values.count, index - start))
      // Moving the rest costs, so much is dropped at a time.
      guard gone > 1 << 13 else { return }
      values.removeFirst(gone)
      start += gone
    }
  }
}
