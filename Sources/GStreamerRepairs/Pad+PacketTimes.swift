// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

extension Pad {
  /// Gives every picture that a decoder, whose source pad this is, hands out the time of its packet.
  ///
  /// FFmpeg's decoder of GIF draws each picture over the one before it, and GStreamer 1.22 finds the first
  /// one's time in all of them. For decoders that give one picture for each packet, at once.
  ///
  /// `entry`: the decoder's sink pad.
  func takeTimes(from entry: Pad) {
    let newest = Mutex<(time: ClockTime?, duration: ClockTime?)?>(nil)
    entry.observeBuffers { packet, _ in
      let times = (packet.presentationTime, packet.duration)
      newest.withLock { $0 = times }
      return true
    }
    changeBuffers { picture in
      guard let times = newest.withLock({ $0 }) else { return }
      (picture.presentationTime, picture.duration) = times
    }
  }

  /// Gives every packet that a parser, whose source pad this is, hands out the duration that it came with.
  ///
  /// GStreamer 1.22's parsers of pictures forget it, or guess another from the rate.
  ///
  /// `entry`: the parser's sink pad.
  public func keepDurations(from entry: Pad) {
    guard Repair.durations.isNeeded else { return }
    // Those of packets that have gone in and not come out.
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

  /// Lets the first packet of Opus that an encoder, whose source pad this is, hands out begin as long before what is
  /// heard of it as its delay lasts.
  ///
  /// The encoder gives it the time from which it is heard, as others begin where they are heard; `matroskamux` adds the
  /// delay to all alike. In a file in which sound begins later than pictures, all of it was as much too late. A packet within
  /// two delays of the begin stays as it is: the muxer would take it for the begin itself.
  public func startOpus() {
    guard Repair.opusStart.isNeeded else { return }
    let isFirst = Atomic(true)
    changeBuffersAndCaps { packet, caps in
      guard isFirst.load(ordering: .relaxed) else { return }
      isFirst.store(false, ordering: .relaxed)
      // RFC 7845, 5.1: frames of 48 kHz, in little-endian bytes.
      guard let head = caps()?.headers("streamheader").first, head.count >= 12,
        let time = packet.presentationTime
      else { return }
      let delay = (Int64(head[10]) + Int64(head[11]) << 8) * 1_000_000_000 / 48_000
      guard time.signed > 2 * delay else { return }
      packet.presentationTime = ClockTime(clamping: time.signed - delay)
    }
  }
}
