// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Pad {
  /// Sets the missing times of a decoder's output, in order, to its packets' decode times.
  ///
  /// This is the decoder's source pad. Matroska's Video for Windows tracks have only decode times,
  /// and GStreamer 1.22 then gives a time to the first frame alone. The decoder outputs one frame
  /// for each packet, in presentation order.
  ///
  /// `entry`: the decoder's sink pad.
  func takeDecodeTimes(from entry: Pad) {
    // The decode times of packets without output so far.
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
