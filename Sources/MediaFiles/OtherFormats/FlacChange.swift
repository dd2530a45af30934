// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// A FLAC file that does not end with as many channels, or at the rate, as it begins with.
///
/// GStreamer 1.22's `flacparse` believes the header's largest size of a frame, which is that of the beginning, and finds
/// no larger one. STREAMINFO and frames as in RFC 9639, 8.2 and 9.1.
package struct FlacChange: Sendable {
  /// The patch that marks the sizes in the header as unknown.
  package let patch = FilePatch(offset: 12, bytes: [UInt8](repeating: 0, count: 6))

  /// Looks at the header and at the last frame; nil where both say the same, and for files of another kind.
  package init?(_ file: RandomAccessFile) {
    guard let head = file.bytes(at: 0, count: 26), head.starts(with: "fLaC".utf8),
      head[4] & 0x7F == 0
    else { return nil }
    // The largest frame of most encoders is far smaller.
    let start = max(0, file.byteCount - 1 << 20)
    guard let tail = file.bytes(at: start, count: file.byteCount - start),
      let last = Frame(lastIn: tail, blockSize: Int(head[8...9].bigEndian))
    else { return nil }
    let rate = Int(head[18]) << 12 | Int(head[19]) << 4 | Int(head[20] >> 4)
    let isSame = last.channels == Int(head[20] >> 1 & 7) + 1 && last.rate ?? rate == rate
    let stated = head[22..<26].reduce(Int(head[21] & 15)) { $0 << 8 | Int($1) }
    // What looks like a frame in the middle of one does not end where the file does.
    guard !isSame, stated == 0 || stated == last.end else { return nil }
  }

  /// The fields of a frame header.
  private struct Frame {
    let channels: Int, rate: Int?, end: Int

    /// The last of those in `bytes` whose checksum is right and that say when they are.
    init?(lastIn bytes: [UInt8], blockSize: Int) {
      for offset in stride(from: bytes.count - 6, through: 0, by: -1)
      where bytes[offset] == 0xFF && bytes[offset + 1] & 0xFE == 0xF8 {
        guard let frame = Frame(bytes[offset...], blockSize) else { continue }
        self = frame
        return
      }
      return nil
    }

    private init?(_ bytes: ArraySlice<UInt8>, _ fixedSize: Int) {
      var remainder = bytes.dropFirst(2)
      guard let sizes = remainder.popFirst(), let layout = remainder.popFirst(), layout & 1 == 0,
        layout >> 4 <= 10,
        let number = Self.number(&remainder)
      else { return nil }
      var size: Int
      switch sizes >> 4 {
      case 1: size = 192
      case 2...5: size = 576 << (Int(sizes >> 4) - 2)
      case 6: size = Self.value(1, &remainder) + 1
      case 7: size = Self.value(2, &remainder) + 1
      case 8...15: size = 256 << (Int(sizes >> 4) - 8)
      default: return nil
      }
      let rates = [
        nil, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
      ]
      switch Int(sizes & 15) {
      case let code where code < rates.count: rate = rates[code]
      case 12: rate = Self.value(1, &remainder) * 1000
      case 13: rate = Self.value(2, &remainder)
      case 14: rate = Self.value(2, &remainder) * 10
      default: return nil
      }
      guard let sum = remainder.first, Self.checksum(bytes[..<remainder.startIndex]) == sum else {
        return nil
      }
      channels = layout >> 4 < 8 ? Int(layout >> 4) + 1 : 2
      // Blocks of one size are counted, others say their first sample.
      end = (bytes[bytes.startIndex + 1] & 1 == 0 ? number * fixedSize : number) + size
    }

    private static func value(_ count: Int, _ remainder: inout ArraySlice<UInt8>) -> Int {
      (0..<count).reduce(0) { value, _ in value << 8 | Int(remainder.popFirst() ?? 0) }
    }

    /// A number in as many bytes as its first says by its highest bits, as UTF-8 has it, up to 36 bits.
    private static func number(_ remainder: inout ArraySlice<UInt8>) -> Int? {
      guard let first = remainder.popFirst() else { return nil }
      let ones = (~first).leadingZeroBitCount
      guard ones != 1, ones < 8 else { return nil }
      var value = Int(first) & (0x7F >> ones)
      for _ in 1..<max(1, ones) {
        guard let byte = remainder.popFirst(), byte >> 6 == 2 else { return nil }
        value = value << 6 | Int(byte & 0x3F)
      }
      return value
    }

    /// The check of a header: RFC 9639, 9.1.8.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
      bytes.reduce(0) { sum, byte in
        (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 7 }
      }
    }
  }
}
