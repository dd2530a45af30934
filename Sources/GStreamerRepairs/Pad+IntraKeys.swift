// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

extension Pad {
  /// Restores the key frame flags of H.264 packets as they entered a parser, whose source pad this is.
  ///
  /// `h264parse` flags every intra frame as a key frame, but frames after one that is no IDR frame may refer to
  /// others before it: players that seek to it show damaged frames, or none.
  ///
  /// `entry`: the parser's sink pad.
  public func keepKeyFrames(of entry: Pad) {
    guard Repair.intraKeys.isNeeded else { return }
    // The times of key frames that went in and have not come out.
    let keys = Mutex<[ClockTime]>([])
    entry.observeBuffers { packet, _ in
      guard !packet.isDelta, let time = packet.presentationTime else { return true }
      keys.withLock { keys in
        if keys.count >= 256 { keys.removeFirst() }
        keys.append(time)
      }
      return true
    }
    changeBuffersAndCaps { packet, caps in
      guard !packet.isDelta, let time = packet.presentationTime else { return }
      let isKey = keys.withLock { keys in
        keys.firstIndex(of: time).map { keys.remove(at: $0) } != nil
      }
      if !isKey, caps()?.name == "video/x-h264" { packet.isDelta = true }
    }
  }
}
