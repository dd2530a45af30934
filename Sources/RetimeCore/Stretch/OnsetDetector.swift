// SPDX-License-Identifier: MPL-2.0

/// A detector of onsets: frames at which the spectrum rises at many frequencies at once.
///
/// The measure is the rise of the square roots of the levels over two frames, relative to their
/// sum: 0 for a steady tone, 1 after silence, the same at any loudness. An onset is a peak of the
/// measure well above its surroundings. All decisions depend on nearby frames only, whatever was
/// read before.
struct OnsetDetector: Sendable {
  /// An onset.
  struct Onset: Hashable, Sendable {
    /// The source frame.
    let frame: Int
    /// The measure, from 0 to 1.
    let rise: Float
    /// Whether it is quiet before the onset: more than 25 dB below the audio after it.
    let isFresh: Bool
  }

  /// The source after an onset that is examined.
  enum Patience: Sendable {
    /// The surroundings after it, and onsets that follow closely: of these, the highest is found.
    case thorough
    /// As little as possible: of onsets that follow closely, the first is found.
    case prompt

    /// The number of measures after a frame that are part of its surroundings.
    fileprivate var after: Int { self == .thorough ? 15 : 2 }
    /// The number of measures before and after a peak between which its onset lies.
    fileprivate var reach: Int { self == .thorough ? 3 : 2 }
  }

  private let hop: Int
  private let patience: Patience
  private var after: Int { patience.after }
  /// The number of measures before a frame that are part of its surroundings.
  private static let before = 45
  /// The minimum of a measure above its surroundings.
  ///
  /// A plucked string keeps its shape better if treated as a tone, a drum as a transient.
  private static let least: Float = 0.4
  /// The number of hops before an onset that are examined for quiet.
  private static let quiet = 16
  /// The minimum distance between onsets, in frames.
  private let distance: Int

  /// The square roots of the levels in the last two frames, and the energies of the current ones.
  private var roots: [SamplePair]
  private var energies: [SamplePair]
  /// The measures from frame `first` on.
  private var rises: [Float] = []
  private var first: Int
  /// The next measure to be examined.
  private var next: Int
  /// Peaks that a higher one may still follow, in order.
  private var peaks: [Onset] = []
  /// The last peak before those.
  private var last: Onset?
  private var sums: [Double]
  private var work: Workspace
  private var transform: RealTransform { work.transform }

  /// Creates a detector that starts at a source frame.
  init(size: Int, rate: Int, start: Int, _ patience: Patience = .thorough) {
    self.patience = patience
    work = Workspace(size: size)
    hop = size / 4
    distance = Self.distance(rate)
    first = 2 * Int((Double(start) / Double(2 * hop)).rounded(.down))
    next = first + Self.before
    roots = [SamplePair](repeating: .zero, count: size / 2 + 1)
    energies = roots
    sums = [Double](repeating: 0, count: 9 * hop)
  }

  /// Returns the maximum number of source frames after one that must be present before it lies before ``settled``.
  static func lookahead(_ size: Int, rate: Int, _ patience: Patience = .thorough) -> Int {
    // A peak that a higher one may follow waits for the minimum distance.
    let waiting = patience == .thorough ? size / 4 + distance(rate) : 0
    return size / 2 + (patience.after + patience.reach + 1) * size / 4 + waiting
  }

  private static func distance(_ rate: Int) -> Int { rate * 45 / 1000 }

  /// Returns the number of source frames before an onset from which on they must be present for it to be found.
  static func context(_ size: Int) -> Int { (before + 4) * size / 4 }

  /// The first source frame that is still read.
  var needed: Int {
    let measured = (first + rises.count) * hop - transform.size / 2
    return min(measured, (min(next, first + rises.count) - 5) * hop - Self.quiet * hop)
  }

  /// The source frame before which all onsets are known.
  var settled: Int {
    switch patience {
    case .thorough: peaks.reduce((next - 4) * hop) { min($0, $1.frame) }
    case .prompt: (next - patience.reach) * hop
    }
  }

  /// Examines the frames present, and passes the onsets that are certain to `found`.
  mutating func find(in tracks: [StereoFrames], to end: Int, found: (Onset) -> Void) {
    while true {
      let index = first + rises.count
      guard (index + 1) * hop + transform.size / 2 <= end else { break }
      measure(tracks, index)
    }
    while next + after < first + rises.count {
      if let onset = peak(at: next, tracks) {
        if patience == .thorough {
          peaks.append(onset)
        } else if onset.frame - (last?.frame ?? .min >> 1) >= distance {
          found(onset)
          last = onset
        }
      }
      next += 1
    }
    // Of peaks close to each other, the highest is kept.
    let known = next * hop - 4 * hop
    while let peak = peaks.first, peak.frame + distance < known {
      var isHighest = true
      for other in peaks.dropFirst() where other.frame - peak.frame < distance {
        if other.rise > peak.rise { isHighest = false }
      }
      if let last, peak.frame - last.frame < distance, last.rise >= peak.rise { isHighest = false }
      if isHighest { found(peak) }
      last = peak
      peaks.removeFirst()
    }
    let done = next - Self.before - 4 - first
    if done > 2 * (Self.before + after) {
      rises.removeFirst(done)
      first += done
    }
  }

  /// Adds the measures of two frames.
  private mutating func measure(_ tracks: [StereoFrames], _ index: Int) {
    let start = index * hop - transform.size / 2
    for k in energies.indices { energies[k] = .zero }
    for track in tracks {
      work.analyse(track, start, start + hop)
      Self.add(work.bins, &energies)
    }
    let (one, other) = Self.rise(energies, &roots)
    rises.append(one)
    rises.append(other)
  }

  /// Adds the energies of two frames.
  private static func add(_ bins: [ComplexLanes], _ energies: inout [SamplePair]) {
    let bins = bins.span
    var sums = energies.mutableSpan
    for k in 0..<bins.count {
      let energy = bins[k].re * bins[k].re + bins[k].im * bins[k].im
      sums[k] += energy.evenHalf + energy.oddHalf
    }
  }

  /// Returns the rise of two frames over the two before them, and replaces the roots by theirs.
  private static func rise(
    _ energies: [SamplePair],
    _ roots: inout [SamplePair]
  ) -> (Float, Float) {
    let energies = energies.span
    var last = roots.mutableSpan
    var (rise, sum) = (SamplePair.zero, SamplePair.zero)
    // The roots of two bins take as long as those of one; the number of bins is odd.
    for first in stride(from: 0, to: energies.count, by: 2) {
      let count = min(2, energies.count - first)
      let pair = Lanes(lowHalf: energies[first], highHalf: energies[first &+ count &- 1])
      let roots = pair.squareRoot().squareRoot()
      for k in 0..<count {
        let root = k == 0 ? roots.lowHalf : roots.highHalf
        let step = root - last[first &+ k]
        rise += step.replacing(with: 0, where: step .< 0)
        sum += root
        last[first &+ k] = root
      }
    }
    // Audio as soft as the lowest of 24 bits has no onset.
    let share = rise / (sum + Float(energies.count) * 0.001)
    return (share.x, share.y)
  }

  private mutating func peak(at index: Int, _ tracks: [StereoFrames]) -> Onset? {
    let slot = index - first
    let rise = rises[slot]
    guard rise > Self.least else { return nil }
    let reach = patience.reach
    for other in slot - reach...slot + reach where rises[other] > rise { return nil }
    for other in slot - reach..<slot where rises[other] == rise { return nil }
    let sorted = rises[slot - Self.before + 1...slot + after].sorted()
    guard rise > 1.6 * sorted[sorted.count / 2] + Self.least else { return nil }
    let frame = begin(near: index * hop, tracks)
    let (silence, sound) = (Self.quiet * hop, 2 * hop)
    let before = Self.energy(tracks, frame - silence - hop / 2..<frame - hop / 2)
    let after = Self.energy(tracks, frame..<frame + sound)
    return Onset(
      frame: frame,
      rise: rise,
      isFresh: before * Double(sound) < 0.003 * after * Double(silence)
    )
  }

  private static func energy(_ tracks: [StereoFrames], _ frames: Range<Int>) -> Double {
    var sum = 0.0
    for track in tracks {
      for frame in frames {
        let sample = track[frame]
        sum += Double(sample.x * sample.x + sample.y * sample.y)
      }
    }
    return sum
  }

  /// Returns the frame near `frame` at which energy rises most.
  private mutating func begin(near frame: Int, _ tracks: [StereoFrames]) -> Int {
    let (reach, span) = (patience.reach * hop, hop * 9 / 8)
    let start = frame - reach - span
    let count = 2 * (reach + span)
    var sum = 0.0
    if sums.count < count + 1 { sums = [Double](repeating: 0, count: count + 1) }
    for index in 0..<count {
      sums[index] = sum
      for track in tracks {
        let sample = track.samples[start + index - track.start]
        sum += Double(sample.x * sample.x + sample.y * sample.y)
      }
    }
    sums[count] = sum
    let floor = 1e-4 * sum / Double(count) * Double(span) + 1e-12
    var (best, onset) = (0.0, frame)
    for offset in stride(from: span, through: count - span, by: 8) {
      let after = sums[offset + span] - sums[offset]
      let before = sums[offset] - sums[offset - span]
      let ratio = after / (before + floor)
      let score = ratio * ratio * after
      if score > best { (best, onset) = (score, start + offset) }
    }
    return onset
  }
}
