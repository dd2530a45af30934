// SPDX-License-Identifier: MPL-2.0

/// One of the 188 bytes long packets of an MPEG transport stream: ISO/IEC 13818-1, 2.4.3.2.
struct TransportPacket {
  private let packet: ArraySlice<UInt8>
  private let offset: Int

  /// The packet at an offset of `bytes`, which hold all of it.
  init(_ bytes: [UInt8], at offset: Int) {
    (packet, self.offset) = (bytes[offset..<offset + 188], offset)
  }

  /// The identifier of the packets of its stream.
  var identifier: Int { Int(packet[offset + 1] & 0x1f) << 8 | Int(packet[offset + 2]) }

  /// Whether a table or a packet of an elementary stream begins in it.
  var begins: Bool { packet[offset + 1] & 0x40 != 0 }

  /// The bytes after the header; nil if there are none.
  var payload: ArraySlice<UInt8>? {
    let control = packet[offset + 3] >> 4 & 3
    guard control & 1 != 0 else { return nil }
    let start = offset + 4 + (control == 3 ? 1 + Int(packet[offset + 4]) : 0)
    return start < packet.endIndex ? packet[start...] : nil
  }

  /// The part that it holds of the table that begins in it, of nine bytes at least.
  var table: ArraySlice<UInt8>? {
    guard let payload, case let start = payload.startIndex + 1 + Int(payload[payload.startIndex]),
      start + 8 < payload.endIndex
    else { return nil }
    return packet[start...]
  }

  /// The table that begins in it, where it holds all of it.
  var section: TransportSection? {
    guard let table, case let start = table.startIndex else { return nil }
    let length = 3 + Int(table[start + 1] & 0xf) << 8 + Int(table[start + 2])
    guard length >= 12, length <= table.count else { return nil }
    return TransportSection(bytes: Array(table.prefix(length)), offset: start)
  }

  /// Whether decoding can start at the packet: 2.4.3.5.
  var isRandomAccess: Bool {
    packet[offset + 3] & 0x20 != 0 && packet[offset + 4] > 0 && packet[offset + 5] & 0x40 != 0
  }

  /// The presentation time at 90 kHz of a packet of an elementary stream that begins in it; nil if there is none.
  var presentationTime: Int64? {
    guard let payload, payload.count >= 14, payload.starts(with: [0, 0, 1]) else { return nil }
    let start = payload.startIndex
    guard payload[start + 6] >> 6 == 2, payload[start + 7] & 0x80 != 0 else { return nil }
    return Self.time(payload[(start + 9)...])
  }

  /// Returns a time in five bytes, with bits between that are always set: 2.4.3.7.
  static func time(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let byte = { (index: Int) in Int64(bytes[bytes.startIndex + index]) }
    return (byte(0) >> 1 & 7) << 30 | byte(1) << 22 | (byte(2) >> 1) << 15 | byte(3) << 7
      | byte(4) >> 1
  }

  /// The first bytes of an elementary stream whose packet begins in it; nil for anything else.
  var elementaryHead: [UInt8]? {
    guard let payload, payload.count >= 9, payload.starts(with: [0, 0, 1]) else { return nil }
    let start = payload.startIndex
    // Audio, video and private streams have a PES header with timestamps.
    guard 0xBD...0xEF ~= payload[start + 3] || payload[start + 3] == 0xFD else { return [] }
    return Array(payload.dropFirst(9 + Int(payload[start + 8])).prefix(64))
  }
}

/// A table of a transport stream: the list of its programs, or the map of one.
struct TransportSection {
  /// All of it, with its checksum, and where it begins in the file.
  let bytes: [UInt8], offset: Int

  /// The kind of the table: 0 for the list of programs, 2 for the map of a program.
  var table: Int { Int(bytes[0]) }

  /// The identifiers of the packets that hold the programs' maps.
  var programMaps: [Int] {
    stride(from: 8, through: bytes.count - 8, by: 4).compactMap { place in
      let isProgram = bytes[place] > 0 || bytes[place + 1] > 0
      return isProgram ? number(at: place + 2) & 0x1fff : nil
    }
  }

  /// The streams of a program's map, with where their types are.
  var entries: [(offset: Int, type: UInt8, identifier: Int, registration: String?)] {
    var entries: [(Int, UInt8, Int, String?)] = []
    var place = 12 + number(at: 10) & 0xfff
    while place + 5 <= bytes.count - 4 {
      let length = number(at: place + 3) & 0xfff
      let end = min(place + 5 + length, bytes.count - 4)
      entries.append(
        (
          place, bytes[place], number(at: place + 1) & 0x1fff,
          registration(from: place + 5, to: end)
        )
      )
      place += 5 + length
    }
    return entries
  }

  /// The four letters that a descriptor with the tag 5 registers: 2.6.8.
  private func registration(from start: Int, to end: Int) -> String? {
    var place = start
    while place + 2 <= end {
      let length = Int(bytes[place + 1])
      if bytes[place] == 5, length >= 4, place + 6 <= end {
        let letters = bytes[(place + 2)..<(place + 6)]
        return letters.allSatisfy { 32..<127 ~= $0 }
          ? String(decoding: letters, as: UTF8.self) : nil
      }
      place += 2 + length
    }
    return nil
  }

  private func number(at place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

  /// The checksum of a table that ends with it: Annex A.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0)
      }
    }
  }
}
