// SPDX-License-Identifier: MPL-2.0

internal import Dispatch
internal import Synchronization

/// A queue of events from many threads to one that waits for them, in the order of posting.
public final class Mailbox<Event: Sendable>: Sendable {
  private let events = Mutex<[Event]>([])
  private let arrival = DispatchSemaphore(value: 0)

  /// Creates an empty mailbox.
  public init() {}

  /// Appends an event; never blocks.
  public func post(_ event: Event) {
    events.withLock { $0.append(event) }
    arrival.signal()
  }

  /// Removes and returns the next event; nil if none arrives in time.
  ///
  /// Blocks for up to `milliseconds`.
  public func wait(milliseconds: Int) -> Event? {
    guard arrival.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
      return nil
    }
    return events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
