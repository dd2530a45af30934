// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem
internal import Synchronization

/// Sends events to every connected page.
final class EventHub: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var next = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// The maximum number of events buffered for each client.
  ///
  /// The server disconnects a client with more; the client reconnects and receives the whole state
  /// again.
  private static let patience = 2000

  /// The maximum number of connected clients.
  static let maximumListeners = 64

  /// Returns the events from now on, each encoded as a server-sent event.
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

  /// The number of connected clients.
  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Sends an event to all clients.
  func send(_ name: String, _ data: JSON) { send(Self.event(name, data)) }

  /// Sends a comment that keeps connections alive and detects broken ones.
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

  /// Encodes one event (https://html.spec.whatwg.org/multipage/server-sent-events.html).
  static func event(_ name: String, _ data: JSON) -> [UInt8] {
    Array("event: \(name)\ndata: \(PathText.shown(data.text))\n\n".utf8)
  }
}
#endif
