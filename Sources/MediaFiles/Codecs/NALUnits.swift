// SPDX-License-Identifier: MPL-2.0

/// Finds the units that packets of H.264 and HEVC are made of.
package enum NALUnits {
  /// Returns the unit that starts at `offset`, which advances past it; nil at the end.
  ///
  /// `lengthSize`: bytes of a unit's length before it; nil where start codes part the units.
  package static func next(
    in bytes: Span<UInt8>,
    _ lengthSize: Int?,
    from offset: inout Int
  ) -> Range<Int>? {
    if let lengthSize {
      guard offset + lengthSize <= bytes.count else { return nil }
      var length = 0
      for _ in 0..<lengthSize {
        length = length << 8 | Int(bytes[offset])
        offset += 1
      }
      let end = min(offset + length, bytes.count)
      defer { offset = end }
      return offset..<end
    }
    while offset + 3 < bytes.count {
      if bytes[offset] == 0, bytes[offset + 1] == 0, bytes[offset + 2] == 1 {
        offset += 3
        // The end matters to supplemental information only, which says its own lengths.
        return offset..<bytes.count
      }
      offset += 1
    }
    return nil
  }

  /// Whether a unit has these bytes.
  static func isSame(_ bytes: Span<UInt8>, _ unit: Range<Int>, as known: [UInt8]) -> Bool {
    unit.count == known.count
      && known.indices.allSatisfy { bytes[unit.lowerBound + $0] == known[$0] }
  }
}
