// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
package import RetimeSystem

/// The tracks of a FLAC file's cue sheet, which are its chapters; GStreamer 1.22's `flacparse` makes a table of contents
/// of them that it does not hand out.
///
/// Metadata blocks as in RFC 9639: 8.1 and 8.2, the cue sheet 8.7.
package enum FlacCueSheet {
  /// The chapters in the order of their times; none in a file of another kind.
  package static func chapters(_ file: RandomAccessFile) -> [FileChapter] {
    guard file.bytes(at: 0, count: 4) == Array("fLaC".utf8) else { return [] }
    var (offset, rate) = (4, 0)
    for _ in 0..<1000 {
      guard let head = file.bytes(at: offset, count: 4) else { return [] }
      let length = Int(head[1...].bigEndian)
      offset += 4
      switch head[0] & 0x7F {
      case 0:
        guard let bytes = file.bytes(at: offset + 10, count: 3) else { return [] }
        rate = Int(bytes.bigEndian) >> 4
      case 5 where rate > 0:
        return file.bytes(at: offset, count: length).map { tracks($0, rate: rate) } ?? []
      default: break
      }
      guard head[0] & 0x80 == 0 else { return [] }
      offset += length
    }
    return []
  }

  private static func tracks(_ bytes: [UInt8], rate: Int) -> [FileChapter] {
    var cursor = ByteCursor(bytes)
    // A catalogue number, the lead-in, flags and nothing, and how many tracks there are.
    guard cursor.take(128 + 8 + 259) != nil, let count: UInt8 = cursor.number() else { return [] }
    var chapters: [FileChapter] = []
    for _ in 0..<count {
      guard let offset: Int = cursor.number(), offset >= 0, let track: UInt8 = cursor.number(),
        cursor.take(12 + 14) != nil, let indices: UInt8 = cursor.number()
      else { break }
      var start = offset
      for _ in 0..<indices {
        guard let delay: Int = cursor.number(), delay >= 0, let index: UInt8 = cursor.number()
        else { break }
        // Index 1 is where a track begins; index 0 is the pause before it.
        if index == 1 { start = offset.addingReportingOverflow(delay).partialValue }
        _ = cursor.take(3)
      }
      // 170 and 255 are the end of the last track.
      guard track < 170, start >= 0, start < 1 << 48 else { continue }
      let time = StreamTime(ticks: Int64(start), timescale: Int64(rate))
      chapters.append(FileChapter(title: "Track \(track)", start: time))
    }
    return chapters.sorted { ($0.start ?? 0) < ($1.start ?? 0) }
  }
}
