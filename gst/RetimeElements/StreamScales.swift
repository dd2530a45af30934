// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The relation between the times on both sides of an element, derived from one map of positions.
///
/// All times are in nanoseconds, each rounded to nearest once.
struct StreamScales: Sendable {
  /// The map from input positions to output positions.
  var positions: TimeMap
  /// The magnitude of the rate that is part of `positions` instead of the output segment; nil if none is.
  var absorbed: Double?
  /// The current segments.
  var input: Segment?, output: Segment?
  /// The stream times of the factors so far, the last of which applies to the rest; nil if they are not recorded.
  var course: TimeMap?
  /// The start of the segment, in the source and exactly in the output.
  var origin: (source: Int64, output: RationalTime) = (0, .zero)

  init(_ map: TimeMap) { positions = map }

  /// Whether all times are equal on both sides.
  var isIdentity: Bool {
    positions.isIdentity && absorbed == nil && input?.base == output?.base
  }

  /// The map of positions, counted from the segment's start.
  var counted: TimeMap {
    positions.counted(fromSource: RationalTime(nanoseconds: origin.source), output: origin.output)
  }

  // MARK: - Stream times

  /// Returns the output stream time at which a source stream time is played.
  func outputStream(_ time: Int64) -> Int64 {
    if let course { return course.startTime(ofStream: time) }
    guard let input, let output, isMoved, let from = input.edges, let to = output.edges else {
      return positions.startTime(ofStream: time)
    }
    let position = time.saturatingDifference(from.time).saturatingSum(from.start)
    let elapsed = positions.startTime(ofStream: position).saturatingDifference(to.start)
    return to.time.saturatingSum(elapsed.scaled(by: absorbed ?? 1))
  }

  /// Returns the source stream time that is played at an output stream time.
  func sourceStream(_ time: Int64) -> Int64 {
    if let course { return course.streamTime(ofOutput: time) }
    guard let input, let output, isMoved, let from = input.edges, let to = output.edges else {
      return positions.streamTime(ofOutput: time)
    }
    let elapsed = time.saturatingDifference(to.time).scaled(by: 1 / (absorbed ?? 1))
    let position = positions.streamTime(ofOutput: elapsed.saturatingSum(to.start))
    return position.saturatingDifference(from.start).saturatingSum(from.time)
  }

  /// Whether positions differ from stream times.
  private var isMoved: Bool { absorbed != nil || input?.edges.map { $0.start != $0.time } ?? false }

  // MARK: - Running times

  /// Returns the output running time of a source running time.
  func outputRunning(_ time: Int64) -> Int64 {
    running(time, from: input, to: output, positions.startTime)
  }

  /// Returns the source running time of an output running time.
  func sourceRunning(_ time: Int64) -> Int64 {
    running(time, from: output, to: input, positions.streamTime)
  }

  /// Converts a running time from one segment to the other; both play in the same direction.
  private func running(
    _ time: Int64,
    from one: Segment?,
    to other: Segment?,
    _ position: (Int64) -> Int64
  ) -> Int64 {
    guard let one, let other, let from = one.runningEdge, let to = other.runningEdge else {
      return position(time)
    }
    let sign: Int64 = one.isBackward ? -1 : 1
    let elapsed = time.saturatingDifference(one.base).scaled(by: one.rate.magnitude)
    let reached = position(from.saturatingSum(sign * elapsed))
    let played = reached.saturatingDifference(to).scaled(by: 1 / other.rate.magnitude)
    return other.base.saturatingSum(sign * played)
  }
}

extension Segment {
  /// The start as a position and as a stream time; nil if either is unknown.
  fileprivate var edges: (start: Int64, time: Int64)? {
    guard let start, let time else { return nil }
    return (start.signed, time.signed)
  }
}

extension Int64 {
  /// Returns the rounded product, limited to `-Int64.max` through `Int64.max`, so that it can be negated.
  fileprivate func scaled(by rate: Double) -> Int64 {
    guard rate != 1 else { return Swift.max(self, -.max) }
    let product = (Double(self) * rate).rounded()
    return product.magnitude < 0x1p63 ? Int64(product) : product < 0 ? -.max : .max
  }

  /// Returns the difference, clamped to the range of `Int64`.
  func saturatingDifference(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other > 0 ? .min : .max) : difference
  }

  /// Returns the sum, clamped to the range of `Int64`.
  ///
  /// Timestamps come from other elements, and arithmetic on them must not trap.
  func saturatingSum(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
