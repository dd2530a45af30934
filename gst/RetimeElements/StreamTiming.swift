// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The two time scales of an element: what comes in, and what goes out at its factor.
///
/// Positions and running times each have a ``Timeline``. The streaming thread moves them; any thread may
/// ask. All calls are short and none blocks.
final class StreamTiming: Sendable {
  private struct State {
    var positions: Timeline
    var running: Timeline
    var input: Segment?
    var output: Segment?
    /// The stream time up to which was pushed.
    var reached: Int64?
    /// What the segment's event shares with the seek that it answers.
    var sequence: UInt32?

    init(_ factor: Factor) {
      (positions, running) = (Timeline(factor: factor), Timeline(factor: factor))
    }
  }

  private let state: Mutex<State>

  /// Whether frames can be counted: sound has as many as its length says.
  private let isSound: Bool

  init(isSound: Bool) {
    self.isSound = isSound
    state = Mutex(State(.identity))
  }

  // MARK: - On the streaming thread

  /// Starts anew, as after a flush.
  func reset(_ factor: Factor) { state.withLock { $0 = State(factor) } }

  /// What a segment becomes; one that goes on with the one before keeps its scale.
  func take(_ segment: Segment, _ factor: Factor, sequence: UInt32) -> Segment {
    state.withLock { state in
      state.sequence = sequence
      if let input = state.input, let output = state.output, input.isContinued(by: segment) {
        state.input = segment
        let next = output.ending(at: Self.map(segment.stop, state.positions.outputTime))
        state.output = next
        return next
      }
      state.positions = Timeline(factor: factor)
      let next = segment.mapping(
        position: state.positions.outputTime,
        running: state.running.outputTime
      )
      (state.input, state.output, state.reached) = (segment, next, nil)
      return next
    }
  }

  /// Changes the factor from a source position on; gives the segment's event to send, with its new end.
  ///
  /// There is none when the factor stays, or nothing has come yet.
  func setFactor(_ factor: Factor, atSource position: Int64) -> Event? {
    let changed: (segment: Segment, sequence: UInt32?)? = state.withLock { state in
      guard factor != state.positions.factor else { return nil }
      let running = state.input?.runningTime(of: ClockTime(clamping: position))
      state.positions.setFactor(factor, atSource: position)
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

  /// What a gap of the source is in the output.
  func gap(_ start: ClockTime, _ duration: ClockTime?) -> Event? {
    let timeline = positions
    let output = timeline.outputTime(ofSource: start.signed)
    let end = duration.map {
      timeline.outputTime(ofSource: start.signed.saturatingSum($0.signed))
    }
    return try? Event.gap(
      start: ClockTime(clamping: output),
      duration: end.map { ClockTime(clamping: $0 - output) }
    )
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

  /// The map of positions that is in effect.
  var positions: Timeline { state.withLock { $0.positions } }

  // MARK: - On any thread

  /// What to do with an event from downstream: it is in the output's time.
  func translate(_ event: consuming Event) -> Event? {
    do {
      switch event.content {
      case .seek(var seek):
        guard seek.isTime, seek.rate > 0 else { return nil }
        let timeline = Timeline(factor: state.withLock { $0.positions.factor })
        seek.start = seek.start.map(timeline.sourceTime)
        seek.stop = seek.stop.map(timeline.sourceTime)
        return try Event.seek(seek)
      case .quality(var quality):
        let running = state.withLock { $0.running }
        let factor = Timeline(factor: running.factor)
        let time = running.sourceTime(ofOutput: Int64(clamping: quality.runningTime))
        quality.runningTime = UInt64(clamping: time)
        quality.lateness = factor.sourceTime(ofOutput: quality.lateness)
        return try Event.quality(quality)
      default: return event
      }
    } catch {
      return event
    }
  }

  /// Answers a question from downstream in the output's time; nil leaves it to GStreamer.
  func answer(_ query: borrowing Query, askUpstream: (borrowing Query) -> Bool) -> Bool? {
    let (positions, segment, reached) = state.withLock { ($0.positions, $0.output, $0.reached) }
    let scale = Timeline(factor: positions.factor)
    switch query.kind {
    case .duration:
      guard askUpstream(query), let amount = query.amount else { return false }
      query.answer(scale.outputTime(ofSource: amount))
      return true
    case .frameCount:
      guard isSound, askUpstream(query), let amount = query.amount else { return false }
      query.answer(Int64(TimeMap(factor: positions.factor).outputFrameCount(ofSource: Int(amount))))
      return true
    case .position:
      if let reached {
        query.answer(reached)
        return true
      }
      guard askUpstream(query), let amount = query.amount else { return false }
      query.answer(scale.outputTime(ofSource: amount))
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
