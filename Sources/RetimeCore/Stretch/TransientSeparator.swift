// SPDX-License-Identifier: MPL-2.0

/// A transient, separated from the audio around it.
struct Transient: Sendable {
  let onset: OnsetDetector.Onset
  /// The output frame at which the onset is heard.
  var outputFrame: Int
  /// For each pair of channels, the samples of the transient, at their source frames.
  let tracks: [StereoFrames]
}

/// A separator of transients: the components of audio near an onset that are short in time and wide in frequency.
///
/// Each bin is compared with the median of its neighbours in time, which represents tones, and with
/// that of its neighbours in frequency, which represents transients (D. Fitzgerald,
/// "Harmonic/percussive separation using median filtering", DAFx 2010). All channels have one mask.
struct TransientSeparator: Sendable {
  private let hop: Int
  /// The maximum distances of window centres before and after an onset, in frames.
  let before: Int, after: Int
  /// The number of neighbours on either side that a median includes.
  private static let reach = 8

  private var levels: [Float] = []
  private var work: Workspace
  private var transform: RealTransform { work.transform }

  init(size: Int, rate: Int) {
    work = Workspace(size: size)
    hop = size / 4
    (before, after) = Self.distances(rate)
  }

  /// The numbers of source frames before and after an onset that are read.
  var context: (before: Int, after: Int) {
    let margin = Self.margin(transform.size)
    return (before + margin, after + margin)
  }

  /// The maximum number of frames by which a transient can start before its onset.
  var lead: Int { Self.lead(transform.size, before) }

  private static func distances(_ rate: Int) -> (before: Int, after: Int) {
    (rate * 12 / 1000, rate * 45 / 1000)
  }

  private static func margin(_ size: Int) -> Int { (reach + 2) * (size / 4) + size / 2 }

  private static func lead(_ size: Int, _ before: Int) -> Int { before + size / 2 + size / 4 }

  /// Returns the maximum number of source frames after one that must be present before no transient can contain it.
  ///
  /// `onsets` is the number of frames after one by which all onsets before it are known.
  static func lookahead(_ size: Int, rate: Int, onsets: Int) -> Int {
    let (before, after) = distances(rate)
    return lead(size, before) + max(after + margin(size), onsets + after + before)
  }

  /// Returns the transient of an onset, up to where that of the next one starts; nil if no window belongs to it.
  mutating func split(
    _ onset: OnsetDetector.Onset,
    at outputFrame: Int,
    next: Int?,
    from tracks: [StereoFrames]
  ) -> Transient? {
    var first = (onset.frame - before) / hop
    while first * hop <= onset.frame - before { first += 1 }
    let end = min(onset.frame + after, (next ?? Int.max) - before)
    var count = 0
    while (first + count) * hop < end { count += 1 }
    guard count > 0 else { return nil }
    let (half, rows) = (transform.size / 2, count + 2 * Self.reach)
    // A row of levels has as many extra bins on either side as a median includes.
    let width = half + 1 + 2 * Self.reach + 4
    if levels.count < (rows + 1) * width {
      levels = [Float](repeating: 0, count: (rows + 1) * width)
    }
    for index in 0..<(rows + 1) * width { levels[index] = 0 }
    for row in stride(from: 0, to: rows, by: 2) {
      for track in tracks {
        analyse(track, first - Self.reach + row)
        for k in 0...half {
          let energy = work.bins[k].re * work.bins[k].re + work.bins[k].im * work.bins[k].im
          levels[row * width + Self.reach + k] += energy[0] + energy[1]
          levels[(row + 1) * width + Self.reach + k] += energy[2] + energy[3]
        }
      }
    }
    let start = first * hop - half
    let length = (count + 1) * hop + transform.size
    var made = tracks.map { _ in StereoFrames(start: start) }
    let masks =
      (0..<count).map { mask($0, width) } + [[Float](repeating: 0, count: half + 1)]
    for index in made.indices {
      made[index].extend(to: start + length)
      for row in stride(from: 0, to: count, by: 2) {
        analyse(tracks[index], first + row)
        let (one, other) = (masks[row], masks[row + 1])
        for k in 0...half {
          let lanes = Lanes(
            lowHalf: SamplePair(repeating: one[k]),
            highHalf: SamplePair(repeating: other[k])
          )
          work.bins[k].re *= lanes
          work.bins[k].im *= lanes
        }
        work.synthesise()
        work.overlap(start + row * hop, start + (row + 1) * hop, into: &made[index])
      }
    }
    return Transient(onset: onset, outputFrame: outputFrame, tracks: made)
  }

  /// Analyses two windows.
  private mutating func analyse(_ track: StereoFrames, _ index: Int) {
    let start = index * hop - transform.size / 2
    work.analyse(track, start, start + hop)
  }

  /// Returns the transient's share of each bin in a row of levels.
  private func mask(_ row: Int, _ width: Int) -> [Float] {
    let half = transform.size / 2
    var mask = [Float](repeating: 0, count: half + 4)
    var values = InlineArray<17, Lanes>(repeating: .zero)
    let levels = levels.span
    let here = (row + Self.reach) * width + Self.reach
    for k in stride(from: 0, through: half, by: 4) {
      for index in 0..<17 {
        values[index] = Self.lanes(levels, (row + index) * width + Self.reach + k)
      }
      let tone = Self.median(&values)
      for index in 0..<17 { values[index] = Self.lanes(levels, here + k + index - Self.reach) }
      let hit = Self.median(&values)
      // Levels are energies: the mask is a Wiener filter, with tones counted twice.
      let share = hit / (hit + 2 * tone + 1e-20)
      for lane in 0..<4 { mask[k + lane] = share[lane] }
    }
    return mask
  }

  @inline(__always)
  private static func lanes(_ levels: Span<Float>, _ index: Int) -> Lanes {
    Lanes(levels[index], levels[index &+ 1], levels[index &+ 2], levels[index &+ 3])
  }

  /// Returns the median of 17 numbers in each lane.
  ///
  /// Of ten of them, the least and the greatest cannot be the median; another number replaces both,
  /// until three are left.
  @inline(__always)
  private static func median(_ values: inout InlineArray<17, Lanes>) -> Lanes {
    var (count, next) = (10, 10)
    while true {
      for index in 1..<count { sort(&values, 0, index) }
      for index in 1..<count - 1 { sort(&values, index, count - 1) }
      guard count > 3 else { return values[1] }
      values[0] = values[next]
      (count, next) = (count - 1, next + 1)
    }
  }

  /// Puts the lesser of two numbers first, in each lane.
  @inline(__always)
  private static func sort(_ values: inout InlineArray<17, Lanes>, _ one: Int, _ other: Int) {
    let (a, b) = (values[one], values[other])
    let isLess = a .< b
    values[one] = b.replacing(with: a, where: isLess)
    values[other] = a.replacing(with: b, where: isLess)
  }
}
