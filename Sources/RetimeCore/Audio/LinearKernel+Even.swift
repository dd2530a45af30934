// SPDX-License-Identifier: MPL-2.0

// A fast path for evenly spaced positions, with the same bits as the general path.
//
// * The numerators (count - 1) · n are whole numbers below 2⁵³, so adding them up is exact, and a
//   position costs only one division.
// * RN(x - ½), rounded to nearest, is the whole part of x, or, if x is on a frame, possibly the
//   frame before it. The fractional part is then 1, and interpolation from the frame before ends
//   exactly on that frame for integers. For floating-point samples it may not, so a run has no such
//   positions: L · n ÷ D, if not a whole number, is at least 1 ÷ D away from one, and rounding
//   moves it by less where L · D < 2⁵³.
// * The offset 1.5 · 2⁵² of 16-bit samples makes the last sum round to a whole number by itself,
//   instead of in a step after it. The result is the same where the sum has at most 53 bits: from
//   position 2¹⁶ on a fractional part has at most 36 bits after the point, times a difference of 16
//   bits, plus a sample of 16.

extension PositionRule {
  /// Returns the part of `range` that the fast path can compute, with both neighbours in the window.
  func evenRun<Sample: AudioSample>(
    _ range: Range<Int>,
    in window: borrowing SourceWindow,
    of _: Sample.Type
  ) -> Range<Int> {
    let nothing = range.lowerBound..<range.lowerBound
    guard let even, even.isExact, range.count >= EvenPositions.group, window.end < 1 << 31 else {
      return nothing
    }
    var (low, high) = (range.lowerBound, min(range.upperBound, lastFrame))
    if Sample.kernelOffset != 0 {
      guard even.lastPosition >= EvenPositions.firstWithOffset else { return nothing }
      low = max(low, Int(EvenPositions.firstWithOffset / even.step) + 1)
      guard low < high, position(low) >= EvenPositions.firstWithOffset else { return nothing }
    }
    // On a frame, the fast path may read the frame before it, which the window may have dropped.
    if position(low) == position(low).rounded(.down) { low += 1 }
    if !Sample.isInteger {
      // End before the next position on a frame.
      let spacing = even.spacing
      high = min(high, (low + spacing - 1) / spacing * spacing)
    }
    // Keep the positions before the window's last frame: estimated, then checked.
    while low < high, Int(position(high - 1)) >= window.end - 1 {
      let excess = position(high - 1) - Double(window.end - 1)
      high -= max(1, Int(excess / even.step))
    }
    guard low < high else { return nothing }
    return low..<high - (high - low) % EvenPositions.group
  }
}

extension LinearKernel {
  /// Renders a run from ``PositionRule/evenRun(_:in:of:)``, starting at frame `offset` of `output`.
  static func render<Sample: AudioSample>(
    _ range: Range<Int>,
    of positions: EvenPositions,
    from window: borrowing SourceWindow,
    into output: inout MutableSpan<Sample>,
    at offset: Int
  ) {
    var run = EvenRun(positions, first: range.lowerBound, start: window.start)
    let source = window.pairs.span
    var target = offset * window.channelCount
    guard window.channelCount > 1 else {
      return renderSingle(range.count, &run, source, &output, target)
    }
    // Kept in memory: in registers, the compiler would divide one number at a time.
    var wholes = InlineArray<32, Pair>(repeating: .zero)
    var parts = InlineArray<32, Pair>(repeating: .zero)
    for first in stride(from: range.lowerBound, to: range.upperBound, by: EvenRun.capacity) {
      let pairs = min(EvenRun.capacity, range.upperBound - first) / 2
      run.locate(&wholes, &parts)
      switch window.channelCount {
      case 2: renderStereo(pairs, wholes.span, parts.span, source, &output, target)
      case 6: render(pairs, wholes.span, parts.span, source, &output, target, channelCount: 6)
      case 8: render(pairs, wholes.span, parts.span, source, &output, target, channelCount: 8)
      case let many:
        render(pairs, wholes.span, parts.span, source, &output, target, channelCount: many)
      }
      target += 2 * pairs * window.channelCount
    }
  }

  /// Renders one channel, with two frames in a vector.
  @inline(__always)
  private static func renderSingle<Sample: AudioSample>(
    _ count: Int,
    _ run: inout EvenRun,
    _ source: Span<Pair>,
    _ output: inout MutableSpan<Sample>,
    _ offset: Int
  ) {
    @inline(__always)
    func lines(_ whole: Pair, _ part: Pair) -> Pair {
      let near = source[windowIndex(whole[0])], next = source[windowIndex(whole[1])]
      let from = Pair(near[0], next[0])
      return from + part * (Pair(near[1], next[1]) - from)
    }
    for group in 0..<count / EvenPositions.group {
      let (first, second, third, fourth) = (run.next(), run.next(), run.next(), run.next())
      let values = (
        lines(first.whole, first.part), lines(second.whole, second.part),
        lines(third.whole, third.part), lines(fourth.whole, fourth.part)
      )
      put(values, &output, offset &+ EvenPositions.group &* group)
    }
  }

  /// Renders two channels, with both in a vector.
  @inline(__always)
  private static func renderStereo<Sample: AudioSample>(
    _ pairs: Int,
    _ wholes: Span<Pair>,
    _ parts: Span<Pair>,
    _ source: Span<Pair>,
    _ output: inout MutableSpan<Sample>,
    _ offset: Int
  ) {
    for group in 0..<pairs / 2 {
      @inline(__always)
      func line(_ index: Int, _ lane: Int) -> Pair {
        let first = windowIndex(wholes[2 &* group &+ index][lane])
        let near = source.extracting(first..<first &+ 2)
        return near[0] + parts[2 &* group &+ index][lane] * (near[1] - near[0])
      }
      put((line(0, 0), line(0, 1), line(1, 0), line(1, 1)), &output, offset &+ 8 &* group)
    }
  }

  /// Renders any number of channels, with two of them in a vector.
  @inline(__always)
  private static func render<Sample: AudioSample>(
    _ pairs: Int,
    _ wholes: Span<Pair>,
    _ parts: Span<Pair>,
    _ source: Span<Pair>,
    _ output: inout MutableSpan<Sample>,
    _ offset: Int,
    channelCount: Int
  ) {
    let stride = (channelCount &+ 1) / 2
    var target = offset
    for index in 0..<pairs {
      for lane in 0..<2 {
        let first = windowIndex(wholes[index][lane]) &* stride
        let part = parts[index][lane]
        // One bounds check for the frame and its neighbour, and one for the output.
        let near = source.extracting(first..<first &+ 2 &* stride)
        var room = output._mutatingExtracting(target..<target &+ channelCount)
        for pair in 0..<stride {
          let from = near[pair]
          let value = from + part * (near[pair &+ stride] - from)
          room[2 &* pair] = Sample(roundingFromKernel: value[0])
          if 2 &* pair &+ 1 < channelCount {
            room[2 &* pair &+ 1] = Sample(roundingFromKernel: value[1])
          }
        }
        target &+= channelCount
      }
    }
  }

  /// Returns the index in the window that ``EvenRun`` has left in the low bits of `whole`.
  @inline(__always)
  private static func windowIndex(_ whole: Double) -> Int {
    Int(UInt32(truncatingIfNeeded: whole.bitPattern))
  }

  /// Rounds eight samples into `output`, starting at sample `target`.
  @inline(__always)
  private static func put<Sample: AudioSample>(
    _ pairs: (Pair, Pair, Pair, Pair),
    _ output: inout MutableSpan<Sample>,
    _ target: Int
  ) {
    // One bounds check for all eight.
    var room = output._mutatingExtracting(target..<target &+ 8)
    room[0] = Sample(roundingFromKernel: pairs.0[0])
    room[1] = Sample(roundingFromKernel: pairs.0[1])
    room[2] = Sample(roundingFromKernel: pairs.1[0])
    room[3] = Sample(roundingFromKernel: pairs.1[1])
    room[4] = Sample(roundingFromKernel: pairs.2[0])
    room[5] = Sample(roundingFromKernel: pairs.2[1])
    room[6] = Sample(roundingFromKernel: pairs.3[0])
    room[7] = Sample(roundingFromKernel: pairs.3[1])
  }
}

/// A run of consecutive evenly spaced positions.
struct EvenRun {
  /// The number of positions computed by ``locate(_:_:)``.
  static let capacity = 64

  private var numerators: Pair
  private let step: Pair
  private let denominator: Double
  private let magic: Double

  /// Creates the positions from the output frame `first` on, for a window that starts with the source frame `start`.
  init(_ positions: EvenPositions, first: Int, start: Int) {
    let last = positions.lastPosition
    numerators = last * Pair(Double(first), Double(first + 1))
    step = Pair(repeating: 2 * last)
    denominator = positions.lastIndex
    // Adding it rounds to a whole number, counted from `start`, in the low bits.
    magic = 0x1.8p52 - Double(start)
  }

  /// Returns the next two positions: the indices in the low bits, and the fractional parts.
  @inline(__always)
  mutating func next() -> (whole: Pair, part: Pair) {
    let positions = numerators / denominator
    let whole = (positions - 0.5) + magic
    numerators += step
    return (whole, positions - (whole - magic))
  }

  /// Computes the next 64 positions, two in a pair; those past the end of the output have no meaning.
  mutating func locate(
    _ wholes: inout InlineArray<32, Pair>,
    _ parts: inout InlineArray<32, Pair>
  ) {
    for index in 0..<32 { (wholes[index], parts[index]) = next() }
  }
}
