// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Pad {
  /// Hands DTS of an MPEG program stream to its parser, whose sink pad this is, as plain DTS, so that its packets keep
  /// their times.
  ///
  /// In private stream 1, each packet begins with 2 bytes: the offset of the first frame that starts in it. GStreamer 1.22's
  /// `dcaparse` cuts each packet there and forgets its time; without the 2 bytes its base class takes the time for
  /// the first frame that starts in the packet, which is what it means.
  func keepDVDTimes() {
    let isPrivate = Atomic(false)
    changeCaps { caps in
      let plain = caps.name == "audio/x-private1-dts" ? try? Caps("audio/x-dts") : nil
      isPrivate.store(plain != nil, ordering: .relaxed)
      return plain ?? caps
    }
    changeBuffers { packet in
      if isPrivate.load(ordering: .relaxed) { packet.removeFirst(2) }
    }
  }
}
