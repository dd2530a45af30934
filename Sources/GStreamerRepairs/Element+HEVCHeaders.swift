// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

extension Element {
  /// Drops the second set of headers before an HEVC encoder's first packet; call it before the encoder runs.
  ///
  /// `x265enc` requests the headers from x265 after the first frame is encoded, and then receives
  /// that frame's NAL units again, in reused memory: kilobytes of other data, which can contain a
  /// frame. If x265 repeats headers, as it does for HDR10 metadata, the packet has its own, and all
  /// data before them is dropped. Otherwise the packet needs the only headers, which are kept.
  public func dropEarlyHeaders() throws(GStreamerError) {
    guard isMade(by: "x265enc"), Repair.hevcHeaders.isNeeded else { return }
    let isFirst = Atomic<Bool>(true)
    try pad("src").changeBuffers { packet in
      guard isFirst.exchange(false, ordering: .relaxed) else { return }
      let start = try? packet.withSpan(of: UInt8.self) { lastParameterSets(in: $0) }
      if let start { packet.removeFirst(start) }
    }
  }
}

/// Returns the offset of the last start code before a video parameter set; 0 if there is none.
///
/// A byte stream as in ITU-T H.265, annex B; a NAL unit of type 32 starts with 0x40 0x01 (7.3.1.2).
private func lastParameterSets(in stream: Span<UInt8>) -> Int {
  let code: [UInt8] = [0, 0, 0, 1, 0x40, 0x01]
  for offset in stride(from: stream.count - code.count, through: 0, by: -1)
  where code.indices.allSatisfy({ stream[offset + $0] == code[$0] }) {
    return offset
  }
  return 0
}
