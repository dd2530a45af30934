// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeCore

// Processing on the streaming thread.
extension AudioRetime {
  /// Handles an input buffer.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    stream.use(buffer, handle)
      ?? host.fail(.failed, "audioretime was called from two threads at once")
  }

  private func handle(_ buffer: consuming Buffer, _ stream: inout Stream) -> Flow {
    guard let layout = stream.layout else {
      _ = host.fail(.format, "audioretime got a buffer before it was told what it holds")
      return .notNegotiated
    }
    let segment = timing.input
    let time = buffer.presentationTime
    if let time, let position = segment?.streamTime(of: time) { host.syncControls(at: position) }
    var settings = host.settings
    if let pitch = pitch(of: buffer, segment, stream) { settings.pitch = pitch }
    let binding = host.factorControl
    host.announceLatency(nanoseconds: latency(isControlled: binding != nil))
    let controller = isFollowed(segment, time, settings) ? binding : nil
    let isGrouped = controller == nil && join(buffer, segment, settings, &stream)
    let isFixed = controller != nil || !settings.map.text.isEmpty || isGrouped
    let factor = isFixed ? timing.factor : stream.setting.factor(of: settings.factor)
    let isShifted = settings.pitch.isShifted && !(segment?.isBackward ?? false)
    if controller == nil, !isShifted, timing.paced(factor) == .identity, stream.engine == nil,
      stream.backward == nil,
      stream.falling.isEmpty,
      timing.positions.isIdentity
    {
      if let time {
        let duration = segment?.isBackward ?? false ? 0 : buffer.duration?.signed ?? 0
        timing.reach(output: time.signed.saturatingSum(duration))
      }
      stream.isDiscontinuous = false
      stream.isPassing = time != nil
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
    else {
      host.log(.debug, "a buffer lies outside its segment")
      return .ok
    }
    let skipped = clipped.presentationTime?.signed.saturatingDifference(time?.signed ?? 0) ?? 0
    return segment.isBackward
      ? takeBackwards(clipped, skipped, &stream, layout, segment, factor)
      : scale(clipped, skipped, &stream, layout, segment, settings, factor, controller)
  }

  private func scale(
    _ buffer: consuming Buffer,
    _ skipped: Int64,
    _ stream: inout Stream,
    _ layout: AudioLayout,
    _ segment: Segment,
    _ settings: Settings,
    _ factor: Factor,
    _ controller: FactorControl?
  ) -> Flow {
    let time = buffer.presentationTime?.signed
    if let base = stream.base, let engine = stream.engine, let time {
      // Upstream rounds timestamps: only an audible jump is a discontinuity.
      let expected =
        base.source.saturatingSum(
          RationalTime(Int64(engine.sourceFrameCount), Int64(layout.rate)).nanoseconds
        )
      let tolerance = 1_000_000_000 / Int64(buffer.isDiscontinuity ? layout.rate : 32) + 1
      let distance = time.subtractingReportingOverflow(expected)
      if distance.overflow || distance.partialValue.magnitude > tolerance.magnitude {
        host.log(.info, "sound jumps from \(expected) to \(time) ns: starting anew")
        let flow = drain(&stream, isLast: true)
        guard flow == .ok else { return flow }
        stream.isDiscontinuous = true
      }
    }
    let source = time ?? segment.start?.signed ?? 0
    if let controller {
      follow(
        controller,
        from: source,
        layout.frameCount(of: buffer) ?? 0,
        settings,
        layout,
        &stream
      )
    }
    let flow = apply(
      controller == nil ? factor : timing.factor,
      settings,
      layout,
      at: source,
      segment.isAtStart,
      &stream
    )
    guard flow == .ok else { return flow }
    stream.isPassing = false
    let change = replaceEngine(settings, layout, &stream)
    guard change == .ok else { return change }
    do {
      let (first, read) = (stream.engine?.sourceFrameCount ?? 0, stream.engine?.firstRead ?? 0)
      // The flags of a buffer that is cut completely are dropped.
      if first + (layout.frameCount(of: buffer) ?? 0) > read {
        stream.marks.append(buffer, at: first, skipped: skipped)
      }
      try stream.engine?.append(buffer, layout)
    } catch {
      return host.fail(.format, "audioretime cannot read a buffer: \(error.message)")
    }
    return drain(&stream, isLast: false)
  }

  /// Pushes the available output; with `isLast`, also the output that waits for more input, and then resets.
  func drain(_ stream: inout Stream, isLast: Bool) -> Flow {
    if isLast {
      stream.engine?.finish()
      if let layout = stream.layout, let segment = timing.input {
        _ = finishBackwards(&stream, layout, segment)
      }
    }
    defer {
      if isLast {
        stream.engine = nil
        stream.backward = nil
        stream.backwardMarks = BackwardMarks()
        stream.isPassing = false
        stream.base = nil
        stream.marks = AudioMarks()
      }
    }
    // If fewer frames arrive than announced, the received frames determine the length.
    let end =
      stream.isWhole && isLast
      ? TimeMap(factor: timing.paced(timing.factor))
        .outputFrameCount(ofSource: stream.engine?.sourceFrameCount ?? 0) : .max
    while let base = stream.base, let layout = stream.layout,
      let available = stream.engine?.availableFrameCount,
      let first = stream.engine?.renderedFrameCount
    {
      let most = min(available, end - first, Self.mostFrames(layout))
      guard most > 0 else { break }
      func position(_ index: Int) -> Double { stream.engine?.position(ofFrame: first + index) ?? 0 }
      let frames = stream.marks.alike(most, position)
      let (from, to) = (position(0), position(frames - 1))
      do {
        guard var buffer = try stream.engine?.render(frames: frames, layout) else { break }
        stream.marks.write(to: &buffer, from: from, to: to, rate: layout.rate)
        setTimes(
          of: &buffer,
          first..<first + frames,
          from: base.output.nanoseconds,
          layout,
          &stream
        )
        timing.reach(
          output: (buffer.presentationTime?.signed ?? 0).saturatingSum(buffer.duration?.signed ?? 0)
        )
        let flow = host.push(buffer)
        guard flow == .ok else { return flow }
      } catch {
        return host.fail(.failed, "audioretime cannot make a buffer: \(error.message)")
      }
    }
    return .ok
  }

  /// Returns the maximum number of output frames in a buffer: 8192, or 4 MiB if that is less, but at least one.
  static func mostFrames(_ layout: AudioLayout) -> Int {
    min(8192, max(1, (1 << 22) / layout.bytesPerFrame))
  }

  /// Sets a buffer's timestamp, duration and offsets; output frames are counted from the output time `origin`.
  func setTimes(
    of buffer: inout Buffer,
    _ frames: Range<Int>,
    from origin: Int64,
    _ layout: AudioLayout,
    _ stream: inout Stream
  ) {
    let rate = Int64(layout.rate)
    let from = origin.saturatingSum(RationalTime(Int64(frames.lowerBound), rate).nanoseconds)
    let to = origin.saturatingSum(RationalTime(Int64(frames.upperBound), rate).nanoseconds)
    buffer.presentationTime = ClockTime(clamping: from)
    buffer.duration = ClockTime(clamping: to.saturatingDifference(from))
    buffer.setOffsets(frames)
    if stream.isDiscontinuous { buffer.isDiscontinuity = true }
    stream.isDiscontinuous = false
  }
}
