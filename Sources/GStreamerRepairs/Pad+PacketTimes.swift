// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

extension Pad {
  /// Restores the packet durations that a parser, whose source pad this is, received.
  ///
  /// GStreamer 1.22's video parsers drop them, or estimate others from the frame rate.
  ///
  /// `entry`: the parser's sink pad.
  public func keepDurations(from entry: Pad) {
    guard Repair.durations.isNeeded else { return }
    // The durations of packets that went in and have not come out.
    let waiting = Mutex<[(time: ClockTime, duration: ClockTime)]>([])
    entry.observeBuffers { packet, _ in
      guard let time = packet.presentationTime, let duration = packet.duration else { return true }
      waiting.withLock { waiting in
        if waiting.count >= 256 { waiting.removeFirst() }
        waiting.append((time, duration))
      }
      return true
    }
    changeBuffers { packet in
      guard let time = packet.presentationTime else { return }
      let duration = waiting.withLock { waiting in
        waiting.firstIndex { $0.time == time }.map { waiting.remove(at: $0).duration }
      }
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
