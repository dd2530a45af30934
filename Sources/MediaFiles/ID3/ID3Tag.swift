// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// An ID3v2.4 tag at the start of an MP3 file.
///
/// "ID3 tag version 2.4.0": main structure, sections 3 and 4; native frames, section 4.
package struct ID3Tag {
  private var frames: [[UInt8]] = []

  /// A tag that says nothing yet.
  package init() {}

  /// Adds a frame without flags.
  package mutating func add(_ name: String, _ body: [UInt8]) {
    frames.append(Self.frame(name, body))
  }

  /// Adds a text.
  package mutating func add(_ name: String, text: String) {
    add(name, [Self.utf8] + Array(text.utf8))
  }

  /// Adds a text by a name of its own; the frame for it is a T and three times X.
  package mutating func add(described name: String, _ value: String) {
    add(Self.describedName, [Self.utf8] + Array(name.utf8) + [0] + Array(value.utf8))
  }

  /// Adds a frame copied from another tag, which must satisfy ``canKeep(_:)``.
  package mutating func add(kept frame: [UInt8]) {
    add(String(decoding: frame.prefix(4), as: UTF8.self), Array(frame.dropFirst(10)))
  }

  /// Adds chapters.
  package mutating func add(_ chapters: [FileChapter]) { frames += ID3Chapters.frames(chapters) }

  /// The tag in the format of the file; empty where there is nothing to say.
  package var bytes: [UInt8] {
    guard !frames.isEmpty else { return [] }
    let body = Array(frames.joined())
    return Array("ID3".utf8) + [4, 0, 0] + Self.size(body.count) + body
  }

  /// Whether a frame can be kept as it is: one of version 2.3 or 2.4 without flags, of no chapter.
  package static func canKeep(_ frame: [UInt8]) -> Bool {
    let name = String(decoding: frame.prefix(4), as: UTF8.self)
    return frame.count > 10 && frame[8...9].allSatisfy { $0 == 0 }
      && name.utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 }
      && !["CHAP", "CTOC", "TSSE", "TLEN", "MCDI", "RVA2", "SEEK", "ASPI"].contains(name)
  }

  /// The identifier of user-defined text frames.
  private static let describedName = "T" + String(repeating: "X", count: 3)

  /// The name and the text of a frame that ``add(described:_:)`` makes, in Latin-1 or UTF-8 ("ID3 tag version 2.4.0 - Native Frames", 4.2.6); nil for
  /// others.
  package static func described(_ frame: [UInt8]) -> (name: String, text: String)? {
    guard frame.count > 11, frame.starts(with: describedName.utf8),
      frame[10] == 0 || frame[10] == utf8,
      let zero = frame[11...].firstIndex(of: 0)
    else { return nil }
    return (
      String(decoding: frame[11..<zero], as: UTF8.self),
      String(decoding: frame[(zero + 1)...].prefix { $0 != 0 }, as: UTF8.self)
    )
  }

  /// Where the tags before the sound of a file end; 0 where there are none.
  package static func end(in file: RandomAccessFile) -> Int {
    var end = 0
    while let head = file.bytes(at: end, count: 10), head.starts(with: "ID3".utf8) {
      // A footer of ten bytes follows where its flag is set (main structure, 3.1 and 3.4).
      let footer = head[5] & 0x10 == 0 ? 0 : 10
      end += 10 + head[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + footer
    }
    return end
  }

  /// A frame without flags.
  static func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + size(body.count) + [0, 0] + body
  }

  /// A size in four bytes of seven bits.
  private static func size(_ count: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(count >> $0 & 127) }
  }

  /// The mark of a text in UTF-8.
  package static let utf8: UInt8 = 3
}
