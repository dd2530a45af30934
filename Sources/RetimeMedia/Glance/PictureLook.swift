// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// One picture of a file, somewhere near a tenth of its duration.
struct PictureLook {
  /// How a player turns it.
  let orientation: Orientation
  private let source: TrackReader.Source
  private let name: String
  private let patience: Duration
  private let cancellation: Cancellation

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
      let isPicture = { (missing: Scanner.MissingDecoder) in
        missing.caps?.name.hasPrefix("video/")
      }
      if let missing = scan.missing.first(where: { isPicture($0) ?? false }) {
        throw .missingDecoder(missing, in: file.name)
      }
      throw RetimeError(.badInput, "'\(file.name)' has no picture")
    }
    let tenth = (track.duration ?? info.duration).map { $0 / 10 } ?? 0
    orientation = video.orientation
    name = file.name
    (self.patience, self.cancellation) = (patience, cancellation)
    let isSought = info.isSeekable == true && !file.isChained && tenth > 0.5
    var source = TrackReader.Source(
      uri: file.uri,
      isPushed: file.isPushed,
      program: scan.programs[track.streamID],
      streamID: track.streamID,
      patches: file.patches(for: track.streamID),
      start: isSought ? ClockTime(nanoseconds: UInt64(min(tenth, 1e8) * 1e9)) : nil,
      end: nil
    )
    source.isRough = true
    self.source = source
  }

  /// Decodes the picture.
  ///
  /// Blocks.
  func picture() throws(RetimeError) -> HeldPicture {
    if let picture = try first(of: source) { return picture }
    if source.start != nil {
      let start = TrackReader.Source(
        uri: source.uri,
        isPushed: source.isPushed,
        program: source.program,
        streamID: source.streamID,
        patches: source.patches,
        start: nil,
        end: nil
      )
      if let picture = try first(of: start) { return picture }
    }
    throw RetimeError(.badInput, "'\(name)' has a track of pictures, but none can be decoded")
  }

  /// The first picture that a reader gives; nil when it gives none in time.
  private func first(of source: TrackReader.Source) throws(RetimeError) -> HeldPicture? {
    let mailbox = Mailbox<HeldPicture?>()
    guard
      let reader = try? TrackReader(source, form: .pictures, onError: { _ in mailbox.post(nil) })
    else { return nil }
    let thread = Joinable(
      Thread(name: "picture") {
        guard (try? reader.start()) != nil, let next = reader.next(), let caps = next.caps,
          let shared = try? next.buffer.sharingMemory()
        else { return mailbox.post(nil) }
        shared.presentationTime = ClockTime(nanoseconds: 0)
        mailbox.post(HeldPicture(shared, caps))
      }
    )
    defer {
      reader.stop()
      thread.join()
    }
    let started = ContinuousClock.now
    while ContinuousClock.now - started < patience {
      try cancellation.check()
      if let picture = mailbox.wait(milliseconds: 100) { return picture }
    }
    return nil
  }
}
