// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem
internal import Synchronization

/// Hands out what happens to every page that listens.
final class EventHub: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var next = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// As many events wait for a page that reads slowly; then it is let go, comes back and gets everything anew.
  private static let patience = 2000

  /// Pages that listen at one time.
  static let maximumListeners = 64

  /// Events from now on, each as server-sent events are written.
  func listen() -> AsyncStream<[UInt8]> {
    let (events, continuation) = AsyncStream.makeStream(
      of: [UInt8].self,
      bufferingPolicy: .bufferingOldest(Self.patience)
    )
    let number = state.withLock { state in
      state.next += 1
      if state.isClosed {
        continuation.finish()
      } else {
        state.listeners[state.next] = continuation
      }
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return events
  }

  /// How many pages listen.
  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Tells everyone.
  func send(_ name: String, _ data: JSON) { send(Self.event(name, data)) }

  /// Keeps connections alive, and finds out which are not.
  func ping() { send(Array(": ping\n\n".utf8)) }

  /// Ends all streams.
  func close() {
    let listeners = state.withLock { state in
      state.isClosed = true
      defer { state.listeners = [:] }
      return state.listeners
    }
    for continuation in listeners.values { continuation.finish() }
  }

  private func send(_ bytes: [UInt8]) {
    for continuation in state.withLock({ $0.listeners.values.map { $0 } }) {
      if case .dropped = continuation.yield(bytes) { continuation.finish() }
    }
  }

  /// One event (https://html.spec.whatwg.org/multipage/server-sent-events.html).
  static func event(_ name: String, _ data: JSON) -> [UInt8] {
    Array("event: \(name)\ndata: \(PathText.shown(data.text))\n\n".utf8)
  }
}
#endif
