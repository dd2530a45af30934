// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The time on both sides of an element: what comes in, and what goes out as its factor says.
///
/// The streaming thread moves the ``StreamScales``; any thread may ask. All calls are short and none blocks.
final class StreamTiming: Sendable {
  private let state: Mutex<StreamState>

  /// Whether frames can be counted: sound has as many as its length says.
  let isSound: Bool

  init(isSound: Bool) {
    self.isSound = isSound
    state = Mutex(StreamState(TimeMap(factor: .identity)))
  }

  // MARK: - On the streaming thread

  /// Starts anew, as after a flush.
  func reset(_ scale: TimeMap) { state.withLock { $0 = StreamState(scale) } }

  /// What a segment becomes; one that goes on with the one before keeps its scale.
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

  /// Changes the factor from a source position on; gives the segment's event to send where its end has moved.
  func setFactor(_ factor: Factor, atSource position: RationalTime) -> Event? {
    let changed = state.withLock { $0.setFactor(factor, atSource: position) }
    return changed.flatMap { try? Event.segment($0.segment, sequence: $0.sequence) }
  }

  /// Follows a controller up to a source position; gives the segment's event to send where its end has moved.
  ///
  /// `waiting`: how many nanoseconds of what has come are still read.
  func follow(
    _ controller: ControlBinding,
    from first: Int64,
    until end: Int64,
    waiting: Int64 = 0
  ) -> Event? {
    let changed = state.withLock { state in
      state.follow(from: first, until: end, waiting: waiting) { controller.number(at: $0) }
    }
    return changed.flatMap { try? Event.segment($0.segment, sequence: $0.sequence) }
  }

  /// Whether a segment goes on with the one in effect.
  func continues(_ segment: Segment) -> Bool {
    state.withLock { $0.scales.input?.isContinued(by: segment) ?? false }
  }

  /// Notes that output up to a position was pushed.
  func reach(output position: Int64) {
    state.withLock { state in
      let time = state.scales.output?.streamTime(of: ClockTime(clamping: position))
      state.reached = time ?? state.reached
    }
  }

  // MARK: - On any thread

  /// All maps that are in effect.
  var scales: StreamScales { state.withLock { $0.scales } }

  /// The map of positions that is in effect.
  var positions: TimeMap { state.withLock { $0.scales.positions } }

  /// The segment that comes in.
  var input: Segment? { state.withLock { $0.scales.input } }

  /// The segment that goes out, and the stream time up to which was pushed.
  var progress: (segment: Segment?, reached: Int64?) {
    state.withLock { ($0.scales.output, $0.reached) }
  }

  /// Whether what is later comes first.
  var isBackward: Bool { state.withLock { $0.scales.input?.isBackward ?? false } }

  /// Where the output is counted from: the start of the segment, in source time and in output time.
  var origin: (source: Int64, output: Int64) {
    state.withLock { ($0.scales.origin.source, $0.scales.origin.output.nanoseconds) }
  }

  /// The factor that is in effect.
  var factor: Factor { state.withLock { $0.factor } }

  /// The map of lengths: that of the factor, or of the whole where it has none.
  var lengths: TimeMap {
    state.withLock { $0.whole.factor == nil ? $0.whole : TimeMap(factor: $0.factor) }
  }

  /// The factor of positions when the one that is set is `factor`: less where a rate is absorbed.
  func paced(_ factor: Factor) -> Factor { state.withLock { $0.paced(factor) } }
}
