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
    from window: borrowing SourceWindow,
    into output: inout MutableSpan<Sample>
  ) {
    var points = Points()
    for first in stride(from: range.lowerBound, to: range.upperBound, by: Points.capacity) {
      let count = min(Points.capacity, range.upperBound - first)
      rule.locate(first, in: &points)
      hold(window.end - 1, in: &points, count: count)
      let target = (first - range.lowerBound) * window.channelCount
      // Constants where they matter: the inner loop over channels goes away.
      switch window.channelCount {
      case 1: render(count, points, window, channelCount: 1, into: &output, at: target)
      case 2: render(count, points, window, channelCount: 2, into: &output, at: target)
      case let many: render(count, points, window, channelCount: many, into: &output, at: target)
      }
    }
  }

  /// Moves every position past the frame `last` onto it.
  private static func hold(_ last: Int, in points: inout Points, count: Int) {
    var frames = points.frames.mutableSpan
    var parts = points.parts.mutableSpan
    for index in (0..<count).reversed() {
      guard frames[index] >= last else { return }
      frames[index] = last
      parts[index] = 0
    }
  }

  @inline(__always)
  private static func render<Sample: AudioSample>(
    _ count: Int,
    _ points: borrowing Points,
    _ window: borrowing SourceWindow,
    channelCount: Int,
    into output: inout MutableSpan<Sample>,
    at offset: Int
  ) {
    let (frames, parts) = (points.frames.span, points.parts.span)
    let source = window.samples.span
    let start = window.start
    var target = offset
    for index in 0..<count {
      let place = (frames[index] &- start) &* channelCount
      // One check of bounds for the frame and its neighbour.
      let near = source.extracting(place..<place &+ 2 &* channelCount)
      let part = parts[index]
      for channel in 0..<channelCount {
        let from = near[channel]
        let value = from + part * (near[channel &+ channelCount] - from)
        // Between integers the line starts exactly; infinity times 0 is another matter.
        let exact = Sample.isInteger || part != 0 ? value : from
        output[target &+ channel] = Sample(roundingInRange: exact)
      }
      target &+= channelCount
    }
  }
}
