// SPDX-License-Identifier: MPL-2.0

/// The contents of a file's chunks, collected in any order.
package struct CoreAudioHeader: Sendable {
  /// The audio format; nil until its chunk is read.
  package private(set) var description: AudioDescription?
  /// The positions of the channels.
  package private(set) var layout: CoreAudioLayout?
  /// The packet table.
  package private(set) var packets: PacketTable?
  /// The decoder configuration.
  package private(set) var cookie: [UInt8]?
  /// The information texts, in the order of the file.
  package private(set) var information: [Text]?

  /// A key, such as "artist", and its text.
  package struct Text: Sendable {
    package let key: String, text: String
  }

  /// A header of which nothing is known yet.
  package init() {}

  /// Returns the number of bytes to read of a chunk; 0 for chunks to skip.
  ///
  /// Implausibly large chunks are not read, so that a damaged size costs no memory. A packet table of
  /// 64 MiB is one of days.
  package static func wantedSize(of type: FourCharCode) -> Int64 {
    switch type {
    case "desc": 32
    case "chan": 12 + 20 * 1024
    case "pakt": 1 << 26
    case "kuki", "info": 1 << 20
    default: 0
    }
  }

  /// Takes a chunk's content; the first of a kind counts, and those that are not wanted do nothing.
  package mutating func take(_ type: FourCharCode, _ bytes: [UInt8]) throws(CoreAudioFormatError) {
    switch type {
    case "desc" where description == nil: description = try AudioDescription(bytes)
    case "chan" where layout == nil: layout = CoreAudioLayout(bytes)
    case "pakt" where packets == nil: packets = PacketTable(bytes)
    case "kuki" where cookie == nil: cookie = bytes
    case "info" where information == nil: information = Self.texts(bytes)
    default: break
    }
  }

  /// The texts of the chunk "info", as far as it goes, and no more than a thousand.
  ///
  /// Source: Apple Core Audio Format Specification 1.0, "Information Chunk".
  private static func texts(_ bytes: [UInt8]) -> [Text] {
    var cursor = ByteCursor(bytes)
    var (texts, count) = ([Text](), min(cursor.number(UInt32.self) ?? 0, 1_000))
    while count > 0, let key = cursor.text(), let text = cursor.text() {
      if !key.isEmpty, !text.isEmpty { texts.append(Text(key: key, text: text)) }
      count -= 1
    }
    return texts
  }
}
