// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Decodes the first picture that a reader gives.
///
/// A container and a parser know the size and the codec, and seldom the format and the fields.
struct FirstPicture {
  let source: TrackReader.Source
  /// After how long a picture that does not come is given up.
  let patience: Duration
  let cancellation: Cancellation

  /// The picture, at time 0; nil when there is none in time.
  ///
  /// Blocks until it is there.
  func picture() throws(RetimeError) -> HeldPicture? {
    let mailbox = Mailbox<HeldPicture?>()
    guard
      let reader = try? TrackReader(source, form: .pictures, onError: { _ in mailbox.post(nil) })
    else { return nil }
    let thread = Joinable(
      Thread(name: "first picture") {
        guard (try? reader.start()) != nil, let next = reader.next(), let caps = next.caps,
          var shared = try? next.buffer.sharingMemory()
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

/// A picture that goes from one thread to another.
final class HeldPicture: Sendable {
  let buffer: Buffer, caps: Caps

  init(_ buffer: consuming Buffer, _ caps: Caps) {
    self.buffer = buffer
    self.caps = caps
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
    for (index, stream) in streams.enumerated() where tracks.takes(index) {
      guard case let id = stream.id, let caps = stream.caps,
        caps.name.hasPrefix("video/") || caps.name.hasPrefix("image/"),
        counts[id].map({ $0.frames > 0 }) ?? false
      else { continue }
      let picture = FirstPicture(
        source: TrackReader.Source(source, stream: id, in: self),
        patience: patience,
        cancellation: cancellation
      )
      pictures[id] = try picture.picture()?.caps
    }
  }
}
