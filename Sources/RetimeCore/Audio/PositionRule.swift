// SPDX-License-Identifier: MPL-2.0

/// A formula of ``ControlBlocks``, prepared to be evaluated for many n.
///
/// Frame counts are assumed to be below 2⁵², which is 700 years of audio.
struct PositionRule {
  private enum Formula {
    case even(EvenPositions)
    case smooth(SmoothPositions)
    case open(OpenPositions)
    case openSmooth(OpenSmoothPositions)
    case bent(MapPositions)
  }

  private let formula: Formula
  /// The output frame that reads the source's last frame, whatever the formula rounds to; -1 if the length is unknown.
  let lastFrame: Int
  private let lastPosition: Int

  init(_ extent: ControlBlocks.Extent) {
    switch extent {
    case .open(let positions):
      if positions.sections.count == 1, let only = positions.sections.first,
        let even = OpenPositions(only)
      {
        formula = only.isSmooth ? .openSmooth(OpenSmoothPositions(even: even)) : .open(even)
      } else {
        formula = .bent(positions)
      }
      (lastFrame, lastPosition) = (-1, 0)
    case .fixed(let count, let length, let method):
      if method == .smooth, length > count, count > 1 {
        formula = .smooth(SmoothPositions(count: count, length: length))
      } else {
        formula = .even(EvenPositions(count: count, length: length))
      }
      lastFrame = length - 1
      // With one frame on either side every position is 0, including the last.
      lastPosition = length > 1 ? max(0, count - 1) : 0
    }
  }

  /// The formula for evenly spaced positions; nil for the others.
  var even: EvenPositions? {
    guard case .even(let positions) = formula else { return nil }
    return positions
  }

  /// Whether rounding can place a position slightly before that of the preceding frame.
  var isBent: Bool {
    if case .bent = formula { true } else { false }
  }

  /// Silences the output frames that lie in holds; `output` holds the output frames `range`.
  func silenceHolds<Sample: AudioSample>(
    in range: Range<Int>,
    channelCount: Int,
    of output: inout MutableSpan<Sample>
  ) {
    guard case .bent(let positions) = formula else { return }
    for hold in positions.holds(in: range) {
      let first = (hold.lowerBound - range.lowerBound) * channelCount
      for index in first..<first + hold.count * channelCount { output[index] = .silence }
    }
  }

  /// The speed in source frames per output frame; nil if it changes.
  var speed: Double? {
    switch formula {
    case .even(let positions): positions.step
    case .open(let positions): positions.speed
    case .openSmooth(let positions): positions.even.speed
    case .smooth, .bent: nil
    }
  }

  /// The lowest and the highest speed.
  var speeds: ClosedRange<Double> {
    if case .bent(let positions) = formula {
      let all = positions.sections.map(\.speeds)
      let low = all.reduce(.infinity) { min($0, $1.lowerBound) }
      return low...all.reduce(low) { max($0, $1.upperBound) }
    }
    return (speed ?? 1)...(speed ?? 1)
  }

  /// Returns the speed at an output frame.
  func speed(_ n: Int) -> Double {
    guard case .bent(let positions) = formula else { return speed ?? 1 }
    return positions.section(at: n).speed(n)
  }

  /// Returns the position that output frame `n` reads.
  func position(_ n: Int) -> Double {
    guard n != lastFrame else { return Double(lastPosition) }
    let numbers = Pair(repeating: Double(n))
    return switch formula {
    case .even(let formula): formula.positions(numbers)[0]
    case .smooth(let formula): formula.positions(numbers)[0]
    case .open(let formula): formula.positions(numbers)[0]
    case .openSmooth(let formula): formula.positions(numbers)[0]
    case .bent(let positions): positions.position(n)
    }
  }

  /// Returns the first of some output frames that reads a source frame or a later one; their end if none does.
  func firstFrame(reading frame: Int, in frames: Range<Int>) -> Int {
    var (low, high) = (frames.lowerBound, frames.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if Int(position(middle)) < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Computes the positions of ``Points/capacity`` output frames from `first` on.
  ///
  /// Entries past the end of the output have no meaning.
  func locate(_ first: Int, in points: inout Points) {
    switch formula {
    case .even(let formula): locate(first, formula, &points)
    case .smooth(let formula): locate(first, formula, &points)
    case .open(let formula): locate(first, formula, &points)
    case .openSmooth(let formula): locate(first, formula, &points)
    case .bent(let positions): positions.locate(first, in: &points)
    }
    if lastFrame >= first, lastFrame - first < Points.capacity {
      points.frames[lastFrame - first] = lastPosition
      points.parts[lastFrame - first] = 0
    }
  }

  @inline(__always)
  private func locate(_ first: Int, _ formula: some PositionFormula, _ points: inout Points) {
    var numbers = Pair(Double(first), Double(first &+ 1))
    var index = 0
    // Always all of them: a loop of constant length has no bounds checks.
    while index < Points.capacity {
      let positions = formula.positions(numbers)
      let whole = wholePart(positions)
      let part = positions - whole
      let frame = whole + 0x1p52
      for lane in 0..<2 {
        points.parts[index &+ lane] = part[lane]
        // Adding 2⁵² leaves an integer in the low 52 bits.
        points.frames[index &+ lane] = Int(frame[lane].bitPattern & 0xF_FFFF_FFFF_FFFF)
      }
      numbers += 2
      index &+= 2
    }
  }
}

/// The positions of a run of output frames: the whole and the fractional part of each.
struct Points: ~Copyable {
  static let capacity = 128
  var frames = InlineArray<128, Int>(repeating: 0)
  var parts = InlineArray<128, Double>(repeating: 0)
}

/// Returns the largest integers not above `x`, for x from 0 to 2⁵².
///
/// 2⁵² + x has no bits left for a fraction: the addition rounds to the nearest integer, which is at
/// most one too large. `rounded(.down)` is a library call on processors without SSE4.1.
@inline(__always)
func wholePart(_ x: Pair) -> Pair {
  let nearest = (x + 0x1p52) - 0x1p52
  return nearest - Pair.zero.replacing(with: 1, where: nearest .> x)
}

/// A formula for the source positions of output frames.
protocol PositionFormula {
  /// Returns the positions that the output frames `n` read.
  func positions(_ n: Pair) -> Pair
}

/// Evenly spaced positions.
struct EvenPositions: PositionFormula {
  /// The number of positions that the fast path computes at once.
  static let group = 8
  /// The position from which on 16-bit samples may be rounded by their offset.
  static let firstWithOffset = 0x1p16

  let lastPosition: Double
  let lastIndex: Double
  /// Whether every numerator is a whole number below 2⁵³, including those slightly beyond the end.
  let isExact: Bool

  init(count: Int, length: Int) {
    let isSingle = count <= 1 || length <= 1
    lastPosition = isSingle ? 0 : Double(count - 1)
    lastIndex = isSingle ? 1 : Double(length - 1)
    isExact = !isSingle && Double(count) * (Double(length) + Double(2 * EvenRun.capacity)) < 0x1p53
  }

  /// The number of output frames between two positions on source frames, if positions are exact.
  var spacing: Int { Int(Rational(Int64(lastPosition), Int64(lastIndex)).denominator) }

  /// The number of source frames from one position to the next.
  var step: Double { lastPosition / lastIndex }

  @inline(__always)
  func positions(_ n: Pair) -> Pair { lastPosition * n / lastIndex }
}

/// The positions n ÷ factor, without an end.
struct OpenPositions: PositionFormula {
  private let position: Double
  private let frame: Double
  private let factor: Double

  /// Creates the positions of a section; nil if its speed changes, if it is a hold, or if its base is out of range.
  init?(_ section: SectionPositions) {
    guard let line = section.line, !section.isHold, 0...0x1p52 ~= line.base else { return nil }
    (position, factor) = line
    frame = Double(section.frames.lowerBound)
  }

  var speed: Double { 1 / factor }

  @inline(__always)
  func positions(_ n: Pair) -> Pair { position + (n - frame) / factor }
}
