// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The timing on both sides of an element: input, and output scaled by its map.
///
/// The streaming thread changes the ``StreamScales``; any thread may read them. All calls are short
/// and none blocks.
final class StreamTiming: Sendable {
  private let state: Mutex<StreamState>

  /// Whether output frames can be counted exactly from the source's frame count, as for audio.
  let isSound: Bool

  init(isSound: Bool) {
    self.isSound = isSound
    state = Mutex(StreamState(TimeMap(factor: .identity)))
  }

  // MARK: - On the streaming thread

  /// Resets the state before the stream starts.
  ///
  /// `recordsCourse`: whether positions and seeks follow the factors so far; otherwise, the current one.
  func start(_ scale: TimeMap, recordsCourse: Bool) {
    state.withLock { state in
      state = StreamState(scale)
      state.recordsCourse = recordsCourse
    }
  }

  /// Resets the state after a flush; the factors so far, and `pending` ones, stay known.
  func flush(_ scale: TimeMap, _ pending: [StreamState.Change]) {
    state.withLock { $0.flush(scale, pending) }
  }

  /// Returns the output segment of an input segment; a segment that continues the previous one keeps its scale.
  ///
  /// `absorbsRate`: whether its rate becomes part of the scale.
  func take(
    _ segment: Segment,
    _ scale: TimeMap,
    absorbsRate: Bool = false,
    sequence: UInt32
  ) -> Segment {
    state.withLock { state in
      state.sequence = sequence
      if let input = state.scales.input, input.isContinued(by: segment) {
        state.scales.input = segment
        _ = state.moveEnd()
        return state.scales.output ?? segment
      }
      let rate = segment.rate.magnitude
      state.scales.absorbed = absorbsRate && rate != 1 ? rate : nil
      return state.begin(segment, scale)
    }
  }

  /// Changes the factor from a source position on; returns the segment event to send if its end moved.
  func setFactor(_ factor: Factor, atSource position: RationalTime) -> Event? {
    let changed = state.withLock { $0.setFactor(factor, atSource: position) }
    return changed.flatMap { try? Event.segment($0.segment, sequence: $0.sequence) }
  }

  /// Follows a controller up to a source position; returns the segment event to send if its end moved.
  ///
  /// `waiting`: the duration of received input that is still being read, in nanoseconds.
  func follow(
    _ controller: FactorControl,
    from first: Int64,
    until end: Int64,
    waiting: Int64 = 0
  ) -> Event? {
    let changed = state.withLock { state in
      state.follow(from: first, until: end, waiting: waiting) { controller.factor(at: $0) }
    }
    return changed.flatMap { try? Event.segment($0.segment, sequence: $0.sequence) }
  }

  /// Returns whether a segment continues the current one.
  func continues(_ segment: Segment) -> Bool {
    state.withLock { $0.scales.input?.isContinued(by: segment) ?? false }
  }

  /// Records the output position up to which output was pushed.
  func reach(output position: Int64) {
    state.withLock { state in
      let time = state.scales.output?.streamTime(of: ClockTime(clamping: position))
      state.reached = time ?? state.reached
    }
  }

  // MARK: - On any thread

  /// All current maps.
  var scales: StreamScales { state.withLock { $0.scales } }

  /// Returns the map of stream times along the factors so far and `pending` ones; nil if they are not recorded.
  func course(with pending: [StreamState.Change]) -> TimeMap? {
    state.withLock { $0.course(with: pending) }
  }

  /// The stream time of the source up to which output was pushed; nil before a segment.
  var reachedSource: RationalTime? { state.withLock { $0.reachedSource } }

  /// The current map of positions.
  var positions: TimeMap { state.withLock { $0.scales.positions } }

  /// The input segment.
  var input: Segment? { state.withLock { $0.scales.input } }

  /// The output segment, and the stream time up to which output was pushed.
  var progress: (segment: Segment?, reached: Int64?) {
    state.withLock { ($0.scales.output, $0.reached) }
  }

  /// Whether the stream is played backwards.
  var isBackward: Bool { state.withLock { $0.scales.input?.isBackward ?? false } }

  /// The origin of output counts: the start of the segment, in source time and in output time.
  var origin: (source: Int64, output: Int64) {
    state.withLock { ($0.scales.origin.source, $0.scales.origin.output.nanoseconds) }
  }

  /// The current factor.
  var factor: Factor { state.withLock { $0.factor } }

  /// The map of lengths: that of the current factor, or of the whole stream if the map has no single factor.
  var lengths: TimeMap {
    state.withLock { $0.whole.factor == nil ? $0.whole : TimeMap(factor: $0.factor) }
  }

  /// Returns the factor of positions for a set factor, which is divided by an absorbed rate.
  func paced(_ factor: Factor) -> Factor { state.withLock { $0.paced(factor) } }
}
