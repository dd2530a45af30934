// SPDX-License-Identifier: MPL-2.0

/// The picture order parameters in the only sequence parameter set of an H.264 stream.
///
/// ITU-T H.264, 7.3.2.1.1 and E.1; `codec_data` is the AVCDecoderConfigurationRecord of ISO/IEC 14496-15, 5.3.3.1.
package struct H264Sequence {
  /// Bytes of a unit's length before it.
  package let lengthSize: Int
  /// Whether pictures are frames (not fields), numbered without gaps, with a stated output order: then pictures
  /// that no other refers to can be dropped without a change to the decoder's output of the others.
  package let isStated: Bool
  /// The unit of the parameter set.
  private let unit: [UInt8]

  /// Reads `codec_data`; nil where there is no sequence parameter set, or more than one.
  package init?(_ data: [UInt8]) {
    guard data.count > 8, data[0] == 1, data[5] & 0x1F == 1 else { return nil }
    let length = Int(data[6...7].bigEndian)
    guard length > 4, data.count >= 8 + length else { return nil }
    lengthSize = Int(data[4] & 3) + 1
    unit = Array(data[8..<8 + length])
    let parameters = H264SequenceParameters(unit)
    isStated = parameters?.statesOrder ?? false
  }

  /// Returns the role of a packet for other packets, by the types of its units (7.4.1).
  package func role(of bytes: Span<UInt8>) -> PictureRole {
    var (offset, leaves, others, isEntry) = (0, 0, 0, false)
    while let found = NALUnits.next(in: bytes, lengthSize, from: &offset) {
      guard !found.isEmpty else { continue }
      let head = bytes[found.lowerBound]
      switch head & 0x1f {
      case 1 where head & 0x60 == 0: leaves += 1
      case 5:
        isEntry = true
        others += 1
      case 7 where !NALUnits.isSame(bytes, found, as: unit): return .change
      // Other slices, and parameters that hold from here on.
      case 1...4, 7, 8, 13...: others += 1
      default: break
      }
    }
    return isEntry ? .entry : others == 0 && leaves > 0 ? .leaf : .needed
  }
}
