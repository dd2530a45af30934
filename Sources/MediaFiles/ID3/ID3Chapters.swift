// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// Chapters as frames of an ID3v2 tag, which GStreamer hands out as they stand in the file.
///
/// CHAP and CTOC as in "ID3v2 Chapter Frame Addendum" 1.0, sections 3.1 and 3.2; a frame's header as in
/// "ID3 tag version 2.4.0", section 4.
package enum ID3Chapters {
  /// GStreamer's tag for frames that it does not read itself.
  package static let tag = "private-id3v2-frame"

  /// The chapters among whole frames, in the order of their times.
  package static func chapters(in frames: [[UInt8]]) -> [FileChapter] {
    frames.compactMap(chapter).sorted { ($0.start ?? 0) < ($1.start ?? 0) }
  }

  private static func chapter(_ frame: [UInt8]) -> FileChapter? {
    guard frame.count > 10, frame.starts(with: "CHAP".utf8),
      let zero = frame[10...].firstIndex(of: 0), zero + 17 <= frame.count
    else { return nil }
    let times = [1, 5].map {
      StreamTime(ticks: Int64(frame[(zero + $0)..<(zero + $0 + 4)].bigEndian), timescale: 1000)
    }
    return FileChapter(title: title(frame[(zero + 17)...]), start: times[0], end: times[1])
  }

  /// The text of a TIT2 frame among others.
  private static func title(_ frames: ArraySlice<UInt8>) -> String? {
    var remainder = frames
    while remainder.count > 10 {
      let head = remainder.prefix(10)
      let bytes = head.dropFirst(4).prefix(4)
      // ID3v2.3 counts in bytes of eight bits, 2.4 of seven: below 128 they are the same.
      let plain = Int(bytes.bigEndian), short = bytes.reduce(0) { $0 << 7 | Int($1 & 127) }
      let size = plain <= remainder.count - 10 ? plain : short
      guard size > 0, size <= remainder.count - 10 else { return nil }
      let body = remainder.dropFirst(10).prefix(size)
      if head.starts(with: "TIT2".utf8) { return text(body) }
      remainder = remainder.dropFirst(10 + size)
    }
    return nil
  }

  /// A text with the byte before it that says how it is encoded.
  static func text(_ body: ArraySlice<UInt8>) -> String? {
    guard let encoding = body.first else { return nil }
    var bytes = Array(body.dropFirst())
    guard encoding == 1 || encoding == 2 else {
      bytes = Array(bytes.prefix { $0 != 0 })
      return encoding == 0
        ? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        : String(decoding: bytes, as: UTF8.self)
    }
    let isLittle = bytes.starts(with: [0xff, 0xfe])
    if isLittle || bytes.starts(with: [0xfe, 0xff]) { bytes.removeFirst(2) }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  // MARK: - Writing

  /// The frames of version 2.4 that list these chapters.
  package static func frames(_ chapters: [FileChapter]) -> [[UInt8]] {
    guard !chapters.isEmpty, chapters.count < 256 else { return [] }
    let names = chapters.indices.map { index -> [UInt8] in Array("ch\(index)".utf8) + [0] }
    // Flags: a list of its own, in the order of time.
    let list = Array("toc".utf8) + [0, 0x03, UInt8(chapters.count)] + Array(names.joined())
    var frames = [ID3Tag.frame("CTOC", list)]
    for (chapter, name) in zip(chapters, names) {
      var body = name + milliseconds(chapter.start) + milliseconds(chapter.end)
      // Where it lies in bytes is not said.
      body += [UInt8](repeating: 0xff, count: 8)
      if let title = chapter.title { body += ID3Tag.frame("TIT2", [3] + Array(title.utf8)) }
      frames.append(ID3Tag.frame("CHAP", body))
    }
    return frames
  }

  private static func milliseconds(_ time: StreamTime?) -> [UInt8] {
    UInt32(clamping: ((time ?? 0) + 500_000).nanoseconds / 1_000_000).bytes(4)
  }
}
