// SPDX-License-Identifier: MPL-2.0

// The quick way for evenly spread positions, with the same bits as the plain way.
//
// * The numerators (count - 1) · n are whole numbers below 2⁵³, so adding them up is exact, and the one
//   division of a position is all that is left of its formula.
// * RN(x - ½) is the whole part of x, or on a frame possibly the one before it; the part is then 1, and the line
//   from the frame before ends exactly on that frame between integers. Between floating point numbers it
//   may not, and there a run has no such positions: L · n ÷ D, if no whole number, is 1 ÷ D or more away from one,
//   and rounding moves it by less where L · D < 2⁵³.

extension PositionRule {
  /// The part of `range` that may be computed the quick way: with both neighbours in the window.
  func evenRun(_ range: Range<Int>, in window: borrowing SourceWindow, isInteger: Bool) -> Range<
    Int
  > {
    let nothing = range.lowerBound..<range.lowerBound
    guard let even, even.isExact, range.count >= EvenPositions.group, window.end < 1 << 31 else {
      return nothing
    }
    var (low, high) = (range.lowerBound, min(range.upperBound, lastFrame))
    // On a frame, the frame before it need not be there any more.
    if position(low) == position(low).rounded(.down) { low += 1 }
    if !isInteger {
      // Up to the next position on a frame.
      let spacing = even.spacing
      high = min(high, (low + spacing - 1) / spacing * spacing)
    }
    // Those before the window's last frame; estimated, and then made sure of.
    while low < high, Int(position(high - 1)) >= window.end - 1 {
      let excess = position(high - 1) - Double(window.end - 1)
      high -= max(1, Int(excess / even.step))
    }
    guard low < high else { return nothing }
    return low..<high - (high - low) % EvenPositions.group
  }
}

extension LinearKernel {
  /// Computes a run that ``PositionRule/evenRun(_:in:isInteger:)`` gave, from the output frame `offset` on.
  static func render<Sample: AudioSample>(
    _ range: Range<Int>,
    of positions: EvenPositions,
    from window: borrowing SourceWindow,
    into output: inout MutableSpan<Sample>,
    at offset: Int
  ) {
    var run = EvenRun(positions, first: range.lowerBound, start: window.start)
    let source = window.pairs.span
    let groups = range.count / EvenPositions.group
    let target = offset * window.channelCount
    switch window.channelCount {
    case 1: renderSingle(groups, &run, source, &output, target)
    case 2: render(groups, &run, source, &output, target, channelCount: 2)
    case 6: render(groups, &run, source, &output, target, channelCount: 6)
    case 8: render(groups, &run, source, &output, target, channelCount: 8)
    case let many: render(groups, &run, source, &output, target, channelCount: many)
    }
  }

  /// One channel: two frames side by side.
  @inline(__always)
  private static func renderSingle<Sample: AudioSample>(
    _ groups: Int,
    _ run: inout EvenRun,
    _ source: Span<Pair>,
    _ output: inout MutableSpan<Sample>,
    _ offset: Int
  ) {
    var target = offset
    for _ in 0..<groups {
      let first = line(run.next(0), source), second = line(run.next(1), source)
      let third = line(run.next(2), source), fourth = line(run.next(3), source)
      run.advance()
      // One check of bounds for all of them.
      var room = output._mutatingExtracting(target..<target &+ 8)
      room[0] = Sample(roundingInRange: first[0])
      room[1] = Sample(roundingInRange: first[1])
      room[2] = Sample(roundingInRange: second[0])
      room[3] = Sample(roundingInRange: second[1])
      room[4] = Sample(roundingInRange: third[0])
      room[5] = Sample(roundingInRange: third[1])
      room[6] = Sample(roundingInRange: fourth[0])
      room[7] = Sample(roundingInRange: fourth[1])
      target &+= 8
    }
  }

  /// The lines of two positions of a single channel.
  @inline(__always)
  private static func line(_ places: EvenRun.Places, _ source: Span<Pair>) -> Pair {
    let near = source[places.first], next = source[places.second]
    let from = Pair(near[0], next[0])
    return from + places.parts * (Pair(near[1], next[1]) - from)
  }

  /// Several channels: two of them side by side.
  @inline(__always)
  private static func render<Sample: AudioSample>(
    _ groups: Int,
    _ run: inout EvenRun,
    _ source: Span<Pair>,
    _ output: inout MutableSpan<Sample>,
    _ offset: Int,
    channelCount: Int
  ) {
    var target = offset
    for _ in 0..<groups {
      for index in 0..<4 {
        let places = run.next(index)
        var room = output._mutatingExtracting(target..<target &+ 2 &* channelCount)
        line(places.first, places.parts[0], source, &room, 0, channelCount)
        line(places.second, places.parts[1], source, &room, channelCount, channelCount)
        target &+= 2 &* channelCount
      }
      run.advance()
    }
  }

  /// One frame of several channels.
  @inline(__always)
  private static func line<Sample: AudioSample>(
    _ frame: Int,
    _ part: Double,
    _ source: Span<Pair>,
    _ output: inout MutableSpan<Sample>,
    _ target: Int,
    _ channelCount: Int
  ) {
    let stride = (channelCount &+ 1) / 2
    let place = frame &* stride
    for pair in 0..<stride {
      let from = source[place &+ pair]
      let value = from + part * (source[place &+ stride &+ pair] - from)
      let sample = target &+ 2 &* pair
      output[sample] = Sample(roundingInRange: value[0])
      if 2 &* pair &+ 1 < channelCount {
        output[sample &+ 1] = Sample(roundingInRange: value[1])
      }
    }
  }
}

/// Evenly spread positions one after the other, eight at a time.
struct EvenRun {
  /// Where two neighbouring output frames read: places in the window, and fractional parts.
  struct Places {
    let first: Int, second: Int
    let parts: Pair
  }

  private var numerators: Pair
  private let steps: (Pair, Pair, Pair, Pair)
  private let denominator: Double
  private let magic: Double

  init(_ positions: EvenPositions, first: Int, start: Int) {
    let last = positions.lastPosition
    numerators = last * Pair(Double(first), Double(first + 1))
    steps = (
      Pair(repeating: 2 * last), Pair(repeating: 4 * last), Pair(repeating: 6 * last),
      Pair(repeating: 8 * last)
    )
    denominator = positions.lastIndex
    // Adding it rounds to a whole number, which is left in the low bits, counted from `start`.
    magic = 0x1.8p52 - Double(start)
  }

  /// The positions 2 · `index` and 2 · `index` + 1 of the current eight.
  @inline(__always)
  func next(_ index: Int) -> Places {
    let numerators =
      switch index {
      case 0: self.numerators
      case 1: self.numerators + steps.0
      case 2: self.numerators + steps.1
      default: self.numerators + steps.2
      }
    let positions = numerators / denominator
    let whole = (positions - 0.5) + magic
    return Places(
      first: Int(UInt32(truncatingIfNeeded: whole[0].bitPattern)),
      second: Int(UInt32(truncatingIfNeeded: whole[1].bitPattern)),
      parts: positions - (whole - magic)
    )
  }

  /// Goes on to the next eight.
  @inline(__always)
  mutating func advance() { numerators += steps.3 }
}
