// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// Pictures of a file from where it is read on; one somewhere near a tenth of its duration, where it is read whole.
struct PictureLook {
  /// How a player turns it.
  let orientation: Orientation
  /// Kept, since it has the copy of an input that comes but once.
  private let file: SourceReference
  private let source: TrackReader.Source
  private let patience: Duration
  private let cancellation: Cancellation
  /// The colours in the stream's own caps, and in the file's header.
  private let encoded: Caps?, colors: MovieColors?

  /// Opens a file and finds its first track of pictures.
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
      throw RetimeError(.badInput, "'\(file.name)' has no picture")
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

  /// Decodes the picture.
  ///
  /// Blocks.
  func picture() throws(RetimeError) -> HeldPicture {
    if let picture = try first(of: source) { return picture }
    if source.start != nil {
      var start = source
      start.start = nil
      if let picture = try first(of: start) { return picture }
    }
    throw RetimeError(.badInput, "'\(file.name)' has a track of pictures, but none can be decoded")
  }

  /// Decodes so many pictures from where the file is read on, in formats of some caps, or as many as there are.
  ///
  /// Blocks.
  func pictures(_ count: Int, caps: Caps) throws(RetimeError) -> [HeldPicture] {
    try FirstPictures(
      source: source,
      output: .converted(caps),
      patience: patience,
      cancellation: cancellation
    ).pictures(count)
  }

  private func first(of source: TrackReader.Source) throws(RetimeError) -> HeldPicture? {
    let found = try FirstPictures(source: source, patience: patience, cancellation: cancellation)
      .pictures(1).first
    guard let found, let encoded,
      let meant = SourceColors(picture: found.caps, encoded: encoded, movie: colors)?.assumed,
      let caps = try? found.caps.setting(["colorimetry": "(string)\(meant.text)"]),
      let buffer = try? found.buffer.sharingMemory()
    else { return found }
    return HeldPicture(buffer, caps)
  }
}
