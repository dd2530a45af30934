// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// A request to end a job early, made from any thread; the job reacts within 100 ms.
public final class Cancellation: Sendable {
  private let reason = Mutex<RetimeError.Kind?>(nil)
  private let live = Mutex(LiveInput.none)
  private let checks = Atomic(0)
  private let other: Cancellation?

  /// Creates a request that has no effect until `cancel(as:)` is called.
  public init() { other = nil }

  /// Creates a request that also takes effect when `other` does.
  init(following other: Cancellation) { self.other = other }

  /// The number of calls of `check()`; the job is responsive while it grows.
  var checkCount: Int { checks.load(ordering: .relaxed) }

  /// Requests that the job end.
  ///
  /// - Parameter kind: the kind of the job's error, `interrupted` or `terminated`.
  public func cancel(as kind: RetimeError.Kind = .interrupted) {
    reason.withLock { $0 = $0 ?? kind }
  }

  // MARK: - Live inputs

  /// The state of receiving an input that has no end of its own.
  private enum LiveInput { case none, received, ended }

  /// Ends a live input, so that the job makes its result of what has arrived.
  ///
  /// - Returns: false if no live input is being received, and nothing has changed.
  public func endLiveInput() -> Bool {
    if let other { return other.endLiveInput() }
    return live.withLock { live in
      guard live == .received else { return false }
      live = .ended
      return true
    }
  }

  /// Whether the live input has been ended.
  var isLiveInputEnded: Bool { other?.isLiveInputEnded ?? live.withLock { $0 == .ended } }

  /// Reports that a live input is being received from now on, or no longer.
  func setLiveInput(isReceived: Bool) {
    if let other { return other.setLiveInput(isReceived: isReceived) }
    live.withLock { $0 = isReceived ? .received : .none }
  }

  /// Checks whether the job is to end.
  ///
  /// - Throws: an error once the end of the job has been requested.
  package func check() throws(RetimeError) {
    checks.wrappingAdd(1, ordering: .relaxed)
    try other?.check()
    guard let kind = reason.withLock({ $0 }) else { return }
    throw RetimeError(kind, kind == .terminated ? "terminated" : "interrupted")
  }
}
