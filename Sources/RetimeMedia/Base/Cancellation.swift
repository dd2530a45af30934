// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// A request to end a job early, made from any thread; the job reacts within 100 ms.
public final class Cancellation: Sendable {
  private let reason = Mutex<RetimeError.Kind?>(nil)
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
