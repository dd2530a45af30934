// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem
internal import Synchronization

/// A message to the watching thread.
private enum Sign<Value: Sendable>: Sendable {
  case event(JobEvent), ended(Result<Value, RetimeError>)
}

/// A job that runs on a thread of its own, watched by the thread that requested it.
///
/// A job checks its cancellation ten times a second. If it does not, it is in a call that does not
/// return, such as opening a pipe without a peer. Nothing can wake its thread then, so the watching
/// thread abandons it and continues.
final class WatchedJob: Sendable {
  /// The cancellation that all of the job's code checks.
  let cancellation: Cancellation
  private let onEvent: @Sendable (JobEvent) -> Void
  private let file = Mutex<(any PendingOutput)?>(nil)
  private let isPatient = Atomic(false)

  /// The time that a cancelled job may take to stop its pipelines and threads.
  static let grace = Duration.seconds(3)
  /// The minimum time without a check before a job is abandoned, whatever the limit is.
  ///
  /// Everything that a job starts takes some time.
  private static let leastLimit = Duration.seconds(5)

  private init(_ cancellation: Cancellation, _ onEvent: @escaping @Sendable (JobEvent) -> Void) {
    self.cancellation = Cancellation(following: cancellation)
    self.onEvent = onEvent
  }

  /// Runs a job; its events arrive on the calling thread, in order.
  ///
  /// Blocks until the job is done or abandoned: `stallTimeout` after its last check, or `grace`
  /// after `cancellation` is set.
  static func run<Value: Sendable>(
    _ name: String,
    stallTimeout: Duration,
    grace: Duration = grace,
    _ cancellation: Cancellation,
    onPlan: (Plan) -> Void = { _ in },
    onNotice: (String) -> Void = { _ in },
    onProgress: (JobProgress) -> Void = { _ in },
    _ body: @escaping @Sendable (WatchedJob) throws(RetimeError) -> Value
  ) throws(RetimeError) -> Value {
    GStreamer.onThreadStart { Signals.guardThread() }
    let mailbox = Mailbox<Sign<Value>>()
    let job = WatchedJob(cancellation) { mailbox.post(.event($0)) }
    let thread = ThreadReference(
      BlockingThread(name: "job") {
        do throws(RetimeError) {
          mailbox.post(.ended(.success(try body(job))))
        } catch {
          mailbox.post(.ended(.failure(error)))
        }
      }
    )
    let watchdog = Watchdog(limit: max(stallTimeout, leastLimit))
    var (seen, ending) = (-1, PollTimeout?.none)
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
        var patience = ending ?? PollTimeout()
        let waited = patience.look()
        ending = patience
        guard waited > grace else { continue }
        job.giveUp()
        throw error
      }
    }
  }

  // MARK: - For the job

  /// Sends an event to the watching thread.
  func tell(_ event: JobEvent) { onEvent(event) }

  /// Creates a file, fills it, and renames it to its destination, or removes it on failure.
  ///
  /// `onTemporaryFile` receives its path until then.
  ///
  /// - Throws: `inputOutput` if the input is a file that changed meanwhile.
  func make<Value>(
    _ output: String,
    replaces: Bool,
    input: String,
    onTemporaryFile: (String) -> Void,
    _ fill: (OutputFile) throws(RetimeError) -> Value
  ) throws(RetimeError) -> Value {
    try make(
      try OutputFile(output, replaces: replaces, input: input),
      input: input,
      onTemporaryFile: onTemporaryFile,
      fill
    )
  }

  /// Fills an output and gives it its name, or removes it on failure.
  ///
  /// - Throws: `inputOutput` if the input is a file that changed meanwhile.
  func make<Value, Output: PendingOutput>(
    _ output: @autoclosure () throws(RetimeError) -> Output,
    input: String,
    onTemporaryFile: (String) -> Void,
    _ fill: (Output) throws(RetimeError) -> Value
  ) throws(RetimeError) -> Value {
    let source = SourceState(of: input)
    let file = try output()
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
      // An apparent damage may be an effect of the change.
      if error.kind == .badInput { try source?.check() }
      throw error
    }
  }

  /// Calls `body`, which may take long without progress, such as writing to a slow disk.
  func patiently<Value>(_ body: () throws(RetimeError) -> Value) throws(RetimeError) -> Value {
    isPatient.store(true, ordering: .relaxed)
    defer { isPatient.store(false, ordering: .relaxed) }
    return try body()
  }

  /// Abandons a job that does not return: it ends if it returns after all, and its file is removed.
  private func giveUp() {
    cancellation.cancel()
    file.withLock { $0 }?.discard()
  }
}
