// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import GStreamer
internal import Synchronization

// Pull mode, on the streaming thread, and the parts shared by both modes.
extension CafDemux {
  /// Pulls the header, or pulls and pushes the next packets.
  public func pullNext() -> Bool {
    stream.use { stream in
      guard let file = stream.file else { return openByPulling(&stream) }
      return pullPackets(file, &stream)
    } ?? false
  }

  private func openByPulling(_ stream: inout Stream) -> Bool {
    var reader = CoreAudioReader(byteCount: host.upstreamByteCount, stopsAtSound: false)
    do {
      while let wanted = reader.wanted {
        switch host.pull(at: wanted.lowerBound, count: wanted.count) {
        case .bytes(let buffer): try reader.take(buffer.bytes())
        case .nothing(let flow):
          guard flow == .endOfStream else { return goOn(flow, &stream) }
          try reader.take([])
        }
      }
      try open(reader, &stream)
      return true
    } catch {
      host.waitUntilTaken()
      refuse(error)
      return false
    }
  }

  private func pullPackets(_ file: CafFile, _ stream: inout Stream) -> Bool {
    sendSegment(file, &stream)
    guard let (block, next) = block(file, stream) else { return finish(file, &stream) }
    guard block.size > 0 else {
      stream.position = next
      return true
    }
    switch host.pull(at: file.offset + block.offset, count: block.size) {
    case .bytes(let buffer):
      // The file may have been truncated.
      guard buffer.byteCount >= block.size else { return finish(file, &stream) }
      stream.position = next
      return goOn(push(buffer, block, file, &stream), &stream)
    case .nothing(let flow):
      return flow == .endOfStream ? finish(file, &stream) : goOn(flow, &stream)
    }
  }

  // MARK: - Shared by pull and push mode

  /// Adds the source pad after the header is complete.
  func open(_ reader: CoreAudioReader, _ stream: inout Stream) throws {
    let file = try CafFile(reader)
    stream.file = file
    stream.segment = Segment(duration: file.frameCount.map { file.time(of: $0) })
    stream.move(file)
    facts.withLock { $0.file = file }
    host.log(.info, "\(file.format.caps), frames: \(file.frameCount.map { "\($0)" } ?? "unknown")")
    try host.showSource(Caps(file.format.caps))
  }

  /// Posts the error of an unreadable file.
  func refuse(_ error: any Error, advice: String = "") {
    let reason =
      (error as? CoreAudioFormatError)?.message ?? (error as? GStreamerError)?.message ?? "\(error)"
    _ = host.fail(.unreadable, "Core Audio Format: \(reason)\(advice)")
  }

  /// Sends the pending segment and tags before the next buffer.
  func sendSegment(_ file: CafFile, _ stream: inout Stream) {
    if stream.segmentIsDue {
      let segment = stream.outputSegment(file)
      stream.heardFrom = segment.start?.signed ?? 0
      facts.withLock { $0.segment = segment }
      host.send(try? Event.segment(segment, sequence: stream.sequence))
      stream.segmentIsDue = false
    }
    if stream.tagsAreDue {
      host.send(try? Event.tags(TagList(parsing: file.tags)))
      stream.tagsAreDue = false
    }
  }

  /// Returns the next packets to play, if any.
  func block(
    _ file: CafFile,
    _ stream: borrowing Stream,
    limit: Int = .max
  ) -> (block: PacketSequence.Block, next: PacketSequence.Position)? {
    guard stream.position.frame < stream.end else { return nil }
    let limit = min(limit, file.format.packetsAtOnce)
    let remainder = stream.end - stream.position.frame
    return file.packets.block(
      at: stream.position,
      limit: file.format.isExact ? min(limit, Int(clamping: remainder)) : limit
    )
  }

  /// Pushes packets downstream.
  func push(
    _ packets: consuming Buffer,
    _ block: PacketSequence.Block,
    _ file: CafFile,
    _ stream: inout Stream
  ) -> Flow {
    do {
      var buffer =
        if let (sources, size) = file.format.reordering {
          try packets.reordered(sources, bytesPerSample: size)
        } else {
          try packets.sharingMemory()
        }
      let from = file.time(of: block.frames.lowerBound)
      let to = file.time(of: block.frames.upperBound)
      buffer.presentationTime = ClockTime(clamping: from)
      buffer.decodeTime = nil
      // Parsers drop packets that end before the segment, but decoders need them, so they last
      // until it starts.
      buffer.duration = ClockTime(clamping: max(to, stream.heardFrom) - from)
      buffer.setOffsets(Int(block.frames.lowerBound)..<Int(block.frames.upperBound))
      buffer.isDiscontinuity = stream.isDiscontinuous
      stream.isDiscontinuous = false
      let valid = file.packets.validFrames
      let reached =
        min(max(block.frames.upperBound, valid.lowerBound), valid.upperBound) - valid.lowerBound
      stream.segment = stream.segment.reaching(file.time(of: reached))
      facts.withLock { $0.reached = reached }
      return host.push(buffer)
    } catch {
      return host.fail(.failed, "cafdemux cannot make a buffer: \(error.message)")
    }
  }

  /// Returns whether to continue after the result of a push or pull; sends end-of-stream if the stream ends.
  func goOn(_ flow: Flow, _ stream: inout Stream) -> Bool {
    switch flow {
    case .ok: return true
    case .flushing: return false
    case .endOfStream, .error: break
    default: _ = host.fail(.stopped, "what comes after cafdemux does not take the stream")
    }
    sendEnd(stream)
    return false
  }

  /// Signals the end of the played segment; returns false.
  func finish(_ file: CafFile, _ stream: inout Stream) -> Bool {
    guard stream.segment.isPart else {
      sendEnd(stream)
      return false
    }
    let end = file.time(of: stream.end - file.packets.validFrames.lowerBound)
    let sequence = stream.sequence ?? 0
    stream.segment = stream.segment.reaching(end)
    host.postSegment(isDone: true, at: end, sequence: sequence)
    host.send(try? Event.segmentDone(at: end, sequence: sequence))
    return false
  }

  private func sendEnd(_ stream: borrowing Stream) {
    host.send(try? Event.endOfStream(sequence: stream.sequence))
  }
}

extension Buffer {
  /// Returns the content.
  func bytes() throws(GStreamerError) -> [UInt8] {
    try withSpan(of: UInt8.self) { span in span.indices.map { span[$0] } }
  }

  /// Returns a buffer with the same frames and their channels in another order.
  fileprivate func reordered(
    _ sources: [Int],
    bytesPerSample size: Int
  ) throws(GStreamerError) -> Buffer {
    var result = try Buffer(byteCount: byteCount)
    try withSpan(of: UInt8.self) { source throws(GStreamerError) in
      try result.withMutableSpan(of: UInt8.self) { target in
        let frame = sources.count * size
        for start in stride(from: 0, to: source.count - source.count % frame, by: frame) {
          for (channel, other) in sources.enumerated() {
            for byte in 0..<size {
              target[start + channel * size + byte] = source[start + other * size + byte]
            }
          }
        }
      }
    }
    return result
  }
}
