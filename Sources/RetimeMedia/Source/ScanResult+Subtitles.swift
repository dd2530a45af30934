// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem

// Subtitle files, which are read without GStreamer.

extension SubtitleFile {
  /// Reads a file; nil if it cannot be read or is of another kind.
  ///
  /// `name`: the name whose extension tells formats without a signature; nil for `path`.
  init?(path: String, name: String? = nil) {
    let suffix = MediaName.suffix(of: name ?? path)
    guard let file = try? RandomAccessFile(path), file.byteCount <= SubtitleFile.mostBytes,
      // Media are not read as a whole, nor decoded as text.
      let head = file.bytes(at: 0, count: min(file.byteCount, SubtitleFile.headBytes)),
      SubtitleFile.isOne(startingWith: head, suffix: suffix),
      let bytes = file.bytes(at: 0, count: file.byteCount)
    else { return nil }
    self.init(bytes, suffix: suffix)
  }

  /// Reads a file that belongs to a film; `option` gives it.
  ///
  /// - Throws: `cannotOpen` or `badInput` if it is no subtitle file.
  static func opened(
    _ name: String,
    _ option: String = "--subtitles"
  ) throws(RetimeError) -> SubtitleFile {
    if let file = SubtitleFile(path: name) { return file }
    guard (try? FileSystem.entry(at: name))?.sort == .file else {
      throw RetimeError(
        .cannotOpen,
        "\(option) '\(name)' cannot be opened: there is no such file"
      )
    }
    let formats = SubtitleFileFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw RetimeError(
      .badInput,
      "\(option) '\(name)' cannot be read: give a file of one of the formats \(formats)"
    )
  }

  /// Returns the language code in a file's name, such as "de" in `film.de.srt`; nil for none.
  static func language(of path: String) -> String? {
    let parts = MediaName.fileName(of: path).split(separator: ".")
    guard parts.count > 2, let code = parts.dropLast().last, 2...3 ~= code.count,
      code.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return nil }
    return String(code)
  }
}

extension ScanResult {
  /// Creates the result for a subtitle file as the whole source.
  init(_ file: SubtitleFile, of source: SourceReference) {
    self.init(
      container: try? Caps(file.format.mediaType),
      encoded: [:],
      first: [:],
      streams: [],
      missing: []
    )
    unread = source.unread
    if let path = FileAddress.path(source.uri) { add(file, at: path, of: source) }
  }

  /// Adds the track of a subtitle file, as far as it lies within the selected part of `source`.
  ///
  /// Times of the file count from the start of the presentation.
  mutating func add(_ file: SubtitleFile, at path: String, of source: SourceReference) {
    guard let caps = try? Caps(file.format.mediaType) else { return }
    let id = Self.subtitlePrefix + path
    // Nothing of a film is shown after its end.
    let last = counts.values.map(\.end).max() ?? .latest
    let end = min(source.end.map(StreamTime.init) ?? .latest, last)
    let shown = file.cues.compactMap {
      $0.shown(
        from: source.start.map(StreamTime.init),
        to: end,
        beginning: source.beginning
      )
    }
    let late = file.cues.count { $0.start + source.beginning >= last }
    if late > 0 {
      let name = MediaName.fileName(of: path)
      unread.append("\(late.counting("subtitle")) of '\(name)', after the end of the film")
    }
    let language = SubtitleFile.language(of: path)
    streams.append(FoundStream(id: id, caps: caps, language: language))
    (first[id], encoded[id], subtitles[id]) = (caps, caps, file)
    var count = TrackCount(frames: shown.count, start: shown.first?.start)
    count.end = shown.map(\.end).max() ?? 0
    count.latest = shown.last?.start ?? .earliest
    counts[id] = count
  }

  /// The start of the identifier of a stream that is a subtitle file; its path follows.
  static let subtitlePrefix = "subtitles:"
}

extension SubtitleFile.Cue {
  /// Returns the source times at which the cue is shown in a part of a source; nil for none.
  ///
  /// `beginning`: the start of the presentation, from which the file's times count.
  func shown(
    from start: StreamTime?,
    to end: StreamTime,
    beginning: StreamTime
  ) -> (start: StreamTime, end: StreamTime)? {
    let times = (
      start: max(self.start + beginning, start ?? .earliest), end: min(self.end + beginning, end)
    )
    return times.end > times.start ? times : nil
  }
}
