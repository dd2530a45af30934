// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

extension Element {
  /// Drops the headers that `x265enc` puts before its first packet; must be called before it runs.
  ///
  /// They are taken from x265 once the first frame is encoded, and what remains of its packet in
  /// reused memory is taken for more of them: some kilobytes of anything, sometimes with a frame.
  /// The packet has headers of its own, unless `option-string` says `repeat-headers=0`.
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
