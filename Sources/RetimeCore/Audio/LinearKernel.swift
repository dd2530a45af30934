// SPDX-License-Identifier: MPL-2.0

/// The number of source frames around a position that an interpolation reads.
struct KernelSupport: Hashable, Sendable {
  /// The number of frames before the whole part of the position.
  let before: Int
  /// The number of frames after the whole part of the position.
  let after: Int
}

/// Linear interpolation between two neighbouring frames.
///
/// C[n] = A[b] + a · (A[b+1] - A[b]), with b the whole and a the fractional part of the position.
/// After the last frame, the last frame is held. On a frame (a = 0) the result is that frame's
/// value, even if its neighbour is infinite, NaN or missing.
enum LinearKernel {
  static let reach = KernelSupport(before: 0, after: 1)

  /// Renders the output frames `range` into the front of `output`, interleaved.
  static func render<Sample: AudioSample>(
    _ range: Range<Int>,
    of rule: PositionRule,
    from window: borrowing SourceWindow,
    into output: inout MutableSpan<Sample>
  ) {
    let quick = rule.evenRun(range, in: window, of: Sample.self)
    renderPlainly(range.lowerBound..<quick.lowerBound, range.lowerBound, rule, window, &output)
    if let positions = rule.even, !quick.isEmpty {
      render(
        quick,
        of: positions,
        from: window,
        into: &output,
        at: quick.lowerBound - range.lowerBound
      )
    }
    renderPlainly(quick.upperBound..<range.upperBound, range.lowerBound, rule, window, &output)
    rule.silenceHolds(in: range, channelCount: window.channelCount, of: &output)
  }

  /// Renders output frames for any rule, one position after the other.
  private static func renderPlainly<Sample: AudioSample>(
    _ range: Range<Int>,
    _ origin: Int,
    _ rule: PositionRule,
    _ window: borrowing SourceWindow,
    _ output: inout MutableSpan<Sample>
  ) {
    guard !range.isEmpty else { return }
    var points = Points()
    for first in stride(from: range.lowerBound, to: range.upperBound, by: Points.capacity) {
      let count = min(Points.capacity, range.upperBound - first)
      rule.locate(first, in: &points)
      hold(window.end - 1, in: &points, count: count)
      let target = (first - origin) * window.channelCount
      // A constant channel count removes the inner loop over channels.
      switch window.channelCount {
      case 1: render(count, points, window, channelCount: 1, into: &output, at: target)
      case 2: render(count, points, window, channelCount: 2, into: &output, at: target)
      case let many: render(count, points, window, channelCount: many, into: &output, at: target)
      }
    }
  }

  /// Moves every position after the frame `last` onto it.
  static func hold(_ last: Int, in points: inout Points, count: Int) {
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
    let source = window.pairs.span
    let start = window.start
    let stride = (channelCount &+ 1) / 2
    var target = offset
    for index in 0..<count {
      let first = (frames[index] &- start) &* stride
      let part = parts[index]
      // For integers, interpolation starts exactly on the frame; for floats, infinity times 0 would
      // give NaN.
      let isLine = Sample.isInteger || part != 0
      if channelCount == 1 {
        let near = source[first]
        let from = near[0] - Sample.kernelOffset
        let value = from + part * (near[1] - near[0])
        output[target] = Sample(roundingInRange: isLine ? value : from)
      } else {
        // One bounds check for the frame and its neighbour.
        let near = source.extracting(first..<first &+ 2 &* stride)
        for pair in 0..<stride {
          let from = near[pair] - Sample.kernelOffset
          let value = from + part * (near[pair &+ stride] - near[pair])
          let exact = isLine ? value : from
          let sample = target &+ 2 &* pair
          output[sample] = Sample(roundingInRange: exact[0])
          if 2 &* pair &+ 1 < channelCount {
            output[sample &+ 1] = Sample(roundingInRange: exact[1])
          }
        }
      }
      target &+= channelCount
    }
  }
}
