// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Pad {
  /// Gives the pictures that a decoder, whose source pad this is, hands out without a time the times at which
  /// packets were to be decoded, in their order.
  ///
  /// Matroska's tracks from Video for Windows say nothing else of their packets, and GStreamer 1.22 then gives the
  /// first picture a time, and no other. One picture comes for each packet, in the order in which they are shown.
  ///
  /// `entry`: the decoder's sink pad.
  func takeDecodeTimes(from entry: Pad) {
    // Those of packets that no picture has come of yet.
    let times = Mutex<[ClockTime]>([])
    entry.observeFlushes { times.withLock { $0 = [] } }
    entry.observeBuffers { packet, _ in
      if packet.presentationTime == nil, let time = packet.decodeTime {
        times.withLock { $0.append(time) }
      }
      return true
    }
    changeBuffers { picture in
      let time = times.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let time { picture.presentationTime = time }
    }
  }
}
