// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

/// A queue for video packets shown after the end of a part, until a packet of the part follows.
///
/// That packet may need them for decoding. Only sources without decode times use it: a packet that
/// is decoded after the end is never needed.
final class EarlyPackets: Sendable {
  private final class HeldPacket: Sendable {
    let buffer: Buffer, segment: Segment, caps: Caps?
    init(_ buffer: consuming Buffer, _ segment: Segment, _ caps: Caps?) {
      self.buffer = buffer
      (self.segment, self.caps) = (segment, caps)
    }
  }

  private struct State {
    var held: [HeldPacket] = [], released: [HeldPacket] = []
  }
  private let state = Mutex(State())

  /// Holds a packet back; returns false if more are held than can be needed.
  func hold(_ buffer: consuming Buffer, _ segment: Segment, _ caps: Caps?) -> Bool {
    let packet = HeldPacket(buffer, segment, caps)
    return state.withLock { state in
      state.held.append(packet)
      return state.held.count <= PartSegments.mostDecodedEarly
    }
  }

  /// Releases the held packets, followed by a packet of the part.
  func release(before buffer: consuming Buffer, _ segment: Segment, _ caps: Caps?) {
    let packet = HeldPacket(buffer, segment, caps)
    state.withLock { state in
      state.released += state.held + [packet]
      state.held = []
    }
  }

  /// Whether packets are held back.
  var isHolding: Bool { state.withLock { !$0.held.isEmpty } }

  /// Returns the next released packet; nil if there is none.
  func next(of part: PartSegments) -> SourceBuffer? {
    let packet = state.withLock { $0.released.isEmpty ? nil : $0.released.removeFirst() }
    guard let packet, var buffer = try? packet.buffer.sharingMemory() else { return nil }
    buffer.presentationTime = packet.buffer.presentationTime
    buffer.duration = packet.buffer.duration
    return SourceBuffer(buffer: buffer, segment: packet.segment, caps: packet.caps, part: part)
  }
}
