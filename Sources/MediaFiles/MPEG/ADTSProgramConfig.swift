// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// Whether the channels of AAC in ADTS stand in a program config element.
///
/// The head of a frame then has 0 in place of a number for the layout (ISO/IEC 14496-3, 1.A.2.2), and GStreamer 1.22's
/// `aacparse` takes it for no frame.
package enum ADTSProgramConfig {
  /// Looks at the first frame of a bare stream, and at the first one of each packet in a megabyte of a transport stream.
  package static func are(in file: RandomAccessFile) -> Bool {
    if let (start, step) = TransportPrograms.packets(file) {
      guard let bytes = file.bytes(at: 0, count: min(file.byteCount, 1 << 20)) else { return false }
      return stride(from: start, through: bytes.count - 188, by: step).contains { offset in
        bytes[offset] == 0x47
          && (sound(TransportPacket(bytes, at: offset)).map(isListed) ?? false)
      }
    }
    return file.bytes(at: ID3Tag.end(in: file), count: 4).map { isListed($0[...]) } ?? false
  }

  private static func isListed(_ frame: ArraySlice<UInt8>) -> Bool {
    let bytes = frame.prefix(4).map(Int.init)
    return bytes.count == 4 && bytes[0] == 0xFF && bytes[1] & 0xF6 == 0xF0
      && (bytes[2] & 1) << 2 | bytes[3] >> 6 == 0
  }

  /// The start of an audio PES packet, in the transport packet with its header: ISO/IEC 13818-1, 2.4.3.6.
  private static func sound(_ packet: TransportPacket) -> ArraySlice<UInt8>? {
    guard packet.begins, let bytes = packet.payload, case let head = bytes.startIndex,
      bytes.count > 9, bytes.starts(with: [0, 0, 1]), 0xC0...0xDF ~= bytes[head + 3]
    else { return nil }
    return bytes.dropFirst(9 + Int(bytes[head + 8]))
  }
}
