// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeCore

// Processing on the streaming thread.
extension DCTSpectrogram {
  /// Handles an input buffer.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    stream.use(buffer, handle)
      ?? host.fail(.failed, "dctspectrogram was called from two threads at once")
  }

  private func handle(_ buffer: consuming Buffer, _ stream: inout SpectrogramStream) -> Flow {
    guard let layout = stream.format?.layout else {
      _ = host.fail(.format, "dctspectrogram got a buffer before it was told what it holds")
      return .notNegotiated
    }
    guard let segment = stream.segment else {
      return host.fail(.format, "dctspectrogram got a buffer before a segment")
    }
    guard layout.frameCount(of: buffer) != nil else {
      return host.fail(
        .format,
        "dctspectrogram got a buffer of \(buffer.byteCount) bytes, which are no whole frames of "
          + "\(layout.bytesPerFrame)"
      )
    }
    guard
      let clipped = segment.clipping(buffer, rate: layout.rate, bytesPerFrame: layout.bytesPerFrame)
    else { return .ok }
    if let time = clipped.presentationTime {
      guard stream.seek(to: time, isJump: clipped.isDiscontinuity) else {
        return host.fail(
          .format,
          "dctspectrogram received audio before its segment, or more than two years after its start"
        )
      }
    }
    do {
      try stream.append(clipped)
    } catch {
      return host.fail(.format, "dctspectrogram cannot read a buffer: \(error.message)")
    }
    while let tick = stream.next() {
      let flow = push(tick, &stream)
      guard flow == .ok else { return flow }
    }
    return .ok
  }

  /// Pushes a last frame if there are columns not shown yet.
  func finish(_ stream: inout SpectrogramStream) -> Flow {
    stream.finish().map { push($0, &stream) } ?? .ok
  }

  private func push(_ tick: Int, _ stream: inout SpectrogramStream) -> Flow {
    guard let rate = stream.format?.ticks.frameRate, let start = stream.segment?.start?.signed
    else { return .ok }
    do {
      var buffer = try stream.makeBuffer()
      let from = start.saturatingSum(rate.time(ofTick: tick).nanoseconds)
      let to = start.saturatingSum(rate.time(ofTick: tick + 1).nanoseconds)
      buffer.presentationTime = ClockTime(clamping: from)
      buffer.duration = ClockTime(clamping: to - from)
      buffer.setOffsets(tick..<tick + 1)
      buffer.isDiscontinuity = stream.isDiscontinuous
      stream.isDiscontinuous = false
      return host.push(buffer)
    } catch {
      return host.fail(.failed, "dctspectrogram cannot make a frame: \(error.message)")
    }
  }
}
