// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeCore

// What happens on the streaming thread.
extension AudioRetime {
  /// Output frames in one buffer at most.
  private static let blockFrames = 8192

  /// Takes a buffer that came in.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    var held = Optional(buffer)
    return stream.use { stream in
      guard let buffer = held.take() else { return .error }
      return handle(buffer, &stream)
    } ?? host.fail(.failed, "audioretime was called from two threads at once")
  }

  private func handle(_ buffer: consuming Buffer, _ stream: inout Stream) -> Flow {
    guard let layout = stream.layout else {
      _ = host.fail(.format, "audioretime got a buffer before it was told what it holds")
      return .notNegotiated
    }
    let segment = timing.segments.input
    let time = buffer.presentationTime
    if let time, let place = segment?.streamTime(of: time) { host.syncSettings(at: place) }
    let settings = host.settings
    let factor = stream.setting.factor(of: settings.factor)
    if factor == .identity, stream.engine == nil, timing.positions.isIdentity {
      if let time {
        timing.reach(output: time.signed.saturatingSum(buffer.duration?.signed ?? 0))
      }
      stream.isDiscontinuous = false
      return host.push(buffer)
    }
    guard let segment else {
      return host.fail(
        .format,
        "audioretime got a buffer before a segment, or a stream not in time"
      )
    }
    guard layout.frameCount(of: buffer) != nil else {
      return host.fail(
        .format,
        "audioretime got a buffer of \(buffer.byteCount) bytes, which are no whole frames of "
          + "\(layout.bytesPerFrame)"
      )
    }
    guard
      let clipped = segment.clipping(buffer, rate: layout.rate, bytesPerFrame: layout.bytesPerFrame)
    else { return .ok }
    return scale(clipped, &stream, layout, segment, settings, factor)
  }

  private func scale(
    _ buffer: consuming Buffer,
    _ stream: inout Stream,
    _ layout: AudioLayout,
    _ segment: Segment,
    _ settings: Settings,
    _ factor: Factor
  ) -> Flow {
    let time = buffer.presentationTime?.signed
    if let base = stream.base, let engine = stream.engine, let time {
      // Timestamps are rounded by others: only a jump that can be heard starts anew.
      let expected =
        base.source.saturatingSum(
          RationalTime(Int64(engine.sourceFrames), Int64(layout.rate)).nanoseconds
        )
      let tolerance = 1_000_000_000 / Int64(buffer.isDiscontinuity ? layout.rate : 32) + 1
      let distance = time.subtractingReportingOverflow(expected)
      if distance.overflow || distance.partialValue.magnitude > tolerance.magnitude {
        let flow = drain(&stream, isLast: true)
        guard flow == .ok else { return flow }
        stream.isDiscontinuous = true
      }
    }
    let isAtStart = segment.start.flatMap(segment.streamTime) == 0
    let flow = apply(factor, settings, layout, at: time, isAtStart, &stream)
    guard flow == .ok else { return flow }
    if stream.base == nil {
      let source = time ?? segment.start?.signed ?? 0
      stream.base = (source, timing.positions.outputTime(ofSource: source))
    }
    do {
      try stream.engine?.append(buffer)
    } catch {
      return host.fail(.format, "audioretime cannot read a buffer: \(error.message)")
    }
    return drain(&stream, isLast: false)
  }

  /// Gives the stream an engine, or its engine another factor.
  private func apply(
    _ factor: Factor,
    _ settings: Settings,
    _ layout: AudioLayout,
    at time: Int64?,
    _ isAtStart: Bool,
    _ stream: inout Stream
  ) -> Flow {
    guard let engine = stream.engine, let base = stream.base else {
      let method: InterpolationMethod = settings.method == 1 ? .smooth : .linear
      // The count is of frames from the very start.
      let isWhole = settings.sourceFrames > 0 && isAtStart
      let controls =
        isWhole
        ? ControlBlocks(
          count: settings.sourceFrames,
          length: TimeMap(factor: factor).outputFrameCount(ofSource: settings.sourceFrames),
          method: method
        ) : ControlBlocks(factor: factor, method: method)
      guard let engine = soundEngine(layout, controls) else {
        return host.fail(.format, "audioretime does not know samples of \(layout.format)")
      }
      stream.engine = engine
      stream.isWhole = isWhole
      setFactor(factor, atSource: time ?? 0)
      return .ok
    }
    guard !stream.isWhole, factor != timing.positions.factor else { return .ok }
    let elapsed = engine.nextPosition / Double(layout.rate) * 1e9
    let position = base.source.saturatingSum(Int64(exactly: elapsed.rounded()) ?? 0)
    stream.engine?.setFactor(factor)
    setFactor(factor, atSource: position)
    return .ok
  }

  private func setFactor(_ factor: Factor, atSource position: Int64) {
    guard let event = timing.setFactor(factor, atSource: position) else { return }
    _ = host.sendDownstream(event)
  }

  /// Pushes what is available; with `isLast` also what waits for more, and then starts anew.
  func drain(_ stream: inout Stream, isLast: Bool) -> Flow {
    if isLast { stream.engine?.finish() }
    defer {
      if isLast {
        stream.engine = nil
        stream.base = nil
      }
    }
    while let available = stream.engine?.availableFrames, available > 0, let base = stream.base,
      let rate = stream.layout?.rate, let first = stream.engine?.renderedFrames
    {
      let frames = min(available, Self.blockFrames)
      do {
        guard let buffer = try stream.engine?.render(frames: frames) else { break }
        let from = base.output.saturatingSum(RationalTime(Int64(first), Int64(rate)).nanoseconds)
        let to = base.output.saturatingSum(
          RationalTime(Int64(first + frames), Int64(rate)).nanoseconds
        )
        buffer.presentationTime = ClockTime(clamping: from)
        buffer.duration = ClockTime(clamping: to - from)
        buffer.setOffsets(first..<first + frames)
        if stream.isDiscontinuous { buffer.isDiscontinuity = true }
        stream.isDiscontinuous = false
        timing.reach(output: to)
        let flow = host.push(buffer)
        guard flow == .ok else { return flow }
      } catch {
        return host.fail(.failed, "audioretime cannot make a buffer: \(error.message)")
      }
    }
    return .ok
  }
}
