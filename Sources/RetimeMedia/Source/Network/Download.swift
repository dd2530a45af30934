// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

/// The download of a resource from a web address, appended to a scratch file.
///
/// Every track has a reader of its own, many servers do not support ranges, and the repairs of
/// GStreamer's demuxers read the file's own bytes: a video read over HTTP would end earlier than
/// the same video on a disk.
struct Download {
  let address: String
  /// The bytes to take; nil for all.
  var range: Range<Int>?
  /// The encryption to remove; nil for none.
  var decryption: Decryption?
  /// Whether the resource is a part of the input, as a segment is.
  var isPart = false
  /// The time after which to give up; nil for none.
  var patience: Duration?

  /// AES with CBC, PKCS7 padding and a key of 128 bits; key and initialization vector in hexadecimal digits.
  struct Decryption {
    let key: String, vector: String
  }

  /// The end of a download.
  enum Outcome: Equatable {
    /// The resource is in the file; `address` is the one after redirections.
    case complete(address: String)
    /// The server does not tell how long the resource is, so that it may not end.
    case endless
    /// There was not enough time.
    case tooSlow
  }

  /// The end of an attempt.
  private enum Attempt {
    case done(Outcome), lost(GStreamerError)
  }

  /// The number of attempts; each one starts again where the server does not support ranges.
  ///
  /// Fewer where nothing has arrived yet, as probably there is no server.
  private static let mostAttempts = (begun: 6, begin: 3)

  /// Appends the resource to a file, and starts again after a lost connection.
  ///
  /// Blocks.
  ///
  /// - Throws: `cannotOpen` if nothing has been received before, else `inputOutput`.
  func append(to file: ScratchFile, _ reception: Reception) throws(RetimeError) -> Outcome {
    let start = file.byteCount
    var attempts = 0
    while true {
      let error: GStreamerError
      switch try attempt(file, reception) {
      case .done(let outcome): return outcome
      case .lost(let reason): error = reason
      }
      file.truncate(to: start)
      attempts += 1
      let most = reception.hasBegun ? Self.mostAttempts.begun : Self.mostAttempts.begin
      guard attempts < most, !error.isRefusal else {
        throw RetimeError(error, receiving: address, hasBegun: reception.hasBegun, reception.name)
      }
      try reception.pause(.milliseconds(25 << attempts))
    }
  }

  private func attempt(
    _ file: ScratchFile,
    _ reception: Reception
  ) throws(RetimeError) -> Attempt {
    let (start, mailbox) = (file.byteCount, Mailbox<Message>())
    let (source, pipeline) = try reception.reading { () throws(GStreamerError) in
      try make(file, reception, mailbox)
    }
    defer { pipeline.stop() }
    pipeline.play()
    let started = ContinuousClock.now
    while true {
      switch try reception.next(mailbox) {
      case .error(let error): return .lost(error)
      case .endOfStream where isComplete(file, start):
        return .done(.complete(address: source.address ?? address))
      case .endOfStream:
        return .lost(
          GStreamerError("the server does not support the ranges of bytes that it lists")
        )
      default: break
      }
      if !isPart, file.byteCount > 0, source.byteCount == nil, !StreamList.begins(file.path) {
        return .done(.endless)
      }
      if let patience, ContinuousClock.now - started > patience { return .done(.tooSlow) }
    }
  }

  /// Whether the file has as many new bytes as wanted, where that is known.
  private func isComplete(_ file: ScratchFile, _ start: Int) -> Bool {
    guard let range, decryption == nil else { return true }
    return file.byteCount - start == range.count
  }

  private func make(
    _ file: ScratchFile,
    _ reception: Reception,
    _ mailbox: Mailbox<Message>
  ) throws(GStreamerError) -> (WebSource, Pipeline) {
    let source = try WebSource(address)
    if let range { try source.limit(to: range) }
    var chain: [Element] = [source]
    if let decryption {
      let decoder = try Element.make(
        "aesdec",
        ["key": decryption.key, "iv": decryption.vector, "per-buffer-padding": "false"]
      )
      chain.append(decoder)
    }
    let sink = try Element.make(
      "filesink",
      ["location": file.path, "append": "true", "buffer-mode": "unbuffered"]
    )
    let pipeline = try Pipeline { mailbox.post($0) }
    try pipeline.add(chain: chain + [sink])
    try sink.pad("sink").observeBuffers { [isPart] buffer, _ in
      reception.receive(byteCount: buffer.byteCount, of: isPart ? nil : source.byteCount)
      return true
    }
    return (source, pipeline)
  }
}
