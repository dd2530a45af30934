// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Retime {
  /// A job that runs on a thread of its own, outside Swift's cooperative pool, from its creation to its end.
  ///
  /// Cancelling a task that awaits ``report`` or iterates over ``events`` cancels the job. A job
  /// continues if it is released.
  public final class Job: Sendable {
    /// The events of the job from its start, for one consumer.
    ///
    /// Unread progress is replaced by newer progress; plans and notices are kept. The sequence ends
    /// with the job.
    public let events: JobEvents
    private let cancellation: Cancellation
    private let outcome: Task<Result<Report, RetimeError>, Never>

    /// Starts the job; ``Retime/run(_:cancellation:onTemporaryFile:onPlan:onNotice:onProgress:)`` describes its result.
    public init(_ request: JobRequest) {
      let cancellation = Cancellation()
      let events = JobEvents(cancellation)
      (self.cancellation, self.events) = (cancellation, events)
      outcome = Task {
        await Retime.onThread { () throws(RetimeError) in
          defer { events.finish() }
          return try Retime.run(
            request,
            cancellation: cancellation,
            onPlan: { events.post(.plan($0)) },
            onNotice: { events.post(.notice($0)) },
            onProgress: { events.post(.progress($0)) }
          )
        }
      }
    }

    /// The job's report, once the output is complete.
    ///
    /// - Throws: the job's error, after which the output is unchanged.
    public var report: Report {
      get async throws(RetimeError) {
        let (outcome, cancellation) = (outcome, cancellation)
        return try await withTaskCancellationHandler {
          await outcome.value
        } onCancel: {
          cancellation.cancel()
        }.get()
      }
    }

    /// Ends the job early; ``report`` then throws an error of the kind `interrupted`.
    public func cancel() { cancellation.cancel() }
  }

  /// Runs a blocking function of this library on a thread of its own, and awaits its result.
  ///
  /// Cancelling the task cancels the function that `work` passes the cancellation to, as in
  /// `Retime.perform { try Retime.info("film.mp4", cancellation: $0) }`.
  public static func perform<Value: Sendable, Failure>(
    _ work: @escaping @Sendable (Cancellation) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      await onThread { () throws(Failure) in try work(cancellation) }
    } onCancel: {
      cancellation.cancel()
    }.get()
  }

  private static func onThread<Value: Sendable, Failure>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async -> Result<Value, Failure> {
    await withCheckedContinuation { continuation in
      _ = BlockingThread(name: "retime") { continuation.resume(returning: Result(catching: work)) }
    }
  }
}
