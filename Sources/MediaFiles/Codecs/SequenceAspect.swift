// SPDX-License-Identifier: MPL-2.0

/// The shape of pixels that a stream's own header states.
package enum SequenceAspect {
  /// A width and a height.
  package typealias Ratio = (width: Int, height: Int)

  /// Reads the `codec_data` of H.264 (ITU-T H.264, E.1.1); nil where the stream states none.
  package static func h264(_ data: [UInt8]) -> Ratio? {
    BitReader(usabilityOfH264: data).flatMap(usability)
  }

  /// Reads the `codec_data` of HEVC (ITU-T H.265, E.2.1); nil where the stream states none.
  package static func hevc(_ data: [UInt8]) -> Ratio? {
    BitReader(usabilityOfHEVC: data).flatMap(usability)
  }

  /// Reads the pixel aspect ratio from the sequence header of MPEG-1 or MPEG-2 in a container's `codec_data`
  /// (ISO/IEC 13818-2, 6.3.3); nil unless the header states square samples or one of MPEG-2's three display ratios.
  package static func mpeg2(_ data: [UInt8]) -> Ratio? {
    guard data.count >= 8, data.starts(with: [0, 0, 1, 0xB3]) else { return nil }
    let (width, height) = (Int(data[4...6].bigEndian >> 12), Int(data[5...6].bigEndian & 0xFFF))
    switch data[7] >> 4 {
    case 1: return (1, 1)
    case 2: return (4 * height, 3 * width)
    case 3: return (16 * height, 9 * width)
    case 4: return (221 * height, 100 * width)
    default: return nil
    }
  }

  /// Reads the start of the video usability information; nil where that is truncated.
  private static func usability(_ start: BitReader) -> Ratio? {
    var bits = start
    guard bits.read(1) == 1 else { return nil }
    let code = bits.read(8)
    let ratio: Ratio? =
      code == 255
      ? (bits.read(16), bits.read(16)) : table.indices.contains(code) ? table[code] : nil
    guard !bits.isPastEnd, let ratio, ratio.width > 0, ratio.height > 0 else { return nil }
    return ratio
  }

  /// By `aspect_ratio_idc` (ITU-T H.273, section 8.6); 0 is unspecified.
  private static let table: [Ratio] = [
    (0, 0), (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33),
    (18, 11), (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
  ]
}
