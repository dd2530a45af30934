// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem
internal import Synchronization

/// Gives a decoder the packets of one group, and those of the next that the group's last pictures need.
///
/// With an open group of pictures some that are shown before the next group's first come after it in the
/// file, and refer to it.
final class PacketFeed: Sendable {
  private struct State {
    var store: PacketStore
    /// The packets to give: a place in the file and where to stop.
    var offset = 0, end = 0
    /// The group after that; nil once its packets are being given.
    var next: PacketStore.Group?
    /// Where to go on when the stream has stopped.
    var prepared: (group: PacketStore.Group, next: PacketStore.Group?)?
  }

  private let state: Mutex<State>

  init(_ store: PacketStore) { state = Mutex(State(store: store)) }

  /// Says which group comes when `beginPrepared` is called; `next` is the one after it, if its times go on from
  /// there.
  func prepare(_ group: PacketStore.Group, next: PacketStore.Group?) {
    state.withLock { $0.prepared = (group, next) }
  }

  /// Turns to the prepared group; only while nothing is pushed.
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
      // A source ends with the first packet past its segment, though others before that may follow.
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

  /// Where the last picture ends that comes after a group's first and is shown before it; nil for none.
  ///
  /// The deepest pyramid of such pictures has 16; with two fields each that makes 32 packets.
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
