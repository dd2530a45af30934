// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

/// The segments of packets, recorded in front of a sink that must not receive them.
///
/// A sink drops buffers outside its segment. Some of these packets are needed for decoding: those
/// before the start of an edit list. So the sink gets segments without bounds.
final class PacketSegments: Sendable {
  private struct State {
    var passed = 0, taken = 0
    /// The segments, each with the number of its first packet.
    var segments: [(from: Int, segment: Segment)] = []
  }

  private let state = Mutex(State())

  /// Records the segments at an element in front of the sink, and removes their bounds after it.
  func follow(_ gate: Element) throws(GStreamerError) {
    let entry = try gate.pad("sink")
    entry.observeFlushes { [self] in state.withLock { $0 = State() } }
    entry.observeBuffers { [self] _, segment in
      state.withLock { state in
        if let segment, !(state.segments.last?.segment.isSame(as: segment) ?? false) {
          state.segments.append((state.passed, segment))
        }
        state.passed += 1
      }
      return true
    }
    try gate.pad("src").openSegments()
  }

  /// Returns the segment of the next packet pulled from the sink; nil when none has passed.
  func next() -> Segment? {
    state.withLock { state in
      while state.segments.count > 1, state.segments[1].from <= state.taken {
        state.segments.removeFirst()
      }
      state.taken += 1
      return state.segments.first?.segment
    }
  }
}
