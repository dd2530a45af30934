// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The tracks of sound that a NUT file says it has.
///
/// GStreamer reads NUT through FFmpeg, and leaves out sound for which it has no caps, as Vorbis.
/// A header as in the NUT specification, "stream_header": a start code of 8 bytes, its length, the track's number, its
/// class, in which 1 is sound, and a tag of some bytes. Numbers have seven bits in each byte, the last one's highest is 0.
package enum NutStreams {
  private static let start: [UInt8] = [0x4E, 0x53, 0x11, 0x40, 0x5B, 0xF2, 0xF9, 0xDB]

  /// The number of tracks; nil for a file of another kind.
  package static func soundCount(in file: RandomAccessFile) -> Int? {
    let mark = Array("nut/multimedia container\0".utf8)
    guard file.bytes(at: 0, count: mark.count) == mark,
      let head = file.bytes(at: 0, count: min(file.byteCount, 1 << 16))
    else { return nil }
    var numbers: Set<Int> = []
    for offset in head.indices.dropLast(start.count)
    where head[offset] == start[0] && head[offset...].starts(with: start) {
      var remainder = head[(offset + start.count)...]
      guard let length = number(&remainder) else { continue }
      // A long header has a checksum here.
      if length > 4096 { remainder = remainder.dropFirst(4) }
      if let track = number(&remainder), number(&remainder) == 1 { numbers.insert(track) }
    }
    return numbers.count
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    for _ in 0..<8 {
      guard let byte = bytes.popFirst() else { return nil }
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
