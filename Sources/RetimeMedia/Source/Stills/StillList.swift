// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// A text file that lists stills, in the form that ffmpeg's concat demuxer reads.
///
/// Each line `file 'NAME'` may be followed by `duration SECONDS`; the last duration holds for files
/// without one.
struct StillList {
  /// The paths.
  private(set) var files: [String] = []
  /// The start of each file and the end of the last one; nil if no durations are listed.
  private(set) var starts: [RationalTime]?

  /// Reads a list; nil for a file of another kind.
  ///
  /// `folder`: the folder of the list, to which its names are relative, with a slash; empty for the
  /// current one.
  ///
  /// - Throws: `usage` if a line cannot be read.
  init?(_ path: String, folder: String) throws(RetimeError) {
    guard ["txt", "ffconcat", "ffcat", "list"].contains(MediaName.suffix(of: path)),
      let file = try? RandomAccessFile(path), file.byteCount < 1 << 26,
      let bytes = file.bytes(at: 0, count: file.byteCount)
    else { return nil }
    let lines = PathText.text(of: bytes).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != "\r" }[...] }
    guard
      lines.contains(where: { $0.hasPrefix("ffconcat version") || $0.hasPrefix("file ") })
    else { return nil }
    var durations: [RationalTime] = []
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard let word = words.first, !word.hasPrefix("#") else { continue }
      switch (word, words.count) {
      case ("file", 2):
        let name = Self.unquoted(words[1])
        files.append(name.hasPrefix("/") ? name : folder + name)
      case ("duration", 2) where !files.isEmpty:
        guard let time = try? RationalTime(parsing: String(words[1])), time > .zero else {
          throw Self.error(path, index, "'\(words[1])' is no duration in seconds")
        }
        durations += repeatElement(durations.last ?? time, count: files.count - 1 - durations.count)
        durations.append(time)
      case ("ffconcat", _): break
      default: throw Self.error(path, index, "'\(line)' is neither file nor duration")
      }
    }
    guard !files.isEmpty else { throw Self.error(path, 0, "it lists no file") }
    guard let last = durations.last else { return }
    durations += repeatElement(last, count: files.count - durations.count)
    starts = durations.reduce(into: [.zero]) { $0.append($0[$0.count - 1] + $1) }
  }

  private static func error(_ path: String, _ line: Int, _ text: String) -> RetimeError {
    RetimeError(.usage, "line \(line + 1) of '\(path)' cannot be read: \(text)")
  }

  /// Returns a name without its quotes: `'it'\''s.png'` is `it's.png`.
  private static func unquoted(_ text: Substring) -> String {
    var (name, isQuoted, isEscaped) = ("", false, false)
    for character in text {
      if isEscaped || isQuoted && character != "'" {
        name.append(character)
        isEscaped = false
      } else if character == "'" {
        isQuoted.toggle()
      } else if character == "\\" {
        isEscaped = true
      } else {
        name.append(character)
      }
    }
    return name
  }
}
