// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The contents of a file that GStreamer 1.22 does not read, detected by its first bytes, as messages.
package enum UnreadParts {
  /// Looks at a file of any kind.
  package static func of(_ file: RandomAccessFile) -> [String] {
    let scripts = FlashTags.scripts(in: file)
    return scripts.isEmpty ? dataTracks(file) : [tracks(1, scripts)]
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
}
