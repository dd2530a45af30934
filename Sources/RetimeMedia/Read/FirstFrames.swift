// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeSystem

/// The decoding of a track's first frames.
///
/// Containers and parsers state the size and the codec, but seldom the pixel format and the
/// interlacing.
struct FirstFrames {
  let source: TrackReader.Source
  /// The format of the decoded frames.
  var output = TrackReader.Output.pictures
  /// The time limit.
  let patience: Duration
  let cancellation: Cancellation

  /// Decodes up to `count` frames, each at time 0; returns fewer at the end of the track or the time limit.
  ///
  /// Blocks until they are decoded.
  func pictures(_ count: Int) throws(RetimeError) -> [TransferredFrame] {
    let mailbox = Mailbox<TransferredFrame?>()
    guard let reader = try? TrackReader(source, output: output, onError: { _ in mailbox.post(nil) })
    else { return [] }
    let thread = ThreadReference(
      BlockingThread(name: "first picture") {
        guard (try? reader.start()) != nil else { return mailbox.post(nil) }
        for _ in 0..<count {
          guard let next = reader.next(), let caps = next.caps,
            var shared = try? next.buffer.sharingMemory()
          else { return mailbox.post(nil) }
          shared.presentationTime = ClockTime(nanoseconds: 0)
          mailbox.post(TransferredFrame(shared, caps))
        }
      }
    )
    defer {
      reader.stop()
      thread.join()
    }
    var found: [TransferredFrame] = []
    let started = ContinuousClock.now
    while found.count < count, ContinuousClock.now - started < patience {
      try cancellation.check()
      guard let answer = mailbox.wait(milliseconds: 100) else { continue }
      guard let picture = answer else { break }
      found.append(picture)
    }
    return found
  }
}

/// A frame that is passed between threads.
final class TransferredFrame: Sendable {
  let buffer: Buffer, caps: Caps

  init(_ buffer: consuming Buffer, _ caps: Caps) {
    self.buffer = buffer
    self.caps = caps
  }

  /// The caps, with the field order if only the frame's flags state it.
  var describedCaps: Caps {
    guard buffer.isInterlaced, !caps.has("field-order"),
      caps.string("interlace-mode") == "interleaved"
    else { return caps }
    let order: FieldOrder = buffer.isTopFieldFirst ? .topFirst : .bottomFirst
    return (try? caps.setting(["field-order": "(string)\(order.rawValue)"])) ?? caps
  }
}

extension ScanResult {
  /// Decodes the first frame of each selected video track.
  ///
  /// Blocks until all are decoded.
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
      let first = FirstFrames(
        source: TrackReader.Source(source, stream: id, in: self),
        patience: patience,
        cancellation: cancellation
      )
      let picture = try first.pictures(1).first
      pictures[id] = picture?.describedCaps
      if picture?.buffer.hasCaptions ?? false { counts[id]?.hasCaptions = true }
    }
  }
}
