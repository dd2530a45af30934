// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeBuffers
internal import RetimeCore

// What happens on the streaming thread.
extension VideoRetime {
  /// Takes a picture that came in.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    var held = Optional(buffer)
    return stream.use { stream in
      guard let buffer = held.take() else { return .error }
      return handle(buffer, &stream)
    } ?? host.fail(.failed, "videoretime was called from two threads at once")
  }

  private func handle(_ buffer: consuming Buffer, _ stream: inout Stream) -> Flow {
    guard let input = stream.input, let output = stream.output else {
      _ = host.fail(.format, "videoretime got a picture before it was told what it is")
      return .notNegotiated
    }
    guard let segment = timing.segments.input else {
      return host.fail(.format, "videoretime got a picture before a segment")
    }
    guard let time = buffer.presentationTime else {
      return host.fail(.format, "videoretime got a picture without a timestamp")
    }
    if let place = segment.streamTime(of: time) { host.syncSettings(at: place) }
    let settings = host.settings
    let factor = stream.setting.factor(of: settings.factor)
    if factor == .identity, stream.pictures == nil, timing.positions.isIdentity,
      output.isEqual(to: input)
    {
      let end = time.signed.saturatingSum(buffer.duration?.signed ?? 0)
      stream.shownUntil = end
      timing.reach(output: end)
      stream.isDiscontinuous = false
      return host.push(buffer)
    }
    guard let range = segment.clippedPosition(from: time, duration: buffer.duration) else {
      return .ok
    }
    let from = range.start.signed
    let origin = segment.start?.signed ?? 0
    guard from - origin < 1 << 56 else {
      return host.fail(.format, "videoretime got a picture more than two years after the start")
    }
    if let event = timing.setFactor(factor, atSource: from) {
      _ = host.sendDownstream(event)
      stream.pictures?.setTimeline(timing.positions)
    }
    let end = range.end > range.start ? range.end.signed : nil
    guard let frameRate = stream.frameRate else {
      return show(Picture(buffer), from: from, to: end, &stream)
    }
    if stream.pictures == nil {
      stream.pictures = PictureTrack(
        frameRate: frameRate,
        sourceRate: input.frameRate,
        timeline: timing.positions,
        selection: Self.selections[clamped: settings.frames],
        first: from,
        origin: (origin, timing.segments.output?.start?.signed ?? 0),
        firstTick: firstTick(frameRate, stream)
      )
    }
    stream.pictures?.push(Picture(buffer), at: from, end: end)
    return drain(&stream, isLast: false)
  }

  /// Pushes what is decided; with `isLast` holds the last picture to its end, and then starts anew.
  func drain(_ stream: inout Stream, isLast: Bool) -> Flow {
    if isLast { stream.pictures?.finish() }
    defer { if isLast { stream.pictures = nil } }
    let start = timing.segments.output?.start?.signed ?? 0
    while let frameRate = stream.frameRate, let shown = stream.pictures?.next() {
      do {
        let flow = push(
          try stream.blender.buffer(for: shown),
          start.saturatingSum(frameRate.time(ofTick: shown.tick).nanoseconds),
          start.saturatingSum(frameRate.time(ofTick: shown.tick + 1).nanoseconds),
          number: shown.tick,
          &stream
        )
        guard flow == .ok else { return flow }
      } catch {
        return host.fail(.failed, "videoretime cannot make a picture: \(error.message)")
      }
    }
    return .ok
  }

  /// The first tick that was not shown yet, when the caps have changed in the middle of a segment.
  private func firstTick(_ frameRate: FrameRate, _ stream: Stream) -> Int {
    guard let shown = stream.shownUntil, let start = timing.segments.output?.start else { return 0 }
    let elapsed = shown - start.signed
    return max(0, Int((Double(elapsed) * frameRate.rational.doubleValue / 1e9).rounded()))
  }

  /// Shows one picture as long as it lasts: there are no ticks.
  private func show(
    _ picture: Picture,
    from start: Int64,
    to end: Int64?,
    _ stream: inout Stream
  ) -> Flow {
    let timeline = timing.positions
    do {
      return push(
        try picture.buffer.sharingMemory(),
        timeline.outputTime(ofSource: start),
        end.map(timeline.outputTime),
        number: nil,
        &stream
      )
    } catch {
      return host.fail(.failed, "videoretime cannot make a picture: \(error.message)")
    }
  }

  private func push(
    _ buffer: consuming Buffer,
    _ from: Int64,
    _ to: Int64?,
    number: Int?,
    _ stream: inout Stream
  ) -> Flow {
    buffer.presentationTime = ClockTime(clamping: from)
    buffer.decodeTime = nil
    buffer.duration = to.map { ClockTime(clamping: $0 - from) }
    if let number { buffer.setOffsets(number..<number + 1) }
    buffer.isDiscontinuity = stream.isDiscontinuous
    stream.isDiscontinuous = false
    stream.shownUntil = to
    timing.reach(output: to ?? from)
    return host.push(buffer)
  }
}
