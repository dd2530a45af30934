// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Decodes groups of packets, one after the other, in any order of the groups.
final class GroupDecoder: Stoppable {
  private let running: StoppablePipeline
  private let sink: AppSink
  private let source: AppSource
  private let feed: PacketFeed

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
    source = try AppSource(
      onSeek: { feed.turn() },
      onNeed: { feed.push(into: $0, onError: onError) }
    )
    var wanted = try Caps("video/x-raw")
    if let caps { wanted = caps }
    sink = try AppSink(maximumBuffers: 2, caps: wanted)
    let decoder = try Element.make("decodebin")
    let chain: [Element] = caps == nil ? [sink] : [try .make("videoconvert"), sink]
    try running.pipeline.add(source)
    try running.pipeline.add(decoder)
    for element in chain { try running.pipeline.add(element) }
    for (element, next) in zip(chain, chain.dropFirst()) { try element.link(to: next) }
    try source.link(to: decoder)
    let entry = try chain[0].pad("sink")
    decoder.onPad { pad in
      do throws(GStreamerError) {
        try pad.link(to: entry)
      } catch {
        onError(error)
      }
    }
  }

  /// Turns to a group; `next` is the one after it, if its times go on from there.
  func begin(
    _ group: PacketStore.Group,
    next: PacketStore.Group?,
    isFirst: Bool
  ) throws(GStreamerError) {
    feed.prepare(group, next: next)
    guard isFirst else { return try source.seek(to: ClockTime(nanoseconds: 0)) }
    feed.turn()
    running.unlessStopped { $0.play() }
  }

  /// The next picture of the group; nil after the last, and when stopped.
  ///
  /// Blocks; not for the pool.
  func next() -> Sample? { sink.pull() }

  func stop() { running.stop() }
}
