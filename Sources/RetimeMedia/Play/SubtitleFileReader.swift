// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// A reader of a track that is a subtitle file.
struct SubtitleFileReader {
  /// A cue that is shown in the selected part, with its own times, which may begin before it.
  struct Cue {
    let content: String
    let start: StreamTime, end: StreamTime
    let ownStart: StreamTime, ownEnd: StreamTime
  }

  /// The caps of the cues, with the file's header.
  let caps: Caps
  /// The cues in the order of their starts, in source time.
  let cues: [Cue]

  /// Reads the file; blocks on the disk.
  init(_ input: TrackInput, _ source: Plan.SubtitleSource) throws(WorkerFailure) {
    let plan = input.plan
    guard
      let file = SubtitleFile(path: source.path, name: nil)
        ?? SubtitleFile(path: source.path, name: plan.input)
    else {
      throw .error(
        RetimeError(.badInput, "'\(source.path)' cannot be read as subtitles: it has changed")
      )
    }
    caps = try input.reading { () throws(GStreamerError) in
      guard source.form == .own else { return try Caps(SubtitleText.plain) }
      guard !file.header.isEmpty else { return try Caps(file.format.mediaType) }
      let header = file.header.utf8.map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
      return try Caps(file.format.mediaType).setting(["codec_data": "(buffer)\(header)"])
    }
    let beginning = plan.beginning ?? 0
    let end = min(plan.end ?? .latest, plan.origin + plan.sourceEnd.streamTime)
    cues = file.cues.compactMap { cue in
      guard let shown = cue.shown(from: plan.start, to: end, beginning: beginning),
        let content = Self.content(cue.content, file.format, source.form, isFile: plan.muxer == nil)
      else { return nil }
      return Cue(
        content: content,
        start: shown.start,
        end: shown.end,
        ownStart: cue.start + beginning,
        ownEnd: cue.end + beginning
      )
    }
  }

  /// Returns the content of a cue in the form for the result; nil for none.
  ///
  /// `isFile`: whether the result is a subtitle file, which keeps comments.
  private static func content(
    _ content: String,
    _ format: SubtitleFileFormat,
    _ form: Plan.SubtitleSource.Form,
    isFile: Bool
  ) -> String? {
    switch form {
    case .own: isFile || SubtitleMarkup.plain(content, format) != nil ? content : nil
    case .tagged: SubtitleMarkup.plain(content, format)
    case .plain: SubtitleMarkup.plain(content, format).map(SubtitleMarkup.stripped)
    }
  }
}
