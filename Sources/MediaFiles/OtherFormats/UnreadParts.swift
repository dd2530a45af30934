// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The contents of a file that GStreamer 1.22 does not read, detected by its first bytes, as messages.
package enum UnreadParts {
  /// Looks at a file of any kind.
  package static func of(_ file: RandomAccessFile) -> [String] {
    if let pictures = animatedPictures(file), pictures > 1 {
      return [
        "\(pictures - 1) of \(pictures) frames of an animated PNG, of which GStreamer reads the first one: convert it to "
          + "a GIF or a WebM film first"
      ]
    }
    if let pictures = animatedWebP(file) {
      return [
        "all \(pictures) frames of an animated WebP, which GStreamer does not read: convert it to GIF or WebM first"
      ]
    }
    let scripts = FlashTags.scripts(in: file)
    return scripts.isEmpty ? dataTracks(file) : [tracks(1, scripts)]
  }

  /// Returns the frame count of an animated WebP, by its `ANMF` chunks (RFC 9649, 2.7.1.1); nil for other files.
  private static func animatedWebP(_ file: RandomAccessFile) -> Int? {
    guard RIFFChunk.signature(of: file)?.kind == "WEBP" else { return nil }
    let count = RIFFChunk.all(in: file).count { $0.kind == "ANMF" }
    return count > 0 ? count : nil
  }

  /// Tracks of data that hold so much, in words.
  private static func tracks(_ count: Int, _ kinds: [String]) -> String {
    "\(count) data track\(count == 1 ? "" : "s") (\(kinds.joined(separator: ", "))), "
      + "which GStreamer does not read"
  }

  /// Returns the tracks of an MP4 or QuickTime file that hold neither video nor audio nor text, by their handler type
  /// (ISO/IEC 14496-12, 8.4.3; timecodes have `tmcd`).
  private static func dataTracks(_ file: RandomAccessFile) -> [String] {
    let media: Set<FourCharCode> = [
      "vide", "soun", "text", "sbtl", "subt", "subp", "clcp", "pict", "meta",
    ]
    let tracks = (FileAtom.movie(in: file)?.children ?? []).filter { $0.kind == "trak" }
    let isRead = !MovieTimecode.codes(of: tracks).isEmpty
    let kinds = tracks.compactMap(\.handler).filter {
      !media.contains($0) && !(isRead && $0 == "tmcd")
    }
    return kinds.isEmpty ? [] : [self.tracks(kinds.count, kinds.map(\.name))]
  }

  /// Returns the frame count of a PNG file, by its `acTL` chunk (Portable Network Graphics, third edition, 11.3.6.1);
  /// nil for those with one, and for other files.
  private static func animatedPictures(_ file: RandomAccessFile) -> Int? {
    guard file.word(at: 0) == 0x8950_4E47, file.word(at: 4) == 0x0D0A_1A0A else { return nil }
    var offset = 8
    // It is one of the first chunks; a file of empty chunks would take long.
    for _ in 0..<10_000 {
      guard let length = file.word(at: offset), let kind = file.word(at: offset + 4) else { break }
      let name = FourCharCode(rawValue: kind)
      if name == "acTL" { return file.word(at: offset + 8).map(Int.init) }
      if name == "IDAT" { return nil }
      offset += 12 + Int(length)
    }
    return nil
  }
}
