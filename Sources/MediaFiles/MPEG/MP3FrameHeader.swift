// SPDX-License-Identifier: MPL-2.0

/// The header of a frame of MPEG audio, layer 3: ISO/IEC 11172-3, 2.4.1.3, and 13818-3, 2.4.2.3.
struct MP3FrameHeader {
  /// Its four bytes.
  let bytes: [UInt8]
  private let rate: Int

  /// Reads the header with which `frame` begins; nil for others, and for a free bit rate.
  init?(_ frame: [UInt8]) {
    guard frame.count >= 4, frame[0] == 0xFF, frame[1] & 0xE6 == 0xE2, frame[1] >> 3 & 3 != 1,
      1...14 ~= frame[2] >> 4, frame[2] >> 2 & 3 != 3
    else { return nil }
    bytes = Array(frame.prefix(4))
    let full = [44_100, 48_000, 32_000][Int(frame[2] >> 2 & 3)]
    rate = full >> [2, 0, 1, 0][Int(frame[1] >> 3 & 3)]
  }

  private var isFirstVersion: Bool { bytes[1] >> 3 & 3 == 3 }

  /// Sample frames in a frame.
  var sampleCount: Int { isFirstVersion ? 1152 : 576 }

  /// Bytes between header and data where no checksum is: of the two granules, or the one, of each channel.
  var sideInfoSize: Int {
    let isMono = bytes[3] >> 6 == 3
    return isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
  }

  /// Bytes of the whole frame.
  var byteCount: Int {
    let rates =
      isFirstVersion
      ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    let bits = rates[Int(bytes[2] >> 4) - 1] * 1000
    return sampleCount / 8 * bits / rate + Int(bytes[2] >> 1 & 1)
  }

  /// Returns the header of the smallest frame that holds a number of bytes, without a checksum; nil if none is large enough.
  func holding(_ count: Int) -> MP3FrameHeader? {
    (1...14).lazy.compactMap { code in
      MP3FrameHeader([
        bytes[0], bytes[1] | 1, UInt8(code) << 4 | bytes[2] & 0xD, bytes[3],
      ])
    }.first { $0.byteCount >= count }
  }
}
