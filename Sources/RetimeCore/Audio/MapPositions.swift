// SPDX-License-Identifier: MPL-2.0

/// The positions that a map gives at a sample rate: frame n of the output reads the source at map(n ÷ rate) × rate.
///
/// Each is computed alone from where its section begins, in `Double`. A map of a factor gives n ÷ factor.
struct MapPositions: Hashable, Sendable {
  /// The part of the output that one section makes.
  struct Piece: Hashable, Sendable {
    /// The first output frame.
    let first: Int
    /// The position of that frame, or where an eased section begins.
    let position: Double
    /// Output frames for a source frame, at one speed; infinite in a hold.
    let divisor: Double
    /// How the speed goes in an eased section.
    let curve: Curve?
    /// Whether the source stands, and the sound is silent.
    let isHold: Bool
    /// Whether positions are moved towards the frames around them.
    let isSmooth: Bool

    /// The position of an output frame before it is moved.
    @inline(__always)
    func position(_ n: Int) -> Double {
      let elapsed = Double(n &- first)
      guard let curve else { return position + elapsed / divisor }
      return position + curve.frames(after: elapsed)
    }

    /// Source frames for each output frame at an output frame.
    func speed(_ n: Int) -> Double { curve?.speed(after: Double(n &- first)) ?? 1 / divisor }

    /// The greatest speed, and the least.
    var speeds: ClosedRange<Double> {
      guard let curve else { return 1 / divisor...1 / divisor }
      let ends = [curve.share, 2 - curve.share].map { max(0, $0 * curve.span / curve.length) }
      return min(ends[0], ends[1])...max(ends[0], ends[1])
    }
  }

  /// An eased section in frames.
  struct Curve: Hashable, Sendable {
    /// How much of the section lies before the first output frame, less than a frame.
    let lead: Double
    /// Output frames and source frames of the section.
    let length: Double, span: Double
    /// The first speed over the mean, from 0 to 2.
    let share: Double
    let ease: Ease

    /// Source frames of the first output frames of the section.
    @inline(__always)
    func frames(after elapsed: Double) -> Double {
      let u = min(1, (elapsed + lead) / length)
      let eased = ease == .linear ? u * u : u * u * u * (2 - u)
      return span * (share * u + (1 - share) * eased)
    }

    /// Source frames for each output frame.
    func speed(after elapsed: Double) -> Double {
      let u = min(1, (elapsed + lead) / length)
      let slope = ease == .linear ? 2 * u : u * u * (6 - 4 * u)
      return span / length * (share + (1 - share) * slope)
    }
  }

  let map: TimeMap
  let method: InterpolationMethod
  private let rate: Rational
  /// At least one, in order; the last goes on.
  let pieces: [Piece]

  /// The positions of the output frames from `frame` on; both times of the map are 0 at frame 0.
  ///
  /// - Precondition: `rate`, in frames a second, is above 0.
  init(_ map: TimeMap, rate: Int, method: InterpolationMethod, from frame: Int = 0) {
    precondition(rate > 0, "the sample rate is \(rate), must be above 0")
    let rate = Rational(Int64(rate))
    (self.map, self.method, self.rate) = (map, method, rate)
    let start = RationalTime(seconds: Rational(Int64(frame)) / rate)
    let passed = max(1, map.sections.firstIndex(before: { $0.start <= start }))
    var pieces: [Piece] = []
    for section in map.sections[(passed - 1)...] {
      let piece = Piece(section, rate, isSmooth: method == .smooth)
      // A section shorter than a frame may have none.
      if let last = pieces.last, last.first >= piece.first { pieces.removeLast() }
      pieces.append(piece)
    }
    self.pieces = pieces
  }

  /// The piece that an output frame is in.
  func index(of n: Int) -> Int {
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      (low, high) = pieces[middle].first <= n ? (middle, high) : (low, middle - 1)
    }
    return low
  }

  /// The position of an output frame before it is moved.
  func evenPosition(_ n: Int) -> Double { max(0, pieces[index(of: n)].position(n)) }

  /// Output frames that `count` source frames become: `Int(Double(count) * factor)` for a map of a factor.
  func outputFrameCount(ofSource count: Int) -> Int {
    guard map.factor == nil else { return map.outputFrameCount(ofSource: count) }
    let end = map.endTime(ofStream: RationalTime(seconds: Rational(Int64(count)) / rate))
    return min(max(0, Int(clamping: (end.rational * rate).floor)), 1 << 62)
  }

  /// The output frames of a range in which the source stands.
  func holds(in range: Range<Int>) -> [Range<Int>] {
    var holds: [Range<Int>] = []
    var index = index(of: range.lowerBound)
    while index < pieces.count, pieces[index].first < range.upperBound {
      let end = index + 1 < pieces.count ? pieces[index + 1].first : .max
      if pieces[index].isHold { holds.append((pieces[index].first..<end).clamped(to: range)) }
      index += 1
    }
    return holds
  }
}

extension MapPositions.Piece {
  fileprivate init(_ section: TimeMap.Section, _ rate: Rational, isSmooth: Bool) {
    let start = section.start.rational * rate
    let first = -(-start).floor
    isHold = section.isHold
    if let ease = section.ease, let duration = section.duration {
      self.first = Int(clamping: first)
      position = (section.from.rational * rate).doubleValue
      divisor = 1
      let length = duration.rational * rate
      let span = section.length.rational * rate
      curve = MapPositions.Curve(
        lead: (Rational(reducing: first, over: 1) - start).doubleValue,
        length: length.doubleValue,
        span: span.doubleValue,
        share: section.share,
        ease: ease
      )
      self.isSmooth = isSmooth && length > span
    } else {
      // From a frame of its own: then nothing lies before it, and nothing is rounded but its position.
      let frame = max(0, first)
      self.first = Int(clamping: frame)
      let elapsed = Rational(reducing: frame, over: 1) - start
      position = (section.from.rational * rate + elapsed * section.speeds.0).doubleValue
      divisor = isHold ? .infinity : section.speeds.0.reciprocal.doubleValue
      curve = nil
      self.isSmooth = isSmooth && divisor > 1 && !isHold
    }
  }
}
