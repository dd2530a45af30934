// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// The transform of a track's frames on several worker threads.
///
/// Workers take blocks in turn and merge their columns in any order: the loudest of some frames
/// does not depend on it. Use it from one thread that may block, never from Swift's cooperative
/// thread pool.
struct SpectrogramRun {
  private enum Event: Sendable { case failed(RetimeError), finished }

  let request: SpectrogramRequest
  let source: SpectrogramSource
  let cancellation: Cancellation

  /// The levels of a spectrogram.
  struct Result: Sendable {
    /// The levels, column by column, low frequencies first.
    let levels: [UInt8]
    let columns: Int, frames: Int
    /// The sample rate in samples a second, and the number of seconds read.
    let rate: Int, duration: Double
  }

  private static let workers = 2
  /// Returns the frames of a block: enough for little overhead, few enough to end soon when stopped.
  private static func blockFrames(_ shape: SpectrumShape) -> Int {
    max(1, min(65_536 / shape.hop, 262_144 / shape.size))
  }

  /// Reads and transforms the track to its end.
  func run(_ onProgress: (JobProgress) -> Void) throws(RetimeError) -> Result {
    let mailbox = Mailbox<Event>()
    let watchdog = Watchdog(limit: .seconds(request.stallTimeout))
    let input = request.input
    let fail: @Sendable (GStreamerError) -> Void = { error in
      mailbox.post(.failed(RetimeError(error, side: .input, name: input)))
    }
    let limit = request.columns ?? SpectrogramRequest.columnLimit
    let columns = Mutex(SpectrumColumns(rows: request.shape.size, limit: limit))
    let feed: SpectrogramFeed
    let analyzers = (0..<Self.workers).map { _ in SpectrumAnalyzer(size: request.shape.size) }
    do throws(GStreamerError) {
      feed = try SpectrogramFeed(source, request, onError: fail)
    } catch {
      throw RetimeError(error, side: .input, name: input)
    }
    let most = Self.blockFrames(request.shape)
    let threads = analyzers.enumerated().map { index, analyzer in
      ThreadReference(
        BlockingThread(name: "spectrum \(index)") {
          do throws(GStreamerError) {
            try Self.work(feed, analyzer, columns, watchdog, most)
            mailbox.post(.finished)
          } catch {
            fail(error)
          }
        }
      )
    }
    defer {
      feed.stop()
      for thread in threads { thread.join() }
    }
    let started = ContinuousClock.now
    var running = Self.workers
    while running > 0 {
      let event = try mailbox.next(unless: cancellation, or: watchdog, of: input)
      onProgress(
        JobProgress(
          .making,
          position: Double(feed.sampleCount) / Double(source.sound.rate),
          of: source.duration,
          elapsed: .now - started
        )
      )
      switch event {
      case nil: continue
      case .failed(let error): throw error
      case .finished: running -= 1
      }
    }
    let made = columns.withLock { $0 }
    guard made.frameCount > 0 else {
      throw RetimeError(.badInput, "'\(input)' has no sound in the part that was asked for")
    }
    return Result(
      levels: made.picture(),
      columns: made.columnCount,
      frames: made.frameCount,
      rate: source.sound.rate,
      duration: Double(feed.sampleCount) / Double(source.sound.rate)
    )
  }

  /// Transforms blocks on a worker thread, to the end of the audio.
  private static func work(
    _ feed: SpectrogramFeed,
    _ analyzer: SpectrumAnalyzer,
    _ store: borrowing Mutex<SpectrumColumns>,
    _ watchdog: Watchdog,
    _ most: Int
  ) throws(GStreamerError) {
    var block = SpectrumBlock()
    while try feed.next(into: &block, atMost: most) {
      watchdog.feed()
      let fold = store.withLock { $0.shift }
      analyzer.columns(of: block, fold: fold) { columns in
        store.withLock {
          $0.merge(columns, first: block.first, count: block.count, fold: fold)
        }
      }
    }
  }
}
