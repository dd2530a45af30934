// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// A text file that lists stills, in the form that ffmpeg's concat demuxer reads.
///
/// Each line `file 'NAME'` may be followed by `duration SECONDS`; the last duration holds for files
/// without one.
struct StillList {
  /// The paths, and for each the number of frames that it lasts; empty if no durations are listed.
  private(set) var files: [String] = [], frames: [Int] = []
  /// The rate of these frames; nil if no durations are listed.
  private(set) var rate: FrameRate?

  /// The maximum number of frames, each of which is a link in a scratch folder.
  private static let mostFrames = 1_000_000

  /// Reads a list; nil for a file of another kind.
  ///
  /// `folder`: the folder of the list, to which its names are relative, with a slash; empty for the
  /// current one.
  ///
  /// - Throws: `usage` if a line cannot be read, or if durations have no common rate.
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
    var durations: [Int] = []
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard let word = words.first, !word.hasPrefix("#") else { continue }
      switch (word, words.count) {
      case ("file", 2):
        let name = Self.unquoted(words[1])
        files.append(name.hasPrefix("/") ? name : folder + name)
      case ("duration", 2) where !files.isEmpty:
        guard let time = try? RationalTime(parsing: String(words[1])),
          case let micros = (time.rational * Rational(1_000_000)).rounded(), micros > 0
        else { throw Self.error(path, index, "'\(words[1])' is no duration in seconds") }
        durations += repeatElement(
          durations.last ?? Int(micros),
          count: files.count - 1 - durations.count
        )
        durations.append(Int(micros))
      case ("ffconcat", _): break
      default: throw Self.error(path, index, "'\(line)' is neither file nor duration")
      }
    }
    guard !files.isEmpty else { throw Self.error(path, 0, "it lists no file") }
    guard let last = durations.last else { return }
    durations += repeatElement(last, count: files.count - durations.count)
    let step = durations.reduce(0, Self.greatestDivisor)
    frames = durations.map { $0 / step }
    rate = FrameRate(nearest: Rational(1_000_000) / Rational(Int64(step)))
    guard rate != nil, frames.reduce(0, +) <= Self.mostFrames else {
      throw RetimeError(
        .usage,
        "the durations in '\(path)' have no common frame rate below 1000 fps: round them, such as to 0.01 s"
      )
    }
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

  private static func greatestDivisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : greatestDivisor(second, first % second)
  }
}
