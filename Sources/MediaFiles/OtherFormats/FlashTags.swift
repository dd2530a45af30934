// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The metadata in the tags at the start of an FLV file.
///
/// Tags as in Adobe's Video File Format Specification, version 10, annex E: after 9 bytes and the size of no tag
/// has a type of one byte, a size of three, and seven more before its content, which is followed by the size again.
package enum FlashTags {
  /// The names of the scripts that are not the file's description, each once, in their order.
  ///
  /// A track of data begins with the first that it holds, so the first thousand tags are enough.
  package static func scripts(in file: RandomAccessFile) -> [String] {
    guard let head = file.bytes(at: 0, count: 3), head.elementsEqual("FLV".utf8),
      let start = file.word(at: 5)
    else { return [] }
    var (names, offset) = ([String](), Int(start) + 4)
    for _ in 0..<1000 {
      guard let first = file.word(at: offset) else { break }
      let (kind, size) = (first >> 24 & 0x1F, Int(first & 0xFF_FFFF))
      if kind == 18, let name = name(at: offset + 11, in: file), !known.contains(name),
        !names.contains(name)
      {
        names.append(name)
      }
      offset += 11 + size + 4
    }
    return names
  }

  /// The names of scripts with the encoding, the key frame index, cue points, and additions of servers.
  private static let known = ["onMetaData", "onCuePoint", "|RtmpSampleAccess"]

  /// The name with which a script begins: a mark for text, 2, its length in two bytes, and itself.
  private static func name(at offset: Int, in file: RandomAccessFile) -> String? {
    guard let head = file.bytes(at: offset, count: 3), head[0] == 2,
      let text = file.bytes(at: offset + 3, count: Int(head[1...2].bigEndian))
    else { return nil }
    return String(decoding: text.filter { $0 > 32 && $0 < 127 }, as: UTF8.self)
  }
}
