// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

/// Everything that reads for a run, so that all of it can be stopped at once, from any thread.
final class OpenInputs: Sendable {
  private struct State {
    var items: [any Stoppable] = []
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Takes note of a reader; stops it at once when the run has ended already.
  func add(_ item: any Stoppable) {
    let isStopped = state.withLock { state in
      state.items.append(item)
      return state.isStopped
    }
    if isStopped { item.stop() }
  }

  /// Stops a reader that is not needed any more, and forgets it.
  func close(_ item: any Stoppable) {
    item.stop()
    state.withLock { state in state.items.removeAll { $0 === item } }
  }

  /// Stops all readers and those to come.
  func stop() {
    let items = state.withLock { state in
      state.isStopped = true
      return state.items
    }
    for item in items { item.stop() }
  }
}

/// What waits for media and can be told to wait no more.
protocol Stoppable: AnyObject, Sendable {
  /// Ends all waiting, for good; any thread but a streaming one.
  func stop()
}

/// A pipeline that another thread may stop for good while this one starts it.
final class StoppablePipeline: Stoppable {
  let pipeline: Pipeline
  private let isStopped = Atomic(false)

  init(onMessage: @escaping @Sendable (Message) -> Void) throws(GStreamerError) {
    pipeline = try Pipeline(onMessage: onMessage)
  }

  /// Changes the state, unless another thread has stopped the pipeline.
  ///
  /// No lock is held meanwhile: where another thread stops it just then, it is stopped once more.
  func unlessStopped(_ change: (Pipeline) -> Void) {
    guard !isStopped.load(ordering: .sequentiallyConsistent) else { return }
    change(pipeline)
    if isStopped.load(ordering: .sequentiallyConsistent) { pipeline.stop() }
  }

  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    pipeline.stop()
  }
}

/// Tells a worker that reads by itself to stop.
final class StopFlag: Stoppable {
  private let flag = Atomic<Bool>(false)
  /// Whether it was told.
  var isRaised: Bool { flag.load(ordering: .acquiring) }
  func stop() { flag.store(true, ordering: .releasing) }
}
