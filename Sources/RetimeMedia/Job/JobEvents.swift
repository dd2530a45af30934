// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// An event of a running job.
public enum JobEvent: Sendable {
  /// The plan, before the job follows it.
  case plan(Plan)
  /// A message for the user.
  case notice(String)
  /// The progress, about ten times a second.
  case progress(JobProgress)
}

/// The events of a job as an asynchronous sequence for one consumer.
public final class JobEvents: AsyncSequence, Sendable {
  private struct State {
    var pending: [JobEvent] = []
    var isFinished = false
    var consumer: CheckedContinuation<JobEvent?, Never>?
  }

  private let state = Mutex(State())
  private let cancellation: Cancellation

  /// Creates an empty sequence; cancelling its consumer's task sets `cancellation`.
  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// The iterator.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let events: JobEvents

    /// Returns the next event; nil after the end of the job or if the task is cancelled.
    public mutating func next() async -> JobEvent? { await events.next() }
  }

  /// Returns the iterator over the events that are not consumed yet.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: self) }

  /// Appends an event; progress replaces progress that has not been read.
  ///
  /// Never blocks.
  func post(_ event: JobEvent) {
    let consumer = state.withLock { state in
      if let consumer = state.consumer.take() { return Optional(consumer) }
      if case .progress = event, case .progress = state.pending.last { state.pending.removeLast() }
      state.pending.append(event)
      return nil
    }
    consumer?.resume(returning: event)
  }

  /// Ends the sequence after the events that were posted.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      return state.consumer.take()
    }?.resume(returning: nil)
  }

  private func next() async -> JobEvent? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready: JobEvent?? = state.withLock { state in
          if !state.pending.isEmpty { return .some(state.pending.removeFirst()) }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          state.consumer = continuation
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      cancellation.cancel()
      state.withLock { $0.consumer.take() }?.resume(returning: nil)
    }
  }
}
