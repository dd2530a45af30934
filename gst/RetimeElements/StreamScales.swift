// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// How the times on both sides of an element stand to each other: all of them follow from one map of positions.
///
/// All in nanoseconds, rounded to nearest once for each of them.
struct StreamScales: Sendable {
  /// From the positions of what comes to those of what goes.
  var positions: TimeMap
  /// The rate, without its sign, that is in `positions` and not in the output's segment; nil for none.
  var absorbed: Double?
  /// The segments that are in effect.
  var input: Segment?, output: Segment?
  /// Where the segment begins, in the source and exactly in the output.
  var origin: (source: Int64, output: RationalTime) = (0, .zero)

  init(_ map: TimeMap) { positions = map }

  /// Whether all times are the same on both sides.
  var isIdentity: Bool {
    positions.isIdentity && absorbed == nil && input?.base == output?.base
  }

  /// The map of positions, counted from the segment's begin.
  var counted: TimeMap {
    positions.counted(fromSource: RationalTime(nanoseconds: origin.source), output: origin.output)
  }

  // MARK: - Stream times

  /// When the source's stream time is on in the output's stream time.
  func outputStream(_ time: Int64) -> Int64 {
    guard let input, let output, isMoved, let from = input.edges, let to = output.edges else {
      return positions.startTime(ofStream: time)
    }
    let position = time.saturatingDifference(from.time).saturatingSum(from.start)
    let elapsed = positions.startTime(ofStream: position).saturatingDifference(to.start)
    return to.time.saturatingSum(elapsed.scaled(by: absorbed ?? 1))
  }

  /// The stream time of the source that is on at the output's stream time.
  func sourceStream(_ time: Int64) -> Int64 {
    guard let input, let output, isMoved, let from = input.edges, let to = output.edges else {
      return positions.streamTime(ofOutput: time)
    }
    let elapsed = time.saturatingDifference(to.time).scaled(by: 1 / (absorbed ?? 1))
    let position = positions.streamTime(ofOutput: elapsed.saturatingSum(to.start))
    return position.saturatingDifference(from.start).saturatingSum(from.time)
  }

  /// Whether positions are other times than stream times.
  private var isMoved: Bool { absorbed != nil || input?.edges.map { $0.start != $0.time } ?? false }

  // MARK: - Running times

  /// The running time in the output of one in the source.
  func outputRunning(_ time: Int64) -> Int64 {
    running(time, from: input, to: output, positions.startTime)
  }

  /// The running time in the source of one in the output.
  func sourceRunning(_ time: Int64) -> Int64 {
    running(time, from: output, to: input, positions.streamTime)
  }

  /// The running time in one segment of one in the other; both are played in the same direction.
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
  /// Where it begins, as a position and as a stream time; nil where that is not known.
  fileprivate var edges: (start: Int64, time: Int64)? {
    guard let start, let time else { return nil }
    return (start.signed, time.signed)
  }
}

extension Int64 {
  /// The nearest number to a multiple, not below the least but one, so that each has an opposite.
  fileprivate func scaled(by rate: Double) -> Int64 {
    guard rate != 1 else { return Swift.max(self, -.max) }
    let product = (Double(self) * rate).rounded()
    return product.magnitude < 0x1p63 ? Int64(product) : product < 0 ? -.max : .max
  }

  /// The difference, or the nearest there is.
  func saturatingDifference(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other > 0 ? .min : .max) : difference
  }

  /// The sum, or the nearest there is: timestamps come from others, and nothing here may trap.
  func saturatingSum(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
