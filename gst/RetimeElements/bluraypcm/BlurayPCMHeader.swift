// SPDX-License-Identifier: MPL-2.0

/// The four bytes before each packet of LPCM on a Blu-ray disc, which say what follows.
///
/// As FFmpeg's `pcm_bluray_parse_header` (libavcodec/pcm-bluray.c) reads them: the size of what follows in two bytes, a
/// layout and a sample rate in half a byte each, the depth in two bits. Samples are big-endian, of 16 or 24 bits, and
/// an odd number of channels has a silent one behind it.
struct BlurayPCMHeader: Hashable, Sendable {
  static let byteCount = 4

  let sampleRate: Int
  /// Bytes of a sample: 2, or 3 for 20 and 24 bits.
  let sampleByteCount: Int
  /// GStreamer's mask of the channels' positions; 0 for mono.
  let mask: UInt64
  /// Which stored channel each channel of the result is, in the order of GStreamer's positions.
  let order: [Int]

  /// Reads the first bytes of a packet; nil where they are reserved or too few.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= Self.byteCount,
      let rate = [1: 48_000, 4: 96_000, 5: 192_000][Int(bytes[2] & 0xF)],
      let (mask, order) = Self.layouts[Int(bytes[2] >> 4)],
      case let depth = bytes[3] >> 6, depth > 0
    else { return nil }
    sampleRate = rate
    sampleByteCount = depth == 1 ? 2 : 3
    (self.mask, self.order) = (mask, order)
  }

  /// Channels as they are stored, of which the last may be silent.
  var storedChannels: Int { (order.count + 1) / 2 * 2 }

  /// The whole frames in a packet of so many bytes.
  func frames(in byteCount: Int) -> Int {
    max(0, byteCount - Self.byteCount) / (storedChannels * sampleByteCount)
  }

  /// By code: mono, stereo, 3.0, 3.0 with one behind, 4.0, two and two beside, 5.0, 5.1, 7.0 and 7.1.
  ///
  /// On the disc come left, right, centre, then those on the left from the front to the back, those on the right
  /// from the back to the front, and low frequencies last.
  private static let layouts: [Int: (mask: UInt64, order: [Int])] = [
    1: (0, [0]), 3: (0x3, [0, 1]), 4: (0x7, [0, 1, 2]), 5: (0x103, [0, 1, 2]),
    6: (0x107, [0, 1, 2, 3]), 7: (0xC03, [0, 1, 2, 3]), 8: (0xC07, [0, 1, 2, 3, 4]),
    9: (0xC0F, [0, 1, 2, 5, 3, 4]), 10: (0xC37, [0, 1, 2, 4, 5, 3, 6]),
    11: (0xC3F, [0, 1, 2, 7, 4, 5, 3, 6]),
  ]
}
