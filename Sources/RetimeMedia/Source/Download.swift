// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeSystem

/// Copies what an address of the web gives to a scratch file.
///
/// Every track has a reader of its own, many servers give no part of a file, and what mends GStreamer's demuxers looks at the
/// file's own bytes: a film that is read over HTTP would end earlier than the same film on a disk.
struct Download {
  let address: String
  let watchdog: Watchdog
  let cancellation: Cancellation

  /// Whether an address is one of the web.
  static func isOne(_ name: String) -> Bool {
    ["http://", "https://"].contains { name.lowercased().hasPrefix($0) }
  }

  /// Copies all of it; nil where it is no file but a list of others, or is not there after `patience`.
  ///
  /// Blocks.
  func file(_ patience: Duration?) throws(RetimeError) -> ScratchFile? {
    let mailbox = Mailbox<Message>()
    let (file, pipeline) = try pipeline(mailbox)
    defer { pipeline.stop() }
    pipeline.play()
    let started = ContinuousClock.now
    while true {
      switch try mailbox.next(unless: cancellation, or: watchdog, of: address) {
      case .error(let error): throw RetimeError(error, side: .input, name: address)
      case .endOfStream:
        pipeline.stop()
        return isList(file) ? nil : file
      default: break
      }
      if let patience, ContinuousClock.now - started > patience { return nil }
    }
  }

  private func pipeline(
    _ mailbox: Mailbox<Message>
  ) throws(RetimeError) -> (ScratchFile, Pipeline) {
    do {
      let file = try ScratchFile()
      let source = try Element.make("souphttpsrc", ["location": address])
      let sink = try Element.make("filesink", ["location": file.path])
      let pipeline = try Pipeline { mailbox.post($0) }
      try pipeline.add(chain: [source, sink])
      try sink.pad("sink").observeBuffers { [watchdog] _, _ in
        watchdog.feed()
        return true
      }
      return (file, pipeline)
    } catch let error as SystemError {
      throw RetimeError(
        .inputOutput,
        "what '\(address)' gives cannot be kept in \(ScratchFile.folder): \(error)"
      )
    } catch let error as GStreamerError {
      throw RetimeError(error, side: .input, name: address)
    } catch {
      throw RetimeError(.cannotOpen, "'\(address)' cannot be opened: \(error)")
    }
  }

  /// Whether it lists the files that make a film, as those of HLS and DASH do.
  private func isList(_ file: ScratchFile) -> Bool {
    guard let file = try? RandomAccessFile(file.path),
      let bytes = file.bytes(at: 0, count: min(file.byteCount, 1024))
    else { return false }
    let head = String(decoding: bytes, as: UTF8.self)
    return head.hasPrefix("#EXTM3U") || head.contains("<MPD")
      || head.contains("<SmoothStreamingMedia")
  }
}
