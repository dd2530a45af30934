// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

/// All readers of a run, so that any thread can stop them at once.
final class OpenInputs: Sendable {
  private struct State {
    var items: [any Stoppable] = []
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Adds a reader, and stops it at once if the run has already ended.
  func add(_ item: any Stoppable) {
    let isStopped = state.withLock { state in
      state.items.append(item)
      return state.isStopped
    }
    if isStopped { item.stop() }
  }

  /// Stops and removes a reader.
  func close(_ item: any Stoppable) {
    item.stop()
    state.withLock { state in state.items.removeAll { $0 === item } }
  }

  /// Stops all readers, including those added later.
  func stop() {
    let items = state.withLock { state in
      state.isStopped = true
      return state.items
    }
    for item in items { item.stop() }
  }
}

/// An object that waits for media and whose waits can be ended.
protocol Stoppable: AnyObject, Sendable {
  /// Ends all waits for good; callable from any thread except a streaming thread.
  func stop()
}

/// A pipeline that another thread may stop for good while this thread starts it.
final class StoppablePipeline: Stoppable {
  let pipeline: Pipeline
  private let isStopped = Atomic(false)

  init(onMessage: @escaping @Sendable (Message) -> Void) throws(GStreamerError) {
    pipeline = try Pipeline(onMessage: onMessage)
  }

  /// Changes the state, unless another thread has stopped the pipeline.
  ///
  /// No lock is held during `change`: if another thread stops the pipeline meanwhile, it is stopped
  /// again.
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

/// A flag that stops a worker without a pipeline of its own.
final class StopFlag: Stoppable {
  private let flag = Atomic<Bool>(false)
  var isRaised: Bool { flag.load(ordering: .acquiring) }
  func stop() { flag.store(true, ordering: .releasing) }
}
