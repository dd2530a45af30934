// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore
internal import Synchronization

/// The open connections, limited in number.
///
/// At the limit, a new connection replaces the one that has been idle longest, so idle connections
/// block no new ones.
final class Connections: Sendable {
  private struct State {
    var all: [ObjectIdentifier: any Channel] = [:]
    /// The idle connections, each with a number that increases over time.
    var waiting: [ObjectIdentifier: Int] = [:]
    var number = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The number of open connections.
  var count: Int { state.withLock { $0.all.count } }

  /// Adds a connection, closing the oldest idle one if necessary; returns false if all are busy.
  func admit(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let (isAdmitted, oldest) = state.withLock { state -> (Bool, (any Channel)?) in
      var oldest: (any Channel)?
      if state.all.count >= limit {
        guard let first = state.waiting.min(by: { $0.value < $1.value })?.key else {
          return (false, nil)
        }
        state.waiting[first] = nil
        oldest = state.all.removeValue(forKey: first)
      }
      state.all[id] = channel
      return (true, oldest)
    }
    oldest?.close(promise: nil)
    guard isAdmitted else { return false }
    channel.closeFuture.whenComplete { [self] _ in
      state.withLock { state in
        state.all[id] = nil
        state.waiting[id] = nil
      }
    }
    return true
  }

  /// Records whether a connection is idle, waiting for a request.
  func set(_ channel: any Channel, isWaiting: Bool) {
    let id = ObjectIdentifier(channel)
    state.withLock { state in
      state.number += 1
      state.waiting[id] = isWaiting && state.all[id] != nil ? state.number : nil
    }
  }

  /// Closes all connections.
  func close() {
    for channel in state.withLock({ $0.all.values.map { $0 } }) { channel.close(promise: nil) }
  }
}
#endif
