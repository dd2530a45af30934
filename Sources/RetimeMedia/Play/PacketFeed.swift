// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem
internal import Synchronization

/// The packets of one GOP for a decoder, and those of the next that the GOP's last frames need.
///
/// If the next GOP is open, some frames shown before its first one follow that in the file, and
/// refer to it.
final class PacketFeed: Sendable {
  private struct State {
    var store: PacketStore
    /// The offset of the next packet and the end of the packets to feed.
    var offset = 0, end = 0
    /// The following GOP; nil once its packets are being fed.
    var next: PacketStore.Group?
    /// The GOP to continue with once the stream has stopped.
    var prepared: (group: PacketStore.Group, next: PacketStore.Group?)?
  }

  private let state: Mutex<State>

  init(_ store: PacketStore) { state = Mutex(State(store: store)) }

  /// Sets the GOP for `beginPrepared`; `next` is the following one, if its times continue from there.
  func prepare(_ group: PacketStore.Group, next: PacketStore.Group?) {
    state.withLock { $0.prepared = (group, next) }
  }

  /// Starts the prepared GOP; only while nothing is pushed.
  func beginPrepared() {
    state.withLock { state in
      guard let prepared = state.prepared.take() else { return }
      (state.offset, state.end) = (prepared.group.packets, prepared.group.end)
      state.next = prepared.next
    }
  }

  /// Pushes the next packet, or ends the stream.
  func push(into source: AppSource, onError: (GStreamerError) -> Void) {
    do {
      let (packet, store) = try state.withLock { (try Self.next(&$0), $0.store) }
      guard let packet, store.caps.indices.contains(packet.caps),
        store.segments.indices.contains(packet.segment)
      else { return source.endStream() }
      let buffer = try store.buffer(packet)
      // A source ends with the first packet past its segment, although earlier ones may follow.
      let segment = store.segments[packet.segment].ending(at: nil)
      _ = source.push(buffer, store.caps[packet.caps], segment)
    } catch {
      onError(GStreamerError("a kept packet cannot be read: \(error)"))
      source.endStream()
    }
  }

  private static func next(_ state: inout State) throws(SystemError) -> Packet? {
    if state.offset >= state.end {
      guard let next = state.next.take(), let end = try endOfEarlierPictures(next, state.store)
      else { return nil }
      (state.offset, state.end) = (next.packets, end)
    }
    let packet = try state.store.packet(at: state.offset)
    state.offset = packet.end
    return packet
  }

  /// Returns the end of the last frame that follows a GOP's first one and is shown before it; nil for none.
  ///
  /// The deepest pyramid has 16 of these frames, which are 32 packets with two fields each.
  private static func endOfEarlierPictures(
    _ group: PacketStore.Group,
    _ store: PacketStore
  ) throws(SystemError) -> Int? {
    var (offset, end) = (group.packets, Int?.none)
    for _ in 0..<32 where offset < group.end {
      let packet = try store.packet(at: offset)
      offset = packet.end
      if let time = packet.presentationTime, let start = group.start, time < start { end = offset }
    }
    return end
  }
}
