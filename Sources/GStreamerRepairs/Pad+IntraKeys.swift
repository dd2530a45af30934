// SPDX-License-Identifier: MPL-2.0

public import GStreamer

extension Pad {
  /// Restores the key frame flags of H.264 packets as they entered a parser, whose source pad this is.
  ///
  /// `h264parse` flags every intra frame as a key frame, but frames after one that is no IDR frame may refer to
  /// others before it: players that seek to it show damaged frames, or none.
  ///
  /// `entry`: the parser's sink pad.
  public func keepKeyFrames(of entry: Pad) {
    guard Repair.intraKeys.isNeeded else { return }
    changePackets(from: entry, noting: { $0.isDelta ? nil : true }) { packet, isKey, caps in
      if !packet.isDelta, isKey == nil, caps()?.name == "video/x-h264" { packet.isDelta = true }
    }
  }
}
