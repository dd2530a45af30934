// SPDX-License-Identifier: MPL-2.0

/// The four-byte header of an LPCM packet on a Blu-ray disc.
///
/// As parsed by FFmpeg's `pcm_bluray_parse_header` (libavcodec/pcm-bluray.c): the size of the
/// payload in two bytes, a channel layout and a sample rate in 4 bits each, and the bit depth in 2
/// bits. Samples are big-endian, of 16 or 24 bits. An odd number of channels is followed by a
/// silent padding channel.
struct BlurayPCMHeader: Hashable, Sendable {
  static let byteCount = 4

  let sampleRate: Int
  /// The bytes of a sample: 2, or 3 for 20 and 24 bits.
  let sampleByteCount: Int
  /// GStreamer's channel mask; 0 for mono.
  let mask: UInt64
  /// The stored channel of each output channel, in the order of GStreamer's positions.
  let order: [Int]

  /// Parses the start of a packet; nil if it is too short or has reserved values.
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

  /// The number of stored channels, including the padding channel.
  var storedChannels: Int { (order.count + 1) / 2 * 2 }

  /// Returns the number of whole frames in a packet of `byteCount` bytes.
  func frames(in byteCount: Int) -> Int {
    max(0, byteCount - Self.byteCount) / (storedChannels * sampleByteCount)
  }

  /// The channel layouts by code: mono, stereo, 3.0, 2/1, 4.0, 2/2, 5.0, 5.1, 7.0 and 7.1.
  ///
  /// 2/1 has a rear centre channel, 2/2 has two side channels. The disc stores left, right, centre,
  /// then the left channels from the front to the back, the right channels from the back to the
  /// front, and the LFE channel last.
  private static let layouts: [Int: (mask: UInt64, order: [Int])] = [
    1: (0, [0]), 3: (0x3, [0, 1]), 4: (0x7, [0, 1, 2]), 5: (0x103, [0, 1, 2]),
    6: (0x107, [0, 1, 2, 3]), 7: (0xC03, [0, 1, 2, 3]), 8: (0xC07, [0, 1, 2, 3, 4]),
    9: (0xC0F, [0, 1, 2, 5, 3, 4]), 10: (0xC37, [0, 1, 2, 4, 5, 3, 6]),
    11: (0xC3F, [0, 1, 2, 7, 4, 5, 3, 6]),
  ]
}
