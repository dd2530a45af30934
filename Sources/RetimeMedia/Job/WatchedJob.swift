// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem
internal import Synchronization

/// What a job tells while it runs.
enum JobEvent: Sendable { case plan(Plan), notice(String), progress(Progress) }

/// What reaches the thread that watches.
private enum Sign<Value: Sendable>: Sendable {
  case event(JobEvent), ended(Result<Value, RetimeError>)
}

/// A job that runs on a thread of its own, while the thread that wants it done only watches.
///
/// A job looks after itself: ten times a second it asks whether to go on. One that does not is in a call that
/// does not come back, such as one that opens a pipe at whose other end nobody is. Nothing wakes its thread
/// then, so it is left alone, and the one that watches goes on.
final class WatchedJob: Sendable {
  /// Asked by all of the job whether to go on.
  let cancellation: Cancellation
  private let onEvent: @Sendable (JobEvent) -> Void
  private let file = Mutex<OutputFile?>(nil)
  private let isPatient = Atomic(false)

  /// How long a job that is to end may take to stop what it runs.
  static let grace = Duration.seconds(3)
  /// How long a job may look away at least, whatever the limit is: all that it starts takes its time.
  private static let leastLimit = Duration.seconds(5)

  private init(_ cancellation: Cancellation, _ onEvent: @escaping @Sendable (JobEvent) -> Void) {
    self.cancellation = Cancellation(following: cancellation)
    self.onEvent = onEvent
  }

  /// Does a job; what it tells comes on this thread, in order.
  ///
  /// Blocks until the job is done, or it is given up: `stallTimeout` after its last sign of life, or `grace` after
  /// `cancellation` asked it to end.
  static func run<Value: Sendable>(
    _ name: String,
    stallTimeout: Duration,
    grace: Duration = grace,
    _ cancellation: Cancellation,
    onPlan: (Plan) -> Void = { _ in },
    onNotice: (String) -> Void = { _ in },
    onProgress: (Progress) -> Void = { _ in },
    _ body: @escaping @Sendable (WatchedJob) throws(RetimeError) -> Value
  ) throws(RetimeError) -> Value {
    GStreamer.onThreadStart { Signals.guardThread() }
    let mailbox = Mailbox<Sign<Value>>()
    let job = WatchedJob(cancellation) { mailbox.post(.event($0)) }
    let thread = Joinable(
      Thread(name: "job") {
        do throws(RetimeError) {
          mailbox.post(.ended(.success(try body(job))))
        } catch {
          mailbox.post(.ended(.failure(error)))
        }
      }
    )
    let watchdog = Watchdog(limit: max(stallTimeout, leastLimit))
    var (seen, ending) = (-1, Patience?.none)
    while true {
      switch mailbox.wait(milliseconds: 100) {
      case .event(.plan(let plan)): onPlan(plan)
      case .event(.notice(let text)): onNotice(text)
      case .event(.progress(let progress)): onProgress(progress)
      case .ended(let result):
        thread.join()
        return try result.get()
      case nil: break
      }
      let count = job.cancellation.checkCount
      if count != seen || job.isPatient.load(ordering: .relaxed) { watchdog.feed() }
      seen = count
      do throws(RetimeError) {
        try watchdog.check(name)
      } catch {
        job.giveUp()
        throw error
      }
      do throws(RetimeError) {
        try cancellation.check()
      } catch {
        var patience = ending ?? Patience()
        let waited = patience.look()
        ending = patience
        guard waited > grace else { continue }
        job.giveUp()
        throw error
      }
    }
  }

  // MARK: - For the job

  /// Tells something.
  func tell(_ event: JobEvent) { onEvent(event) }

  /// Makes a file: does what fills it, and gives it its name, or removes it.
  ///
  /// `onTemporaryFile` is told where it is until then.
  ///
  /// - Throws: `inputOutput` where the input is a file that changed meanwhile.
  func make<Value>(
    _ output: String,
    replaces: Bool,
    input: String,
    onTemporaryFile: (String) -> Void,
    _ fill: (OutputFile) throws(RetimeError) -> Value
  ) throws(RetimeError) -> Value {
    let source = SourceState(of: input)
    let file = try OutputFile(output, replaces: replaces, input: input)
    self.file.withLock { $0 = file }
    do throws(RetimeError) {
      onTemporaryFile(file.temporaryPath)
      let value = try fill(file)
      try cancellation.check()
      try source?.check()
      try patiently { () throws(RetimeError) in try file.commit() }
      return value
    } catch {
      file.discard()
      // What looks like damage is then of the change.
      if error.kind == .badInput { try source?.check() }
      throw error
    }
  }

  /// Does what may take long without being stuck, such as bringing much to a slow disk.
  func patiently<Value>(_ body: () throws(RetimeError) -> Value) throws(RetimeError) -> Value {
    isPatient.store(true, ordering: .relaxed)
    defer { isPatient.store(false, ordering: .relaxed) }
    return try body()
  }

  /// Lets go of a job that does not come back: should it do so after all, it ends, and there is no file of it.
  private func giveUp() {
    cancellation.cancel()
    file.withLock { $0 }?.discard()
  }
}
