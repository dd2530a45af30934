// SPDX-License-Identifier: MPL-2.0

/// How many source frames around a position an interpolation reads.
struct Reach: Hashable, Sendable {
  /// Frames before the whole part of the position.
  let before: Int
  /// Frames after the whole part of the position.
  let after: Int
}

/// Interpolation on the straight line between two neighbouring frames.
///
/// C[n] = A[b] + a · (A[b+1] - A[b]), b the whole and a the fractional part of the position. Past the
/// last frame the last frame is held. On a frame (a = 0) the result is that frame's value, whatever
/// its neighbour holds: infinity, NaN or nothing.
enum LinearKernel {
  static let reach = Reach(before: 0, after: 1)

  /// Computes the output frames `range` into the front of `output`, all interleaved.
  static func render<Sample: AudioSample>(
    _ range: Range<Int>,
    of rule: PositionRule,
    from window: borrowing SourceWindow<Sample>,
    into output: inout MutableSpan<Sample>
  ) {
    switch rule {
    case .even(let formula): render(range, of: formula, from: window, into: &output)
    case .smooth(let formula): render(range, of: formula, from: window, into: &output)
    case .open(let formula): render(range, of: formula, from: window, into: &output)
    }
  }

  @inline(__always)
  private static func render<Sample: AudioSample>(
    _ range: Range<Int>,
    of formula: some PositionFormula,
    from window: borrowing SourceWindow<Sample>,
    into output: inout MutableSpan<Sample>
  ) {
    // Constants where they matter: the inner loop over channels goes away.
    switch window.channelCount {
    case 1: render(range, of: formula, from: window, channelCount: 1, into: &output)
    case 2: render(range, of: formula, from: window, channelCount: 2, into: &output)
    case let count: render(range, of: formula, from: window, channelCount: count, into: &output)
    }
  }

  @inline(__always)
  private static func render<Sample: AudioSample>(
    _ range: Range<Int>,
    of formula: some PositionFormula,
    from window: borrowing SourceWindow<Sample>,
    channelCount: Int,
    into output: inout MutableSpan<Sample>
  ) {
    let source = window.samples.span
    let start = window.start
    let last = window.end - 1 - start
    var target = 0
    for n in range {
      let position = formula.position(n)
      let whole = Int(position)
      let part = position - Double(whole)
      let first = min(whole &- start, last) &* channelCount
      let second = min(whole &- start &+ 1, last) &* channelCount
      for channel in 0..<channelCount {
        output[target &+ channel] = line(source[first &+ channel], source[second &+ channel], part)
      }
      target &+= channelCount
    }
  }

  @inline(__always)
  private static func line<Sample: AudioSample>(
    _ first: Sample,
    _ second: Sample,
    _ part: Double
  ) -> Sample {
    let from = first.doubleValue
    return Sample(rounding: part == 0 ? from : from + part * (second.doubleValue - from))
  }
}
