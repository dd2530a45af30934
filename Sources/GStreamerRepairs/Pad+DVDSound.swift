// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Pad {
  /// Passes DTS of an MPEG program stream to `dcaparse`, whose sink pad this is, as plain DTS with times.
  ///
  /// In private stream 1, each packet starts with 2 bytes: the offset of the first frame that
  /// starts in it. GStreamer 1.22's `dcaparse` splits each packet there and loses its time. Without
  /// the 2 bytes its base class assigns the time to the first frame that starts in the packet,
  /// which is correct.
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
