// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Decodes the first picture of a track, to know what its decoder gives.
///
/// A container and a parser know the size and the codec, and seldom the format and the fields.
struct FirstPicture {
  let source: TrackReader.Source
  /// After how long a picture that does not come is given up.
  let patience: Duration
  let cancellation: Cancellation

  /// The caps of the first picture; nil when there is none, which the run will explain.
  ///
  /// Blocks until it is there.
  func caps() throws(RetimeError) -> Caps? {
    let mailbox = Mailbox<Caps?>()
    guard
      let reader = try? TrackReader(source, form: .pictures, onError: { _ in mailbox.post(nil) })
    else { return nil }
    let thread = Joinable(
      Thread(name: "first picture") {
        guard (try? reader.start()) != nil else { return mailbox.post(nil) }
        mailbox.post(reader.next()?.caps)
      }
    )
    defer {
      reader.stop()
      thread.join()
    }
    let started = ContinuousClock.now
    while ContinuousClock.now - started < patience {
      try cancellation.check()
      if let caps = mailbox.wait(milliseconds: 100) { return caps }
    }
    return nil
  }
}

extension ScanResult {
  /// Decodes the first picture of each track that has one.
  ///
  /// Blocks until they are there.
  mutating func lookAtPictures(
    of source: SourceReference,
    tracks: TrackChoice,
    _ patience: Duration,
    _ cancellation: Cancellation
  ) throws(RetimeError) {
    for (index, pad) in pads.enumerated() where tracks.takes(index) {
      guard let id = pad.streamID, let caps = pad.currentCaps,
        caps.name.hasPrefix("video/") || caps.name.hasPrefix("image/"),
        counts[id].map({ $0.frames > 0 }) ?? false
      else { continue }
      let picture = FirstPicture(
        source: TrackReader.Source(
          uri: source.uri,
          isPushed: source.isPushed,
          countsFromZero: ContainerTiming.countsFromZero(container),
          isChained: source.isChained,
          program: programs[id],
          streamID: id,
          patches: source.patches(for: id),
          start: source.start,
          end: source.end
        ),
        patience: patience,
        cancellation: cancellation
      )
      pictures[id] = try picture.caps()
    }
  }
}
