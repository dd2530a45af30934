// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
package import RetimeSystem

/// The markers of an ASF file, Windows Media's chapters, which GStreamer 1.22's `asfdemux` does not hand out.
///
/// Objects as in Microsoft's "Advanced Systems Format (ASF) Specification", revision 01.20.05: header 3.1, file
/// properties 3.2, markers 3.7. All numbers are little-endian, times in units of 100 ns.
package enum ASFMarkers {
  private static let header: [UInt8] = [
    0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
  ]
  private static let markers: [UInt8] = [
    0x01, 0xCD, 0x87, 0xF4, 0x51, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]
  private static let properties: [UInt8] = [
    0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]

  /// The chapters in the order of their times; none in a file of another kind.
  package static func chapters(_ file: RandomAccessFile) -> [FileChapter] {
    guard file.bytes(at: 0, count: 16) == header, let size = file.little(at: 16, 8),
      let count = file.little(at: 24, 4)
    else { return [] }
    let end = min(size, file.byteCount)
    var (offset, preroll) = (30, 0)
    var list: Int?
    for _ in 0..<min(count, 1000) where offset + 24 <= end {
      guard let kind = file.bytes(at: offset, count: 16),
        let length = file.little(at: offset + 16, 8),
        length >= 24, length <= end - offset
      else { break }
      // Milliseconds by which all times in the file are later than what is shown.
      if kind == properties { preroll = file.little(at: offset + 80, 8) ?? 0 }
      if kind == markers { list = offset }
      offset += length
    }
    guard let list, preroll < 1 << 32 else { return [] }
    return read(list, to: end, preroll: preroll * 10_000, in: file)
  }

  private static func read(
    _ list: Int,
    to end: Int,
    preroll: Int,
    in file: RandomAccessFile
  ) -> [FileChapter] {
    guard let count = file.little(at: list + 40, 4), let name = file.little(at: list + 46, 2) else {
      return []
    }
    var offset = list + 48 + name
    var chapters: [FileChapter] = []
    for _ in 0..<min(count, 10_000) {
      guard offset + 30 <= end, let time = file.little(at: offset + 8, 8),
        let length = file.little(at: offset + 26, 4), length <= (end - offset - 30) / 2,
        let text = file.bytes(at: offset + 30, count: 2 * length)
      else { break }
      let units = stride(from: 0, to: text.count, by: 2).map {
        UInt16(text[$0]) | UInt16(text[$0 + 1]) << 8
      }
      let title = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
      let start = StreamTime(ticks: Int64(max(0, time - preroll)), timescale: 10_000_000)
      chapters.append(FileChapter(title: title, start: start))
      offset += 30 + 2 * length
    }
    return chapters.sorted { ($0.start ?? 0) < ($1.start ?? 0) }
  }
}

extension RandomAccessFile {
  /// Reads a little-endian number of `count` bytes, if it fits.
  func little(at offset: Int, _ count: Int) -> Int? {
    bytes(at: offset, count: count).flatMap {
      Int(exactly: $0.littleEndian)
    }
  }
}
