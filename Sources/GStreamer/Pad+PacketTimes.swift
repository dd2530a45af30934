// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

extension Pad {
  /// Gives every picture that a decoder, whose source pad this is, hands out the time of its packet.
  ///
  /// FFmpeg's decoder of GIF draws each picture over the one before it, and GStreamer 1.22 finds the first
  /// one's time in all of them. For decoders that give one picture for each packet, at once.
  ///
  /// `entry`: the decoder's sink pad.
  func takeTimes(from entry: Pad) {
    let newest = PacketTime()
    entry.observeBuffers { buffer, _ in
      let times = (buffer.presentationTime, buffer.duration)
      newest.times.withLock { $0 = times }
      return true
    }
    changeBuffers({ newest.times.withLock { $0 } }) {
      ($0.presentationTime, $0.duration) = $1
    }
  }
}

/// When the newest packet is shown, and how long.
private final class PacketTime: Sendable {
  let times = Mutex<(ClockTime?, ClockTime?)?>(nil)
}
