// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// Two bytes of CEA-608 captions, with the time at which their frame is shown.
package struct CaptionPair: Sendable, Equatable {
  /// The time of the frame.
  package let time: StreamTime
  /// Whether the bytes belong to the second field, which carries CC3 and CC4.
  package let isSecondField: Bool
  /// The bytes without their parity bits.
  package let first: UInt8, second: UInt8

  /// Creates a pair; the parity bits are ignored.
  package init(time: StreamTime, isSecondField: Bool, _ first: UInt8, _ second: UInt8) {
    (self.time, self.isSecondField) = (time, isSecondField)
    (self.first, self.second) = (first & 0x7f, second & 0x7f)
  }
}

/// The form in which the captions of a frame are stored.
package enum CaptionForm: Sendable {
  /// Byte pairs of the first field.
  case pairs
  /// A byte with the field in its highest bit, 1 for the first, then a pair (SMPTE ST 334-1, annex A).
  case fieldPairs
  /// A byte with the kind, then two of data (CEA-708, `cc_data`).
  case triplets
  /// A caption distribution packet with such triplets (SMPTE ST 334-2).
  case packet

  /// Returns the CEA-608 pairs among the captions of a frame that is shown at `time`.
  package func pairs(in bytes: [UInt8], at time: StreamTime) -> [CaptionPair] {
    let bytes = bytes[...]
    switch self {
    case .pairs:
      return groups(of: 2, bytes).map {
        CaptionPair(time: time, isSecondField: false, $0[$0.startIndex], $0[$0.startIndex + 1])
      }
    case .fieldPairs:
      return groups(of: 3, bytes).map {
        pair($0, at: time, isSecondField: $0[$0.startIndex] < 0x80)
      }
    case .triplets:
      return groups(of: 3, bytes).compactMap { triplet in
        // A marker of 5 bits, 1 bit for valid data, and the kind: 0 and 1 are the fields of CEA-608.
        let head = triplet[triplet.startIndex]
        guard head & 4 != 0, head & 3 < 2 else { return nil }
        return pair(triplet, at: time, isSecondField: head & 3 == 1)
      }
    case .packet:
      // The identifier, the length, the frame rate, flags and a counter; then a time code, if there is one.
      guard bytes.starts(with: [0x96, 0x69]) else { return [] }
      var body = bytes.dropFirst(7)
      if body.first == 0x71 { body = body.dropFirst(5) }
      guard body.popFirst() == 0x72, let count = body.popFirst() else { return [] }
      return CaptionForm.triplets.pairs(in: Array(body.prefix(Int(count & 0x1f) * 3)), at: time)
    }
  }

  private func pair(
    _ bytes: ArraySlice<UInt8>,
    at time: StreamTime,
    isSecondField: Bool
  ) -> CaptionPair {
    let start = bytes.startIndex
    return CaptionPair(time: time, isSecondField: isSecondField, bytes[start + 1], bytes[start + 2])
  }

  private func groups(of size: Int, _ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    (0..<bytes.count / size).map { bytes.dropFirst($0 * size).prefix(size) }
  }
}
