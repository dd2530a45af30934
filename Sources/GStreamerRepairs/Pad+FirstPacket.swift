// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

extension Pad {
  /// Restores the first H.264 or H.265 packet as it entered a parser, whose source pad this is.
  ///
  /// GStreamer's parsers insert the caps' parameter sets before it, where they are redundant: each
  /// copy of a file would be longer than the one before. Streams with start codes, whose caps have
  /// none, keep them, and so does MPEG-4 Video, which needs its configuration in the stream where the
  /// container has no place for it.
  ///
  /// `entry`: the parser's sink pad.
  public func keepFirstPacket(of entry: Pad) {
    guard Repair.parameterSets.isNeeded else { return }
    let isFirst = Atomic(true)
    let given = Mutex<[UInt8]?>(nil)
    entry.observeBuffersAndCaps { packet, _, caps in
      guard isFirst.exchange(false, ordering: .relaxed), let caps = caps(),
        ["video/x-h264", "video/x-h265"].contains(caps.name), caps.bytes("codec_data") != nil
      else { return true }
      let bytes = packet.allBytes
      given.withLock { $0 = bytes }
      return true
    }
    changeBuffers { packet in
      let first = given.withLock { given in
        defer { given = nil }
        return given
      }
      guard let first, case let added = packet.byteCount - first.count, added > 0,
        packet.allBytes?.dropFirst(added).elementsEqual(first) ?? false
      else { return }
      packet.removeFirst(added)
    }
  }
}

extension Buffer {
  /// A copy of the bytes; nil where they cannot be read.
  fileprivate var allBytes: [UInt8]? {
    try? withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
      bytes.indices.map { bytes[$0] }
    }
  }
}
