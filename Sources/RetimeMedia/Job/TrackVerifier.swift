// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The comparison of one track: its plan, its track in the result, and the handlers of events.
struct TrackCheck: Sendable {
  let plan: Plan, track: Plan.Track
  /// The smart rendering of the track; nil for none.
  let smart: Plan.Smart?
  let made: TrackInput
  /// Whether a fault is an error.
  let isStrict: Bool
  let onEvent: @Sendable (WriterEvent) -> Void
  let onEnd: @Sendable () -> Void

  /// Ends the comparison; if `isStrict`, reports missing or different data as an error.
  func end(_ verification: Verification) {
    do throws(RetimeError) {
      if isStrict { try verification.check(track, of: plan) }
      onEnd()
    } catch {
      onEvent(.failed(error))
    }
  }

  /// Runs a comparison; returns whether it succeeded, and reports an error if not.
  func attempt(_ body: () throws(WorkerFailure) -> Void) -> Bool {
    do throws(WorkerFailure) {
      try body()
      return true
    } catch {
      if case .error(let error) = error { onEvent(.failed(error)) }
      return false
    }
  }
}

/// An output that compares the buffers of a track with those of the result.
protocol VerifyingOutput: TrackOutput {
  /// The outcome of the comparison, once the stream has ended; any thread.
  var verification: Verification? { get }
}

/// A comparison of a track's buffers, in order, with the result.
protocol TrackVerifier: ~Copyable, SendableMetatype {
  init(_ check: TrackCheck)

  /// Sets the caps of the following buffers.
  mutating func setCaps(_ caps: Caps)
  /// Compares the next expected buffer.
  mutating func compare(_ wanted: borrowing Buffer) throws(WorkerFailure)
  /// Reads the rest of the result, and returns the outcome.
  mutating func finish() -> Verification
}

/// The output that passes buffers to a verifier; only the track's own thread pushes.
final class ComparedOutput<Kind: TrackVerifier & ~Copyable>: VerifyingOutput {
  private let check: TrackCheck
  private let verifier: Mutex<Kind>
  private let result = Mutex<Verification?>(nil)

  init(_ check: TrackCheck) {
    self.check = check
    verifier = Mutex(Kind(check))
  }

  var verification: Verification? { result.withLock { $0 } }

  func setCaps(_ caps: Caps) { verifier.withLock { $0.setCaps(caps) } }

  func moveBack(by time: StreamTime) {}

  func push(_ buffer: consuming Buffer) -> Bool {
    var held = Optional(buffer)
    return verifier.withLock { verifier in
      guard let wanted = held.take() else { return false }
      return check.attempt { () throws(WorkerFailure) in try verifier.compare(wanted) }
    }
  }

  func endStream() {
    let verification = verifier.withLock { $0.finish() }
    result.withLock { $0 = verification }
    check.end(verification)
  }
}

/// An output for tracks that are not compared: copied audio, and tracks that the result lacks.
struct UnverifiedOutput: TrackOutput {
  let onEnd: @Sendable () -> Void

  func setCaps(_ caps: Caps) {}
  func moveBack(by time: StreamTime) {}
  func push(_ buffer: consuming Buffer) -> Bool { true }
  func endStream() { onEnd() }
}
