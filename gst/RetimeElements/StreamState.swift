// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The state that ``StreamTiming`` protects by its lock.
struct StreamState: Sendable {
  /// A segment to send, and the sequence number that its event shares with the seek that caused it.
  typealias Sent = (segment: Segment, sequence: UInt32?)

  var scales: StreamScales
  /// The map set for the whole stream, and the current factor.
  var whole: TimeMap, factor: Factor
  /// The stream time up to which output was pushed.
  var reached: Int64?
  /// The sequence number that the segment's event shares with the seek that caused it.
  var sequence: UInt32?
  /// Whether the course of the factors is recorded.
  var recordsCourse = true
  /// The step up to which the positions follow a controller; nil if they do not.
  var followed: Int64?

  init(_ scale: TimeMap) {
    (scales, whole, factor) = (StreamScales(scale), scale, scale.factor ?? .identity)
  }

  /// Starts a scale with an input segment, and returns the output segment.
  mutating func begin(_ segment: Segment, _ scale: TimeMap) -> Segment {
    let base = scales.outputRunning(segment.base)
    let start = RationalTime(nanoseconds: segment.start?.signed ?? 0)
    let streamScale = continueCourse(scale, with: segment)
    var positions = streamScale
    let delay = start - RationalTime(nanoseconds: (segment.time ?? segment.start)?.signed ?? 0)
    // A constant factor gives the same result for any origin of time.
    if positions.factor == nil, delay != .zero {
      positions = positions.delayed(bySource: delay)
    }
    let output = positions.startTime(ofStream: start)
    if let absorbed = scales.absorbed {
      positions = positions.paced(at: .nearest(absorbed), fromOutput: output)
    }
    let next = segment.mapping(
      position: positions.startTime,
      end: positions.endTime,
      stream: streamScale.startTime,
      length: streamScale.endTime,
      base: base
    )
    let made = scales.absorbed == nil ? next : next.absorbingRate
    scales.positions = positions
    scales.origin = (segment.start?.signed ?? 0, output)
    (scales.input, scales.output) = (segment, made)
    (whole, factor) = (scale, scale.factor ?? .identity)
    (reached, followed) = (nil, nil)
    return made
  }

  /// Returns the factor of positions, which differs from that of stream times if a rate is absorbed.
  func paced(_ factor: Factor) -> Factor { scales.absorbed.map { factor.playedAt($0) } ?? factor }

  /// Updates the output segment's end from its positions; returns the segment if the end moved.
  mutating func moveEnd() -> Sent? {
    guard let input = scales.input, let output = scales.output else { return nil }
    let next = output.ending(
      at: input.stop.map { ClockTime(clamping: scales.positions.endTime(ofStream: $0.signed)) }
    )
    scales.output = next
    return next.stop == output.stop ? nil : (next, sequence)
  }

  /// Changes the factor from a source position on; returns the segment to send if its end moved.
  mutating func setFactor(_ factor: Factor, atSource position: RationalTime) -> Sent? {
    guard factor != self.factor else { return nil }
    followed = nil
    if let input = scales.input, input.isBackward {
      // Backwards, positions would not end at 0, so the rest of the segment becomes a segment of
      // its own.
      let rest = input.endingBackwards(at: position.nanoseconds)
      return (begin(rest, TimeMap(factor: factor)), sequence)
    }
    self.factor = factor
    if let input = scales.input, let start = input.start, let time = input.time {
      let shift = time.signed.saturatingDifference(start.signed)
      scales.course?.setRest(factor, fromSource: position + RationalTime(nanoseconds: shift))
    }
    scales.positions.setFactor(paced(factor), fromSource: position)
    return moveEnd()
  }
}
