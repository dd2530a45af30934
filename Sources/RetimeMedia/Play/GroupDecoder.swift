// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import Synchronization

/// Decodes groups of packets, one after the other, in any order of the groups.
final class GroupDecoder: Stoppable, PictureDecoder {
  private let running: StoppablePipeline
  private let sink: AppSink
  private let source: AppSource
  private let feed: PacketFeed
  private let store: PacketStore
  private let isStarted = Mutex(false)

  /// A decoder that is not running yet.
  ///
  /// `caps`: the raw pictures that are wanted; nil for what the decoder gives.
  /// `onError`: gets what goes wrong, on a streaming thread.
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
      // Packets were parsed when they were read; a second parser would give them other times.
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

  /// Turns to a group; `next` is the one after it, if its times go on from there.
  func begin(_ group: PacketStore.Group, next: PacketStore.Group?) throws(GStreamerError) {
    feed.prepare(group, next: next)
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    guard isFirst else {
      // The flush takes the sink back to paused. A pipeline that is still on its way to playing then misses that the
      // sink waits for it, and both stand for ever.
      running.pipeline.settle()
      return try source.seek(to: ClockTime(nanoseconds: 0))
    }
    feed.beginPrepared()
    running.unlessStopped { $0.play() }
  }

  /// The next picture of the group; nil after the last, and when stopped.
  ///
  /// Blocks; not for the pool.
  func next() -> SourceBuffer? {
    while let sample = sink.pull() {
      guard let buffer = sample.buffer, let segment = sample.segment else { continue }
      return SourceBuffer(buffer: buffer, segment: store.segment(fedAs: segment), caps: sample.caps)
    }
    return nil
  }

  /// Nothing to do: the next group flushes what is left of this one.
  func endGroup() {}

  func stop() { running.stop() }
}
