// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

/// Remembers which segment each packet came with, past a sink that must not see it.
///
/// A sink drops what lies outside its segment. Of packets some do that others cannot be decoded without:
/// those before the start of an edit list. So the sink is shown segments without bounds.
final class PacketSegments: Sendable {
  private struct State {
    var passed = 0, taken = 0
    /// The segments in force, each from a packet's number on.
    var segments: [(from: Int, segment: Segment)] = []
  }

  private let state = Mutex(State())

  /// Watches what passes an element on its way to the sink.
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

  /// The segment of the next packet that is taken from the sink; nil when none has passed.
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
