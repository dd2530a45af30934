// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
public import GStreamer

/// The received bytes of a pushed stream, from an offset on.
struct PushedBytes: Sendable {
  private var bytes: [UInt8] = []
  private var used = 0
  /// The offset of the next byte in the stream.
  private(set) var offset: Int64 = 0
  var reader = CoreAudioReader(byteCount: nil, stopsAtSound: true)

  /// The number of available bytes.
  var count: Int { bytes.count - used }

  mutating func append(_ new: [UInt8]) {
    bytes.removeFirst(used)
    used = 0
    bytes += new
  }

  /// Drops bytes before an offset; returns false if the stream has not reached it.
  mutating func advance(to target: Int64) -> Bool {
    let skipped = Int(clamping: min(max(target - offset, 0), Int64(count)))
    used += skipped
    offset += Int64(skipped)
    return offset >= target
  }

  /// Removes and returns the next bytes, at most `wanted`.
  mutating func take(_ wanted: Int) -> [UInt8] {
    let taken = Array(bytes[used...].prefix(wanted))
    used += taken.count
    offset += Int64(taken.count)
    return taken
  }
}

// Push mode, on the streaming thread.
extension CafDemux {
  /// Handles input bytes.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    guard let bytes = try? buffer.bytes() else { return .error }
    return stream.use { stream in
      stream.pushed.append(bytes)
      return pushOn(&stream)
    } ?? .error
  }

  /// Handles the end of the stream.
  func endPushed(_ stream: inout Stream) {
    if let file = stream.file {
      _ = finish(file, &stream)
    } else if !stream.isRefused {
      refuse(CoreAudioFormatError("it ends before its sound begins"))
    }
  }

  private func pushOn(_ stream: inout Stream) -> Flow {
    guard !stream.isRefused else { return .error }
    do {
      while stream.file == nil {
        guard let wanted = stream.pushed.reader.wanted else {
          try open(stream.pushed.reader, &stream)
          break
        }
        guard stream.pushed.advance(to: wanted.lowerBound),
          stream.pushed.count >= wanted.count
        else { return .ok }
        try stream.pushed.reader.take(stream.pushed.take(wanted.count))
      }
    } catch {
      stream.isRefused = true
      refuse(
        error,
        advice:
          ". It comes from a source that cannot seek, where all of its header must come before "
          + "its sound: give a file instead of a pipe"
      )
      return .error
    }
    guard let file = stream.file else { return .error }
    return pushPackets(file, &stream)
  }

  private func pushPackets(_ file: CafFile, _ stream: inout Stream) -> Flow {
    sendSegment(file, &stream)
    while stream.pushed.advance(to: file.offset + stream.position.offset) {
      // For packets of constant size, the number of complete ones.
      let available = file.bytesPerPacket > 0 ? stream.pushed.count / file.bytesPerPacket : 1
      guard let (block, next) = block(file, stream, limit: available) else { return .endOfStream }
      guard stream.pushed.count >= block.size else { return .ok }
      let bytes = stream.pushed.take(block.size)
      stream.position = next
      guard !bytes.isEmpty else { continue }
      guard let buffer = try? Buffer(bytes) else {
        return host.fail(.failed, "cafdemux has no memory for a buffer")
      }
      let flow = push(buffer, block, file, &stream)
      guard flow == .ok else { return flow }
    }
    return .ok
  }
}
