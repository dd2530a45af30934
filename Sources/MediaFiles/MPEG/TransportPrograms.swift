// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The programs of an MPEG transport stream, in the order in which they begin.
///
/// GStreamer's `tsdemux` reads one of them, unless told the one whose map comes first. Packets as in ISO/IEC 13818-1, 2.4.3.2; the tables
/// of programs 2.4.4.3 and of a program's streams 2.4.4.8.
package struct TransportPrograms {
  package private(set) var numbers: [Int] = []

  /// Looks at the first megabyte of a file.
  package init(_ file: RandomAccessFile) {
    guard let (start, step) = Self.packets(file),
      let bytes = file.bytes(at: 0, count: min(file.byteCount, 1 << 20))
    else { return }
    var maps: [Int: Int] = [:]
    for offset in stride(from: start, through: bytes.count - 188, by: step)
    where bytes[offset] == 0x47 {
      let packet = TransportPacket(bytes, at: offset)
      let identifier = packet.identifier
      guard packet.begins, identifier == 0 || maps[identifier] != nil, let section = packet.table
      else { continue }
      if identifier == 0, section.first == 0 {
        maps = Self.maps(section)
      } else if section.first == 2, let number = maps[identifier], !numbers.contains(number) {
        numbers.append(number)
      }
      if !maps.isEmpty, numbers.count == Set(maps.values).count { break }
    }
  }

  /// Where the first packet begins, and how far the next one is: 188 bytes, or 192 with a time, or 204 with a check.
  static func packets(_ file: RandomAccessFile) -> (start: Int, step: Int)? {
    guard let bytes = file.bytes(at: 0, count: min(file.byteCount, 1 << 12)) else { return nil }
    for step in [188, 192, 204] {
      for start in 0..<step where start + 8 * step < bytes.count {
        if (0..<8).allSatisfy({ bytes[start + $0 * step] == 0x47 }) { return (start, step) }
      }
    }
    return nil
  }

  /// The numbers of the programs by the identifiers of the packets that hold their maps.
  private static func maps(_ section: ArraySlice<UInt8>) -> [Int: Int] {
    let start = section.startIndex
    let length = Int(section[start + 1] & 0xf) << 8 | Int(section[start + 2])
    let end = min(start + 3 + length - 4, section.endIndex)
    var maps: [Int: Int] = [:]
    for offset in stride(from: start + 8, through: end - 4, by: 4) {
      let number = Int(section[offset]) << 8 | Int(section[offset + 1])
      guard number > 0 else { continue }
      maps[Int(section[offset + 2] & 0x1f) << 8 | Int(section[offset + 3])] = number
    }
    return maps
  }
}
