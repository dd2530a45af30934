// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

extension Pad {
  /// Changes packets by what they had when they entered an element, whose source pad this is.
  ///
  /// `note` returns what a packet has at `entry`, the element's sink pad; `change` gets that with the packet of the same time,
  /// or nil.
  func changePackets<Value: Sendable>(
    from entry: Pad,
    noting note: @escaping @Sendable (borrowing Buffer) -> Value?,
    _ change: @escaping @Sendable (inout Buffer, Value?, () -> Caps?) -> Void
  ) {
    // Of packets that went in and have not come out.
    let waiting = Mutex<[(time: ClockTime, value: Value)]>([])
    entry.observeBuffers { packet, _ in
      guard let time = packet.presentationTime, let value = note(packet) else { return true }
      waiting.withLock { waiting in
        if waiting.count >= 256 { waiting.removeFirst() }
        waiting.append((time, value))
      }
      return true
    }
    changeBuffersAndCaps { packet, caps in
      guard let time = packet.presentationTime else { return }
      let value = waiting.withLock { waiting in
        waiting.firstIndex { $0.time == time }.map { waiting.remove(at: $0).value }
      }
      change(&packet, value, caps)
    }
  }

  /// Restores the packet durations that a parser, whose source pad this is, received.
  ///
  /// GStreamer 1.22's video parsers drop them, or estimate others from the frame rate.
  ///
  /// `entry`: the parser's sink pad.
  public func keepDurations(from entry: Pad) {
    guard Repair.durations.isNeeded else { return }
    changePackets(from: entry, noting: { $0.duration }) { packet, duration, _ in
      if let duration { packet.duration = duration }
    }
  }

  /// Moves the time of an Opus encoder's first packet back by the encoder delay; this is its source pad.
  ///
  /// The encoder sets the time at which the packet's audible audio starts, as for the packets after
  /// it, and `matroskamux` adds the delay to all of them. In a file whose audio starts after its
  /// video, all audio would be late by the delay. A packet within two delays of the start is
  /// unchanged: the muxer would take it for the start of the file.
  public func startOpus() {
    guard Repair.opusStart.isNeeded else { return }
    let isFirst = Atomic(true)
    changeBuffersAndCaps { packet, caps in
      guard isFirst.load(ordering: .relaxed) else { return }
      isFirst.store(false, ordering: .relaxed)
      // RFC 7845, 5.1: frames at 48 kHz, little-endian.
      guard let head = caps()?.headers("streamheader").first, head.count >= 12,
        let time = packet.presentationTime
      else { return }
      let delay = (Int64(head[10]) + Int64(head[11]) << 8) * 1_000_000_000 / 48_000
      guard time.signed > 2 * delay else { return }
      packet.presentationTime = ClockTime(clamping: time.signed - delay)
    }
  }
}
