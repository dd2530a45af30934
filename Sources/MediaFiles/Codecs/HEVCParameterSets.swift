// SPDX-License-Identifier: MPL-2.0

/// The parameter sets of an HEVC stream: the HEVCDecoderConfigurationRecord of ISO/IEC 14496-15, 8.3.3.1.
package struct HEVCParameterSets: Sendable, Equatable {
  /// The size of a NAL unit's length prefix, in bytes.
  package let lengthSize: Int
  /// The bytes before the arrays of NAL units.
  private let head: [UInt8]
  /// The units of each type, with the array's first byte, which states the type.
  private var arrays: [Units]

  private struct Units: Sendable, Equatable {
    var head: UInt8
    var units: [[UInt8]]
    var type: UInt8 { head & 0x3f }
  }

  private static let sps: UInt8 = 33, pps: UInt8 = 34

  /// Reads the record; nil if it is invalid.
  package init?(_ data: [UInt8]) {
    guard data.count > 23, data[0] == 1 else { return nil }
    head = Array(data[..<22])
    lengthSize = Int(data[21] & 3) + 1
    var cursor = ByteCursor(data[22...])
    guard let count: UInt8 = cursor.number() else { return nil }
    var arrays: [Units] = []
    for _ in 0..<count {
      guard let head: UInt8 = cursor.number(), let number: UInt16 = cursor.number() else {
        return nil
      }
      var list = Units(head: head, units: [])
      for _ in 0..<number {
        guard let length: UInt16 = cursor.number(), length > 2, let unit = cursor.take(Int(length))
        else { return nil }
        list.units.append(Array(unit))
      }
      arrays.append(list)
    }
    self.arrays = arrays
  }

  /// The record.
  package var data: [UInt8] {
    head + [UInt8(arrays.count)]
      + arrays.flatMap { list in
        [list.head] + Self.bytes(list.units.count)
          + list.units.flatMap { Self.bytes($0.count) + $0 }
      }
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }

  private func units(_ type: UInt8) -> [[UInt8]] {
    arrays.filter { $0.type == type }.flatMap(\.units)
  }

  /// The parameters in the only SPS; nil if there are several.
  var sequence: HEVCSequenceParameters? {
    let units = units(Self.sps)
    return units.count == 1 ? HEVCSequenceParameters(units[0]) : nil
  }

  /// Whether another record has the same sets, apart from the parts that ``joined(with:)`` replaces.
  func isSame(as other: HEVCParameterSets) -> Bool {
    guard let own = sequence, let theirs = other.sequence else { return false }
    return units(Self.pps) == other.units(Self.pps)
      && own.unit(identifier: 0, like: own) == theirs.unit(identifier: 0, like: own)
  }

  /// Returns these sets and those of a second stream, as ``H264ParameterSets/joined(with:)`` does.
  func joined(with other: HEVCParameterSets) -> (sets: HEVCParameterSets, pps: Int)? {
    let theirs = other.units(Self.pps)
    guard let own = sequence, let joined = other.sequence, theirs.count == 1,
      let parameters = PictureParameterSet(theirs[0], .hevc), parameters.identifier == 0
    else { return nil }
    guard let pps = PictureParameterSet.freeIdentifier(besides: units(Self.pps), .hevc),
      let spsUnits = arrays.firstIndex(where: { $0.type == Self.sps }),
      let ppsUnits = arrays.firstIndex(where: { $0.type == Self.pps })
    else { return nil }
    let identifier = own.identifier == 0 ? 1 : 0
    var sets = self
    sets.arrays[spsUnits].units.append(joined.unit(identifier: identifier, like: own))
    sets.arrays[ppsUnits].units.append(parameters.unit(identifier: pps, sps: identifier))
    return (sets, pps)
  }

  /// The role of a packet for a copy of some packets (table 7-1).
  package enum PacketRole: Sendable { case entry, leading, other }

  /// Returns the role of a packet; nil if it has a parameter set other than these, or ends the sequence.
  package func role(of packet: Span<UInt8>) -> PacketRole? {
    var (offset, role) = (0, PacketRole?.none)
    while let unit = NALUnits.next(in: packet, lengthSize, from: &offset) {
      guard !unit.isEmpty else { continue }
      let type = packet[unit.lowerBound] >> 1 & 0x3f
      switch type {
      case 6...9: role = role ?? .leading
      case 16...21: role = role ?? .entry
      case 0...15, 22...31: role = role ?? .other
      case 32...34 where !units(type).contains { NALUnits.isSame(packet, unit, as: $0) }: return nil
      case 36, 37: return nil
      default: break
      }
    }
    return role ?? .other
  }

  /// Changes a packet of a CRA picture to one of a BLA picture without leading frames (7.4.2.2).
  ///
  /// Decoders then do not take it to continue what precedes it. Other packets do not change.
  package func startAnew(_ packet: inout MutableSpan<UInt8>) {
    var (offset, found) = (0, [Int]())
    while let unit = NALUnits.next(in: packet.span, lengthSize, from: &offset) {
      if !unit.isEmpty, packet[unit.lowerBound] >> 1 & 0x3f == 21 { found.append(unit.lowerBound) }
    }
    for start in found { packet[start] = packet[start] & 0x81 | 18 << 1 }
  }
}
