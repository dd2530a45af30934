// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The two time scales of an element: what comes in, and what goes out at its factor.
///
/// Positions, stream times and running times each have a ``Timeline``. Those of positions and of stream times differ
/// where a segment's rate is absorbed: then positions go by so much faster, and the stream as before. The streaming
/// thread moves them; any thread may ask. All calls are short and none blocks.
final class StreamTiming: Sendable {
  private struct State {
    var positions: Timeline
    var stream: Timeline
    var running: Timeline
    /// The rate that is absorbed, without its sign; nil for none.
    var absorbed: Double?
    var input: Segment?
    var output: Segment?
    /// Where the output is counted from: the start of the segment with which its scale began.
    var origin: (source: Int64, output: Int64) = (0, 0)
    /// The stream time up to which was pushed.
    var reached: Int64?
    /// What the segment's event shares with the seek that it answers.
    var sequence: UInt32?

    init(_ factor: Factor) {
      (positions, stream) = (Timeline(factor: factor), Timeline(factor: factor))
      running = stream
    }

    /// The factor of positions when that of stream times is another.
    func paced(_ factor: Factor) -> Factor { absorbed.map { factor.playedAt($0) } ?? factor }

    /// Begins a scale with a segment, and gives the one that it becomes.
    mutating func begin(_ segment: Segment, _ factor: Factor) -> Segment {
      stream = Timeline(factor: factor)
      running.setFactor(factor, atSource: segment.base)
      let start = segment.start?.signed ?? 0
      origin = (start, stream.outputTime(ofSource: start))
      positions =
        absorbed == nil
        ? stream
        : Timeline(factor: paced(factor), fromSource: origin.source, output: origin.output)
      let next = segment.mapping(
        position: positions.outputTime,
        stream: stream.outputTime,
        running: running.outputTime
      )
      (input, output) = (segment, absorbed == nil ? next : next.absorbingRate)
      reached = nil
      return output ?? next
    }
  }

  private let state: Mutex<State>

  /// Whether frames can be counted: sound has as many as its length says.
  let isSound: Bool

  init(isSound: Bool) {
    self.isSound = isSound
    state = Mutex(State(.identity))
  }

  // MARK: - On the streaming thread

  /// Starts anew, as after a flush.
  func reset(_ factor: Factor) { state.withLock { $0 = State(factor) } }

  /// What a segment becomes; one that goes on with the one before keeps its scale.
  ///
  /// `absorbsRate`: whether its rate becomes part of the scale.
  func take(
    _ segment: Segment,
    _ factor: Factor,
    absorbsRate: Bool = false,
    sequence: UInt32
  ) -> Segment {
    state.withLock { state in
      state.sequence = sequence
      if let input = state.input, let output = state.output, input.isContinued(by: segment) {
        state.input = segment
        let next = output.ending(at: Self.map(segment.stop, state.positions.outputTime))
        state.output = next
        return next
      }
      let rate = segment.rate.magnitude
      state.absorbed = absorbsRate && rate != 1 ? rate : nil
      return state.begin(segment, factor)
    }
  }

  /// Changes the factor from a source position on; gives the segment's event to send, with its new end.
  ///
  /// There is none when the factor stays, or nothing has come yet.
  func setFactor(_ factor: Factor, atSource position: Int64) -> Event? {
    let changed: (segment: Segment, sequence: UInt32?)? = state.withLock { state in
      guard factor != state.running.factor else { return nil }
      if let input = state.input, input.isBackward {
        // Backwards, positions would end before 0 or after it: what is left is a segment of its own.
        return (state.begin(input.endingBackwards(at: position), factor), state.sequence)
      }
      let running = state.input?.runningTime(of: ClockTime(clamping: position))
      state.positions.setFactor(state.paced(factor), atSource: position)
      state.stream.setFactor(factor, atSource: position)
      state.running.setFactor(factor, atSource: running?.signed ?? 0)
      guard let input = state.input, let output = state.output else { return nil }
      let next = output.ending(at: Self.map(input.stop, state.positions.outputTime))
      state.output = next
      return (next, state.sequence)
    }
    return changed.flatMap { try? Event.segment($0.segment, sequence: $0.sequence) }
  }

  /// Whether a segment goes on with the one in effect.
  func continues(_ segment: Segment) -> Bool {
    state.withLock { $0.input?.isContinued(by: segment) ?? false }
  }

  /// What the event at the end of a part that was asked for is in the output.
  func segmentDone(at position: Int64, sequence: UInt32) -> Event? {
    let time = timelines.stream.outputTime(ofSource: position)
    return try? Event.segmentDone(at: time, sequence: sequence)
  }

  /// Notes that output up to a position was pushed.
  func reach(output position: Int64) {
    state.withLock { state in
      let time = state.output?.streamTime(of: ClockTime(clamping: position))
      state.reached = time ?? state.reached
    }
  }

  /// The segments that are in effect.
  var segments: (input: Segment?, output: Segment?) { state.withLock { ($0.input, $0.output) } }

  /// The stream time up to which was pushed.
  var reached: Int64? { state.withLock { $0.reached } }

  /// Whether what is later comes first.
  var isBackward: Bool { state.withLock { $0.input?.isBackward ?? false } }

  /// Where the output is counted from, in source time and in output time.
  var origin: (source: Int64, output: Int64) { state.withLock { $0.origin } }

  /// The map of positions that is in effect.
  var positions: Timeline { state.withLock { $0.positions } }

  /// The maps of positions, of stream times and of running times that are in effect.
  var timelines: (positions: Timeline, stream: Timeline, running: Timeline) {
    state.withLock { ($0.positions, $0.stream, $0.running) }
  }

  /// The factor that is in effect.
  var factor: Factor { state.withLock { $0.running.factor } }

  /// The factor of positions when the one that is set is `factor`: less where a rate is absorbed.
  func paced(_ factor: Factor) -> Factor { state.withLock { $0.paced(factor) } }

  // MARK: - On any thread

  /// What to do with an event from downstream: it is in the output's time.
  ///
  /// A seek is answered by a segment in which the factor that is set is in effect.
  func translate(
    _ event: consuming Event,
    _ factor: Factor,
    upstreamDuration: () -> Int64?
  ) -> Event? {
    do {
      switch event.content {
      case .seek(let seek):
        guard factor != .identity else { return event }
        let timeline = Timeline(factor: factor)
        let duration = { upstreamDuration().map(timeline.outputTime) }
        guard seek.isTime, let translated = seek.mapping(timeline.sourceTime, duration: duration)
        else { return nil }
        return try Event.seek(translated)
      case .quality where isIdentity: return event
      case .quality(var quality):
        let running = state.withLock { $0.running }
        let factor = Timeline(factor: running.factor)
        let time = running.sourceTime(ofOutput: Int64(clamping: quality.runningTime))
        quality.runningTime = UInt64(clamping: time)
        // None was earlier than at time 0.
        quality.lateness = max(factor.sourceTime(ofOutput: quality.lateness), -max(0, time))
        return try Event.quality(quality)
      default: return inSource(event)
      }
    } catch {
      return event
    }
  }

  /// Answers a question from downstream in the output's time; nil leaves it to GStreamer.
  func answer(
    _ query: borrowing Query,
    _ factor: Factor,
    askUpstream: (borrowing Query) -> Bool
  ) -> Bool? {
    let (segment, reached) = state.withLock { ($0.output, $0.reached) }
    let scale = Timeline(factor: factor)
    switch query.kind {
    case .duration:
      guard askUpstream(query), let amount = query.amount else { return false }
      query.answer(scale.outputTime(ofSource: amount))
      return true
    case .position:
      if let reached {
        query.answer(reached)
        return true
      }
      guard askUpstream(query), let amount = query.amount else { return false }
      query.answer(scale.outputTime(ofSource: amount))
      return true
    case .seeking:
      guard askUpstream(query) else { return false }
      query.mapSeekableRange(scale.outputTime)
      return true
    case .buffering:
      guard askUpstream(query) else { return false }
      query.mapBufferedRanges(scale.outputTime)
      return true
    case .segment:
      guard let segment else { return false }
      query.answer(segment)
      return true
    default: return nil
    }
  }

  private static func map(_ time: ClockTime?, _ change: (Int64) -> Int64) -> ClockTime? {
    time.map { ClockTime(clamping: change($0.signed)) }
  }
}

extension Int64 {
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
