// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The damaged parts of an FLV file, at which `flvdemux` of GStreamer 1.22 stops.
///
/// It ends at the first tag that is none. A tag begins with its kind, its size and three zeros of a stream's number,
/// and is followed by its size: Adobe's Video File Format Specification, version 10, annex E. So the next one
/// that is whole is found.
package struct FlashFaults {
  /// The patches that turn each damaged part into an empty script tag.
  package private(set) var patches: [FilePatch] = []
  /// The number of damaged bytes.
  package private(set) var byteCount = 0
  /// Whether at least one frame in ten is presented 2 seconds or more before the frame that precedes it in the file.
  ///
  /// The demuxer treats each as a restart of the timeline and delays all later frames. That is correct if the decode
  /// times go back too; if fewer than one frame in ten goes back, its timestamp is damaged.
  package var goesBack: Bool { returns > 0 && returns * 10 >= pictures }

  private var latest: (decoded: Int, shown: Int)?
  private var pictures = 0, returns = 0

  private static let most = 1000

  /// Reads the heads of all tags.
  ///
  /// Blocks on the disk.
  package init(_ file: RandomAccessFile) {
    guard let head = file.bytes(at: 0, count: 3), head.elementsEqual("FLV".utf8),
      let start = file.word(at: 5)
    else { return }
    var offset = Int(start) + 4
    while offset < file.byteCount, patches.count < Self.most {
      if let head = file.bytes(at: offset, count: 11),
        let next = Self.end(of: head[...], at: offset, in: file)
      {
        note(offset, in: file)
        offset = next
      } else if let next = Self.tag(after: offset, in: file) {
        let size = next - 4 - offset - 11
        patches.append(
          FilePatch(offset: offset, bytes: [18] + size.bytes(3) + [UInt8](repeating: 0, count: 8))
        )
        byteCount += next - offset
        offset = next
      } else {
        return
      }
    }
  }

  /// Records the presentation time of an H.264 frame: its tag's timestamp plus the composition time offset.
  private mutating func note(_ offset: Int, in file: RandomAccessFile) {
    guard let tag = file.bytes(at: offset, count: 16), tag[0] == 9, tag[11] & 0xF == 7, tag[12] == 1
    else { return }
    let decoded = Int(([tag[7]] + tag[4..<7]).bigEndian)
    let shown = decoded + Int(tag[13..<16].bigEndian)
    if let latest, decoded >= latest.decoded, latest.shown - shown >= 2000 { returns += 1 }
    (latest, pictures) = ((decoded, shown), pictures + 1)
  }

  /// Where the tag after a whole one begins; nil where there is none.
  private static func end(of head: ArraySlice<UInt8>, at offset: Int, in file: RandomAccessFile)
    -> Int?
  {
    let bytes = Array(head.prefix(11))
    guard [8, 9, 18].contains(bytes[0]), bytes[8...].allSatisfy({ $0 == 0 }) else { return nil }
    let size = Int(bytes[1..<4].bigEndian) + 11
    guard file.word(at: offset + size).map(Int.init) == size else { return nil }
    return offset + size + 4
  }

  /// Where the next whole tag begins that leaves room for one before it, whose size three bytes can say.
  private static func tag(after offset: Int, in file: RandomAccessFile) -> Int? {
    var start = offset + 16
    let limit = min(file.byteCount, offset + 15 + (1 << 24) + 10)
    while start + 11 <= limit {
      guard let bytes = file.bytes(at: start, count: min(1 << 16, limit - start)) else {
        return nil
      }
      for index in 0..<max(0, bytes.count - 10) where [8, 9, 18].contains(bytes[index]) {
        if end(of: bytes[index...], at: start + index, in: file) != nil { return start + index }
      }
      start += max(1, bytes.count - 10)
    }
    return nil
  }
}
