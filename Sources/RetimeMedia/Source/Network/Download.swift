// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeSystem

/// The download of a file from a web address to a scratch file.
///
/// Every track has a reader of its own, many servers do not support ranges, and the repairs of
/// GStreamer's demuxers read the file's own bytes: a video read over HTTP would end earlier than
/// the same video on a disk.
struct Download {
  let address: String
  let watchdog: Watchdog
  let cancellation: Cancellation

  /// Returns whether an input is a web address.
  static func isOne(_ name: String) -> Bool {
    ["http://", "https://"].contains { name.lowercased().hasPrefix($0) }
  }

  /// Downloads the whole file; returns nil for a playlist or manifest, or when `patience` runs out.
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

  /// Returns whether the file lists the segments of a stream, as those of HLS and DASH do.
  private func isList(_ file: ScratchFile) -> Bool {
    guard let file = try? RandomAccessFile(file.path),
      let bytes = file.bytes(at: 0, count: min(file.byteCount, 1024))
    else { return false }
    let head = String(decoding: bytes, as: UTF8.self)
    return head.hasPrefix("#EXTM3U") || head.contains("<MPD")
      || head.contains("<SmoothStreamingMedia")
  }
}
