// SPDX-License-Identifier: MPL-2.0

/// The parameter sets of an H.264 stream: the AVCDecoderConfigurationRecord of ISO/IEC 14496-15, 5.3.3.1.
package struct H264ParameterSets: Sendable, Equatable {
  /// The size of a NAL unit's length prefix, in bytes.
  package let lengthSize: Int
  /// The SPSs and PPSs, as NAL units.
  package private(set) var spsUnits: [[UInt8]], ppsUnits: [[UInt8]]
  /// The bytes after the parameter sets: chroma format and bit depths.
  private let trailer: [UInt8]

  /// Reads the record; nil if it is invalid.
  package init?(_ data: [UInt8]) {
    guard data.count > 6, data[0] == 1 else { return nil }
    lengthSize = Int(data[4] & 3) + 1
    var cursor = ByteCursor(data[5...])
    func units(_ count: Int, _ cursor: inout ByteCursor) -> [[UInt8]]? {
      var list: [[UInt8]] = []
      for _ in 0..<count {
        guard let length: UInt16 = cursor.number(), length > 3, let unit = cursor.take(Int(length))
        else { return nil }
        list.append(Array(unit))
      }
      return list
    }
    guard let count: UInt8 = cursor.number(), let spsUnits = units(Int(count & 0x1f), &cursor),
      let pictureCount: UInt8 = cursor.number(), let ppsUnits = units(Int(pictureCount), &cursor)
    else { return nil }
    (self.spsUnits, self.ppsUnits) = (spsUnits, ppsUnits)
    trailer = Array(cursor.remainder)
  }

  /// The record.
  package var data: [UInt8] {
    let profile = spsUnits.first.map { Array($0[1...3]) } ?? [0, 0, 0]
    var bytes: [UInt8] = [1] + profile + [0xfc | UInt8(lengthSize - 1)]
    bytes += [0xe0 | UInt8(spsUnits.count)]
    for unit in spsUnits { bytes += Self.prefixed(unit) }
    bytes += [UInt8(ppsUnits.count)]
    for unit in ppsUnits { bytes += Self.prefixed(unit) }
    return bytes + trailer
  }

  private static func prefixed(_ unit: [UInt8]) -> [UInt8] {
    [UInt8(truncatingIfNeeded: unit.count >> 8), UInt8(truncatingIfNeeded: unit.count)] + unit
  }

  /// Returns whether decoding can start at a packet, which is that of an IDR picture (7.4.1.2.4).
  ///
  /// The result is nil if the packet has a parameter set other than these.
  package func isEntry(_ packet: Span<UInt8>) -> Bool? {
    var (offset, isEntry) = (0, false)
    while let unit = NALUnits.next(in: packet, lengthSize, from: &offset) {
      guard !unit.isEmpty else { continue }
      switch packet[unit.lowerBound] & 0x1f {
      case 5: isEntry = true
      case 7 where !spsUnits.contains { NALUnits.isSame(packet, unit, as: $0) }: return nil
      case 8 where !ppsUnits.contains { NALUnits.isSame(packet, unit, as: $0) }: return nil
      default: break
      }
    }
    return isEntry
  }

  /// The parameters in the only SPS; nil if there are several.
  var sequence: H264SequenceParameters? {
    spsUnits.count == 1 ? H264SequenceParameters(spsUnits[0]) : nil
  }

  /// Whether another record has the same sets, apart from the parts that ``joined(with:)`` replaces.
  func isSame(as other: H264ParameterSets) -> Bool {
    guard let own = sequence, let theirs = other.sequence else { return false }
    return ppsUnits == other.ppsUnits && own.isSame(as: theirs)
  }

  /// Returns these sets and those of a second stream, under other identifiers, and the identifier of its picture parameters.
  ///
  /// The second stream gets the profile, the level and the usability information of this one, so that a decoder does
  /// not start again where the streams meet. Its only PPS must have the identifier 0; that becomes
  /// one with a length of 9 bits, so that a slice header grows by a byte exactly (``SliceJoiner``).
  ///
  /// The result is nil if no identifier is free, or the second stream has several sets.
  func joined(with other: H264ParameterSets) -> (sets: H264ParameterSets, pps: Int)? {
    guard spsUnits.count == 1, other.spsUnits.count == 1, other.ppsUnits.count == 1,
      let own = H264SequenceParameters(spsUnits[0]),
      let joined = H264SequenceParameters(other.spsUnits[0]),
      let parameters = PictureParameterSet(other.ppsUnits[0], .h264), parameters.identifier == 0
    else { return nil }
    guard let pps = PictureParameterSet.freeIdentifier(besides: ppsUnits, .h264) else { return nil }
    let sps = own.identifier == 0 ? 1 : 0
    var sets = self
    sets.spsUnits.append(joined.unit(identifier: sps, like: own))
    sets.ppsUnits.append(parameters.unit(identifier: pps, sps: sps))
    return (sets, pps)
  }
}
