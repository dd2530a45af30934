// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// One track that is compared: what it must be, where it is found, and who is told.
struct TrackCheck: Sendable {
  let plan: Plan, track: Plan.Track
  let made: TrackInput
  /// Whether a fault is an error.
  let isStrict: Bool
  let onEvent: @Sendable (WriterEvent) -> Void
  let onEnd: @Sendable () -> Void

  /// What is missing, or is not as it must be, is told as an error.
  func end(_ verification: Verification) {
    do throws(RetimeError) {
      if isStrict { try verification.check(track, of: plan) }
      onEnd()
    } catch {
      onEvent(.failed(error))
    }
  }

  /// Whether a comparison went well; an error is told.
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

/// What compares the buffers of a track with those of the result.
protocol VerifyingOutput: TrackOutput {
  /// How they compare, once the stream has ended; any thread.
  var verification: Verification? { get }
}

/// Compares the frames of a track, one after the other, with those of the result.
protocol TrackVerifier: ~Copyable, SendableMetatype {
  init(_ check: TrackCheck)

  /// Says what the next frames hold.
  mutating func setCaps(_ caps: Caps)
  /// Compares what was made next.
  mutating func compare(_ wanted: borrowing Buffer) throws(WorkerFailure)
  /// Looks at what the result has beyond that, and says how both compare.
  mutating func finish() -> Verification
}

/// Where goes what a verifier compares; only the track's own thread pushes.
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

/// Where goes what is kept as it is encoded, such as subtitles.
struct UnverifiedOutput: TrackOutput {
  let onEnd: @Sendable () -> Void

  func setCaps(_ caps: Caps) {}
  func moveBack(by time: StreamTime) {}
  func push(_ buffer: consuming Buffer) -> Bool { true }
  func endStream() { onEnd() }
}
