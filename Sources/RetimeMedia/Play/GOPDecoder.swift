// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import Synchronization

/// A decoder of stored GOPs, one at a time and in any order.
final class GOPDecoder: Stoppable, FrameDecoder {
  private let running: StoppablePipeline
  private let sink: AppSink
  private let source: AppSource
  private let feed: PacketFeed
  private let store: PacketStore
  private let isStarted = Mutex(false)

  /// Creates a decoder that is not running yet.
  ///
  /// `caps`: the raw video caps of the output; nil for the decoder's own. `onError` gets errors, on
  /// a streaming thread.
  init(
    _ store: PacketStore,
    caps: Caps?,
    onError: @escaping @Sendable (GStreamerError) -> Void
  ) throws(GStreamerError) {
    running = try StoppablePipeline { message in
      if case .error(let error) = message { onError(error) }
    }
    let feed = PacketFeed(store)
    self.feed = feed
    self.store = store
    source = try AppSource(
      onSeek: { feed.beginPrepared() },
      onNeed: { feed.push(into: $0, onError: onError) }
    )
    var wanted = try Caps("video/x-raw")
    if let caps { wanted = caps }
    sink = try AppSink(maximumBuffers: 2, caps: wanted)
    let chain: [Element] = caps == nil ? [sink] : [try .make("videoconvert"), sink]
    try running.pipeline.add(source)
    try running.pipeline.add(chain: chain)
    let entry = try chain[0].pad("sink")
    let decoder = try DecodeBin(
      onElement: SourceRepairs().mend,
      // The packets were parsed when they were read; a second parser would change their times.
      select: { $0.classification.contains("Parser") ? .skip : .plug },
      onPad: { pad in
        do throws(GStreamerError) {
          try pad.link(to: entry)
        } catch {
          onError(error)
        }
      }
    )
    try running.pipeline.add(decoder)
    try source.link(to: decoder)
  }

  /// Starts decoding a GOP; `next` is the following one, if its times continue from there.
  func begin(_ group: PacketStore.Group, next: PacketStore.Group?) throws(GStreamerError) {
    feed.prepare(group, next: next)
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    guard isFirst else {
      // The flush sets the sink back to paused. A pipeline that is still changing to playing then
      // misses that the sink waits for it, and both hang.
      running.pipeline.settle()
      return try source.seek(to: ClockTime(nanoseconds: 0))
    }
    feed.beginPrepared()
    running.unlessStopped { $0.play() }
  }

  /// Returns the next frame of the GOP; nil after the last one, and when stopped.
  ///
  /// Blocks; not for Swift's cooperative thread pool.
  func next() -> SourceBuffer? {
    while let sample = sink.pull() {
      guard let buffer = sample.buffer, let segment = sample.segment else { continue }
      return SourceBuffer(buffer: buffer, segment: store.segment(fedAs: segment), caps: sample.caps)
    }
    return nil
  }

  /// Does nothing: the next GOP flushes what is left of this one.
  func endGroup() {}

  func stop() { running.stop() }
}
