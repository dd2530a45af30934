// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// What ``StreamTiming`` keeps behind its lock.
struct StreamState: Sendable {
  /// A segment to send, and the number that its event shares with the seek that it answers.
  typealias Sent = (segment: Segment, sequence: UInt32?)

  var scales: StreamScales
  /// What was set for the whole, and the factor that is in effect.
  var whole: TimeMap, factor: Factor
  /// The stream time up to which was pushed.
  var reached: Int64?
  /// What the segment's event shares with the seek that it answers.
  var sequence: UInt32?
  /// Up to which place of its grid the positions follow a controller; nil where they do not.
  var followed: Int64?

  init(_ scale: TimeMap) {
    (scales, whole, factor) = (StreamScales(scale), scale, scale.factor ?? .identity)
  }

  /// Begins a scale with a segment, and gives the one that it becomes.
  mutating func begin(_ segment: Segment, _ scale: TimeMap) -> Segment {
    let base = scales.outputRunning(segment.base)
    let start = RationalTime(nanoseconds: segment.start?.signed ?? 0)
    var positions = scale
    let delay = start - RationalTime(nanoseconds: (segment.time ?? segment.start)?.signed ?? 0)
    // A factor makes the same of a time, whatever it is counted from.
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
      stream: scale.startTime,
      length: scale.endTime,
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

  /// The factor of positions when that of stream times is another.
  func paced(_ factor: Factor) -> Factor { scales.absorbed.map { factor.playedAt($0) } ?? factor }

  /// The output's segment with the end that its positions lead to; nil where that is the end it has.
  mutating func moveEnd() -> Sent? {
    guard let input = scales.input, let output = scales.output else { return nil }
    let next = output.ending(
      at: input.stop.map { ClockTime(clamping: scales.positions.endTime(ofStream: $0.signed)) }
    )
    scales.output = next
    return next.stop == output.stop ? nil : (next, sequence)
  }

  /// Changes the factor from a source position on; gives the segment to send where its end has moved.
  mutating func setFactor(_ factor: Factor, atSource position: RationalTime) -> Sent? {
    guard factor != self.factor else { return nil }
    followed = nil
    if let input = scales.input, input.isBackward {
      // Backwards, positions would end before 0 or after it: what is left is a segment of its own.
      let rest = input.endingBackwards(at: position.nanoseconds)
      return (begin(rest, TimeMap(factor: factor)), sequence)
    }
    self.factor = factor
    scales.positions.setFactor(paced(factor), fromSource: position)
    return moveEnd()
  }
}
