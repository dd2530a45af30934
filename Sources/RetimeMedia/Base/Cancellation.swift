// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// A request to end a job early, from any thread; the job notices within a tenth of a second.
public final class Cancellation: Sendable {
  private let reason = Mutex<RetimeError.Kind?>(nil)
  private let checks = Atomic(0)
  private let other: Cancellation?

  /// A job that nobody wants to end yet.
  public init() { other = nil }

  /// One that also ends when another does.
  init(following other: Cancellation) { self.other = other }

  /// How often it was asked: as long as that grows, the job looks after itself.
  var checkCount: Int { checks.load(ordering: .relaxed) }

  /// Asks the job to end.
  ///
  /// - Parameter kind: what the job's error will say, `interrupted` or `terminated`.
  public func cancel(as kind: RetimeError.Kind = .interrupted) {
    reason.withLock { $0 = $0 ?? kind }
  }

  /// - Throws: an error once the job was asked to end.
  public func check() throws(RetimeError) {
    checks.wrappingAdd(1, ordering: .relaxed)
    try other?.check()
    guard let kind = reason.withLock({ $0 }) else { return }
    throw RetimeError(kind, kind == .terminated ? "terminated" : "interrupted")
  }
}
