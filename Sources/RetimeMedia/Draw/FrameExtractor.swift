// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// Video frames of a file: from the start of the part, or near a tenth of a whole file's duration.
struct FrameExtractor {
  /// The orientation that a player applies.
  let orientation: Orientation
  /// The source, kept because it owns the copy of an input that can be read once.
  private let file: SourceReference
  private let source: TrackReader.Source
  private let patience: Duration
  private let cancellation: Cancellation
  /// The colorimetry in the stream's caps, and in the file's header.
  private let encoded: Caps?, colors: MovieColors?

  /// Opens a file and finds its first video track.
  ///
  /// Blocks. Throws when there is none, or no decoder for it.
  init(
    _ file: SourceReference,
    patience: Duration,
    _ cancellation: Cancellation
  ) throws(RetimeError) {
    let scanner = try Scanner.opened(file, stallTimeout: patience, cancellation: cancellation)
    defer { scanner.close() }
    let scan = scanner.result()
    let info = scan.info
    guard let track = info.tracks.first(where: { $0.video != nil }), let video = track.video else {
      if let missing = scan.missing.first(where: { $0.caps?.name.hasPrefix("video/") ?? false }) {
        throw .missingDecoder(missing, in: file.name)
      }
      throw RetimeError(.badInput, "'\(file.name)' has no video")
    }
    let tenth = (track.duration ?? info.duration).map { $0 / 10 } ?? 0
    orientation = video.orientation
    self.file = file
    encoded = scan.encoded[track.streamID]
    colors = file.movie?.track(track.streamID).colors
    (self.patience, self.cancellation) = (patience, cancellation)
    let isSought = info.isSeekable == true && !file.isChained && tenth > 0
    var source = TrackReader.Source(file, stream: track.streamID, in: scan)
    if file.start == nil {
      source.start = isSought ? ClockTime(nanoseconds: UInt64(min(tenth, 1e8) * 1e9)) : nil
      source.isRough = true
    }
    self.source = source
  }

  /// Decodes the frame.
  ///
  /// Blocks.
  func picture() throws(RetimeError) -> TransferredFrame {
    if let picture = try first(of: source) { return picture }
    if source.start != nil {
      var start = source
      start.start = nil
      if let picture = try first(of: start) { return picture }
    }
    throw RetimeError(.badInput, "'\(file.name)' has a video track, but no frame can be decoded")
  }

  /// Decodes up to `count` frames from the start of reading, in one of the formats of `caps`.
  ///
  /// Blocks.
  func pictures(_ count: Int, caps: Caps) throws(RetimeError) -> [TransferredFrame] {
    try FirstFrames(
      source: source,
      output: .converted(caps),
      patience: patience,
      cancellation: cancellation
    ).pictures(count)
  }

  private func first(of source: TrackReader.Source) throws(RetimeError) -> TransferredFrame? {
    let found = try FirstFrames(source: source, patience: patience, cancellation: cancellation)
      .pictures(1).first
    guard let found, let encoded,
      let meant = SourceColors(picture: found.caps, encoded: encoded, movie: colors)?.assumed,
      let caps = try? found.caps.setting(["colorimetry": "(string)\(meant.text)"]),
      let buffer = try? found.buffer.sharingMemory()
    else { return found }
    return TransferredFrame(buffer, caps)
  }
}
