// SPDX-License-Identifier: MPL-2.0

/// The picture parameters in the only sequence parameter set of an HEVC stream.
///
/// ITU-T H.265, 7.3.2.2.1 and 7.3.3; `codec_data` is the HEVCDecoderConfigurationRecord of ISO/IEC 14496-15, 8.3.3.1.
/// Every stream states the number of reordered pictures (sps_max_num_reorder_pics), so a decoder outputs a subset of
/// the pictures in the same order.
package struct HEVCSequence {
  /// Bytes of a unit's length before it.
  package let lengthSize: Int
  /// Whether pictures are frames, not fields.
  package let isStated: Bool
  /// The highest temporal sub-layer; its pictures can be dropped if no picture of the same layer refers to them.
  private let highestLayer: Int
  /// The unit of the parameter set.
  private let unit: [UInt8]

  /// Reads `codec_data`; nil where there is no sequence parameter set, or more than one.
  package init?(_ data: [UInt8]) {
    guard data.count > 22, data[0] == 1, let unit = Self.onlyUnit(of: 33, in: data), unit.count > 2
    else { return nil }
    self.unit = unit
    lengthSize = Int(data[21] & 3) + 1
    var bits = BitReader(unescaping: unit[2...])
    _ = bits.read(4)
    highestLayer = bits.read(3)
    _ = (bits.read(1), bits.read(8), bits.read(32), bits.read(3))
    let hasFramesAlone = bits.read(1) == 1
    isStated = hasFramesAlone && !bits.isPastEnd
  }

  /// The unit of a type, if `codec_data` has exactly one.
  private static func onlyUnit(of type: UInt8, in data: [UInt8]) -> [UInt8]? {
    let units = units(of: type, in: data)
    return units.count == 1 ? units[0] : nil
  }

  /// The first unit of a type in `codec_data`.
  static func firstUnit(of type: UInt8, in data: [UInt8]) -> [UInt8]? {
    guard data.count > 22, data[0] == 1 else { return nil }
    return units(of: type, in: data).first
  }

  /// The units of a type in `codec_data`; none where it ends early.
  private static func units(of type: UInt8, in data: [UInt8]) -> [[UInt8]] {
    var (cursor, units) = (ByteCursor(data[23...]), [[UInt8]]())
    for _ in 0..<data[22] {
      guard let head: UInt8 = cursor.number(), let count: UInt16 = cursor.number() else {
        return []
      }
      for _ in 0..<count {
        guard let length: UInt16 = cursor.number(), let unit = cursor.take(Int(length)) else {
          return []
        }
        if head & 0x3f == type { units.append(Array(unit)) }
      }
    }
    return units
  }

  /// Returns the role of a packet for other packets, by the types of its units (table 7-1).
  package func role(of bytes: Span<UInt8>) -> PictureRole {
    var (offset, leaves, others, isEntry) = (0, 0, 0, false)
    while let found = NALUnits.next(in: bytes, lengthSize, from: &offset) {
      guard found.count > 2 else {
        // The end of a sequence has two bytes, and no other unit has less.
        if !found.isEmpty, 36...37 ~= bytes[found.lowerBound] >> 1 { return .change }
        continue
      }
      let (head, next) = (bytes[found.lowerBound], bytes[found.lowerBound + 1])
      let isBase = head & 1 == 0 && next >> 3 == 0
      switch head >> 1 {
      // Sub-layer non-reference pictures of the highest sub-layer, and of no other layer.
      case 0, 2, 4, 6, 8:
        if isBase, next & 7 == highestLayer + 1 { leaves += 1 } else { others += 1 }
      // The decoder discards pictures not yet output (no_output_of_prior_pics_flag).
      case 16...23 where bytes[found.lowerBound + 2] & 0x40 != 0: return .change
      // Only IDR_N_LP is an entry: the leading pictures of IDR_W_RADL precede it in output order.
      case 20 where isBase:
        isEntry = true
        others += 1
      case 33 where !NALUnits.isSame(bytes, found, as: unit): return .change
      case 36, 37: return .change
      case 35, 38...40: break
      default: others += 1
      }
    }
    return isEntry ? .entry : others == 0 && leaves > 0 ? .leaf : .needed
  }
}
