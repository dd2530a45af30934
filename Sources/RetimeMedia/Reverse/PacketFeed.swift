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
    var place = 0, end = 0
    /// The group after that, and whether its packets are being given.
    var next: PacketStore.Group?
    var isInNext = false
    var caps: Int?
    var wanted = 0
    /// Where to go on when the stream has stopped.
    var turn: (group: PacketStore.Group, next: PacketStore.Group?)?
  }

  private let state: Mutex<State>

  init(_ store: PacketStore) { state = Mutex(State(store: store)) }

  /// Says which group comes when `turn` is called; `next` is the one after it, if its times go on from
  /// there.
  func prepare(_ group: PacketStore.Group, next: PacketStore.Group?) {
    state.withLock { $0.turn = (group, next) }
  }

  /// Turns to the prepared group; only while nothing is pushed.
  func turn() {
    state.withLock { state in
      guard let turn = state.turn.take() else { return }
      (state.place, state.end) = (turn.group.packets, turn.group.end)
      (state.next, state.isInNext, state.wanted) = (turn.next, false, turn.group.caps)
    }
  }

  /// Pushes the next packet, or ends the stream.
  func push(into source: AppSource, onError: (GStreamerError) -> Void) {
    do {
      let (caps, packet, store) = try state.withLock { state in
        (Self.newCaps(&state), try Self.next(&state), state.store)
      }
      if let caps { source.setCaps(caps) }
      guard let packet else { return source.endStream() }
      _ = source.push(try store.buffer(packet))
    } catch {
      onError(GStreamerError("a kept packet cannot be read: \(error)"))
      source.endStream()
    }
  }

  private static func newCaps(_ state: inout State) -> Caps? {
    guard state.caps != state.wanted else { return nil }
    state.caps = state.wanted
    return state.store.caps[state.wanted]
  }

  private static func next(_ state: inout State) throws(SystemError) -> Packet? {
    if state.place >= state.end {
      guard !state.isInNext, let next = state.next, try hasEarlierPictures(next, state.store) else {
        return nil
      }
      (state.place, state.end, state.isInNext) = (next.packets, next.end, true)
    }
    let packet = try state.store.packet(at: state.place)
    if state.isInNext, let next = state.next, packet.content > next.firstContent,
      !packet.isShown(before: next.start)
    {
      return nil
    }
    state.place = packet.end
    return packet
  }

  /// Whether the second packet is shown before the first.
  private static func hasEarlierPictures(
    _ group: PacketStore.Group,
    _ store: PacketStore
  ) throws(SystemError) -> Bool {
    let first = try store.packet(at: group.packets)
    guard first.end < group.end else { return false }
    return try store.packet(at: first.end).isShown(before: group.start)
  }
}

extension PacketStore.Group {
  /// Where the bytes of the first packet lie.
  fileprivate var firstContent: Int { packets + Packet.wordCount * MemoryLayout<Int64>.stride }
}

extension Packet {
  fileprivate func isShown(before time: ClockTime?) -> Bool {
    guard let presentationTime, let time else { return false }
    return presentationTime < time
  }
}
