// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeBuffers
internal import RetimeCore

// Processing on the streaming thread.
extension VideoRetime {
  /// Handles an input frame.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    stream.use(buffer, handleFields)
      ?? host.fail(.failed, "videoretime was called from two threads at once")
  }

  func handle(_ buffer: consuming Buffer, _ stream: inout Stream) -> Flow {
    stream.counts.receive()
    publish(stream.counts)
    let readiness = renegotiate(&stream)
    guard readiness == .ok else { return readiness }
    guard let input = stream.input, let output = stream.output else {
      _ = host.fail(.format, "videoretime received a frame before its caps")
      return .notNegotiated
    }
    let segment = timing.input
    let time = buffer.presentationTime
    if let time, let position = segment?.streamTime(of: time) { host.syncControls(at: position) }
    let settings = host.settings
    let isForward = segment.map { !$0.isBackward } ?? false
    let hasMap = !settings.map.text.isEmpty
    let controller =
      isForward && time != nil && !hasMap ? host.factorControl : nil
    let isGrouped = controller == nil && !hasMap && join(buffer, segment, &stream)
    let isFixed = controller != nil || hasMap || isGrouped
    let factor = isFixed ? timing.factor : stream.setting.factor(of: settings.factor)
    if controller == nil, factor == .identity, settings.motionBlur == 0, stream.pictures == nil,
      stream.backward == nil, stream.fields?.deinterlacer.isAlways ?? true,
      stream.falling.isEmpty, timing.positions.isIdentity, output.isEqual(to: input)
    {
      if let time {
        let duration = segment?.isBackward ?? false ? 0 : buffer.duration?.signed ?? 0
        let end = time.signed.saturatingSum(duration)
        (stream.shownUntil, stream.latest) = (end, time.signed)
        timing.reach(output: end)
      }
      stream.isDiscontinuous = false
      stream.counts.send(stream.counts.place())
      publish(stream.counts)
      return host.push(buffer)
    }
    guard let segment else {
      return host.fail(
        .format,
        "videoretime received a frame before a segment, or a segment not in time format"
      )
    }
    guard let time else {
      return host.fail(.format, "videoretime received a frame without a timestamp")
    }
    guard let range = segment.clippedPosition(from: time, duration: buffer.duration) else {
      host.log(.debug, "a frame is outside its segment")
      _ = stream.counts.place()
      return .ok
    }
    if stream.mixesFields, stream.frameRate != nil { warnOfFields(buffer, &stream) }
    // A frame that the segment cuts keeps its own start, so that ticks show what they show without a seek.
    let (from, start) = (range.start.signed, time.signed)
    let origin = timing.origin
    guard from.saturatingDifference(origin.source) < 1 << 56 else {
      return host.fail(.format, "videoretime received a frame more than two years after the start")
    }
    let end = range.end > range.start ? range.end.signed : nil
    if segment.isBackward {
      let stretch = Stretch(picture: SharedFrame(buffer), end: end)
      let ready = stream.falling.take(.init(content: stretch, position: start, factor: factor))
      return showBackwards(ready, &stream)
    }
    if let controller {
      host.send(timing.follow(controller, from: from, until: end ?? from))
      stream.pictures?.setMap(timing.scales.counted)
    } else if factor != timing.factor {
      setFactor(factor, atSource: RationalTime(nanoseconds: from), &stream)
    }
    let picture = SharedFrame(buffer)
    picture.number = stream.counts.place()
    guard let frameRate = stream.frameRate else {
      return show(picture, from: from, to: end, &stream)
    }
    if stream.pictures == nil {
      stream.pictures = ForwardTrack(
        ticks: stream.maker.ticks(frameRate),
        lastPart: stream.maker.lastPart,
        sourceRate: input.frameRate,
        map: timing.scales.counted,
        selection: Self.selections[clamped: settings.frames],
        first: start,
        origin: origin.source,
        firstTick: firstTick(frameRate, stream),
        skipsToFirst: settings.skipsToFirst && stream.shownUntil == nil
      )
      hold(&stream)
    }
    do {
      try stream.pictures?.push(picture, at: start, end: end, through: &stream.maker)
    } catch {
      return cannotMake(error)
    }
    return drain(&stream, isLast: false)
  }

  /// Applies the changes of the element's group; returns whether it is in one.
  private func join(
    _ buffer: borrowing Buffer,
    _ segment: Segment?,
    _ stream: inout Stream
  ) -> Bool {
    guard let time = buffer.presentationTime?.signed,
      let changes = group.changes(
        until: time.saturatingSum(buffer.duration?.signed ?? 0),
        in: segment
      )
    else { return false }
    for (factor, position) in changes { setFactor(factor, atSource: position, &stream) }
    return true
  }

  /// Changes the factor from a source position on, which is not before the last frame.
  private func setFactor(
    _ factor: Factor,
    atSource position: RationalTime,
    _ stream: inout Stream
  ) {
    host.setFactor(factor, atSource: position, timing)
    host.announceLatency(nanoseconds: latency)
    stream.pictures?.setMap(timing.scales.counted)
    hold(&stream)
  }

  /// Holds frames for as long as the latency states.
  private func hold(_ stream: inout Stream) {
    guard let source = stream.input?.frameRate, let output = stream.frameRate else { return }
    let frames = heldFrames(source, output, longest: stream.fields?.longest ?? 1)
    stream.pictures?.holding = source.time(ofTick: frames)
  }

  /// Pushes decided ticks; with `isLast`, holds the last frame to its end, and then resets.
  ///
  /// `isMidway`: whether other frames follow in the same segment.
  func drain(_ stream: inout Stream, isLast: Bool, isMidway: Bool = false) -> Flow {
    if isLast {
      stream.pictures?.finish(through: &stream.maker)
      finishBackwards(&stream)
      stream.backward?.finish(isMidway: isMidway)
    }
    defer { if isLast { settle(&stream) } }
    do {
      while stream.frameRate != nil,
        let shown = stream.pictures?.next() ?? stream.backward?.next()
      {
        let flow = push(try stream.maker.make(shown), &stream)
        guard flow == .ok else { return flow }
      }
      return isLast ? push(try stream.maker.finish(), &stream) : .ok
    } catch {
      return cannotMake(error)
    }
  }

  /// Drops all pending frames.
  private func settle(_ stream: inout Stream) {
    stream.thinning?.reset()
    (stream.pictures, stream.backward) = (nil, nil)
    stream.counts.settle()
    publish(stream.counts)
  }

  func cannotMake(_ error: GStreamerError) -> Flow {
    host.fail(.failed, "videoretime cannot make a frame: \(error.message)")
  }
}
