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
    let readiness = renegotiate(&stream)
    guard readiness == .ok else { return readiness }
    guard let input = stream.input, let output = stream.output else {
      _ = host.fail(.format, "videoretime got a picture before it was told what it is")
      return .notNegotiated
    }
    let segment = timing.input
    let time = buffer.presentationTime
    if let time, let position = segment?.streamTime(of: time) { host.syncSettings(at: position) }
    let settings = host.settings
    let isForward = segment.map { !$0.isBackward } ?? false
    let hasMap = !settings.map.text.isEmpty
    let controller =
      isForward && time != nil && !hasMap ? host.controlBinding(of: "factor") : nil
    let isFixed = controller != nil || hasMap
    let factor = isFixed ? timing.factor : stream.setting.factor(of: settings.factor)
    if controller == nil, factor == .identity, settings.motionBlur == 0, stream.pictures == nil,
      stream.backward == nil,
      stream.falling.isEmpty, timing.positions.isIdentity, output.isEqual(to: input)
    {
      if let time {
        let duration = segment?.isBackward ?? false ? 0 : buffer.duration?.signed ?? 0
        let end = time.signed.saturatingSum(duration)
        (stream.shownUntil, stream.latest) = (end, time.signed)
        timing.reach(output: end)
      }
      stream.isDiscontinuous = false
      return host.push(buffer)
    }
    guard let segment else {
      return host.fail(
        .format,
        "videoretime got a picture before a segment, or a stream not in time"
      )
    }
    guard let time else {
      return host.fail(.format, "videoretime got a picture without a timestamp")
    }
    guard let range = segment.clippedPosition(from: time, duration: buffer.duration) else {
      host.log(.debug, "a picture lies outside its segment")
      return .ok
    }
    let from = range.start.signed
    let origin = timing.origin
    guard from.saturatingDifference(origin.source) < 1 << 56 else {
      return host.fail(.format, "videoretime got a picture more than two years after the start")
    }
    let end = range.end > range.start ? range.end.signed : nil
    if segment.isBackward {
      let stretch = Stretch(picture: Picture(buffer), end: end)
      let ready = stream.falling.take(.init(content: stretch, position: from, factor: factor))
      return showBackwards(ready, &stream)
    }
    if let controller {
      if let event = timing.follow(controller, from: from, until: end ?? from) {
        _ = host.sendDownstream(event)
      }
      stream.pictures?.setMap(timing.scales.counted)
    } else if factor != timing.factor {
      setFactor(factor, atSource: from, &stream)
    }
    guard let frameRate = stream.frameRate else {
      return show(Picture(buffer), from: from, to: end, &stream)
    }
    if stream.pictures == nil {
      stream.pictures = PictureTrack(
        ticks: stream.maker.ticks(frameRate),
        sourceRate: input.frameRate,
        map: timing.scales.counted,
        selection: Self.selections[clamped: settings.frames],
        first: from,
        origin: origin.source,
        firstTick: firstTick(frameRate, stream)
      )
    }
    do {
      try stream.pictures?.push(Picture(buffer), at: from, end: end, through: &stream.maker)
    } catch {
      return cannotMake(error)
    }
    return drain(&stream, isLast: false)
  }

  /// Goes on with another factor, from a picture on.
  private func setFactor(_ factor: Factor, atSource position: Int64, _ stream: inout Stream) {
    host.log(.info, "factor \(factor) from \(position) ns of the source on")
    if let event = timing.setFactor(factor, atSource: RationalTime(nanoseconds: position)) {
      _ = host.sendDownstream(event)
    }
    host.announceLatency(nanoseconds: latency)
    stream.pictures?.setMap(timing.scales.counted)
  }

  /// Pushes what is decided; with `isLast` holds the last picture to its end, and then starts anew.
  ///
  /// `isMidway`: whether others come in the same segment.
  func drain(_ stream: inout Stream, isLast: Bool, isMidway: Bool = false) -> Flow {
    if isLast {
      stream.pictures?.finish(through: &stream.maker)
      _ = showBackwards(stream.falling.finish(), &stream)
      stream.backward?.finish(isMidway: isMidway)
    }
    defer { if isLast { (stream.pictures, stream.backward) = (nil, nil) } }
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

  private func cannotMake(_ error: GStreamerError) -> Flow {
    host.fail(.failed, "videoretime cannot make a picture: \(error.message)")
  }

  /// Pushes the picture of a tick, which says of its source pictures what the source says.
  private func push(_ made: consuming TickPictures.Made?, _ stream: inout Stream) -> Flow {
    guard let made, let frameRate = stream.frameRate else { return .ok }
    var buffer = made.buffer
    if let last = made.last {
      buffer.takeFlags(of: made.first.buffer)
      buffer.marks = buffer.marks.joined(last.buffer.marks)
      buffer.takeNotes(of: made.first.buffer, shift: 0)
    }
    if made.first.isShownAgain() { buffer.removeCaptions() }
    let start = timing.origin.output
    return push(
      buffer,
      start.saturatingSum(frameRate.time(ofTick: made.tick).nanoseconds),
      start.saturatingSum(frameRate.time(ofTick: made.tick + 1).nanoseconds),
      number: made.tick,
      &stream
    )
  }

  /// The first tick that was not shown yet, when the caps have changed in the middle of a segment.
  func firstTick(_ frameRate: FrameRate, _ stream: Stream) -> Int {
    guard let shown = stream.shownUntil else { return 0 }
    let elapsed = RationalTime(nanoseconds: shown.saturatingDifference(timing.origin.output))
    let tick = Int(clamping: (elapsed.rational * frameRate.rational).rounded())
    // Both times are rounded to nanoseconds.
    let isShown = frameRate.time(ofTick: tick).nanoseconds < elapsed.nanoseconds - 1
    return max(0, isShown ? tick + 1 : tick)
  }

  /// Shows one picture as long as it lasts: there are no ticks.
  func show(
    _ picture: Picture,
    from start: Int64,
    to end: Int64?,
    _ stream: inout Stream
  ) -> Flow {
    let shown = timing.positions.shown(from: start, to: end ?? start.saturatingSum(1))
    guard let shown else { return .ok }
    do {
      return push(
        try picture.buffer.sharingMemory(),
        shown.start,
        end == nil ? nil : shown.end,
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
    buffer.duration = to.map { ClockTime(clamping: $0.saturatingDifference(from)) }
    if let number { buffer.setOffsets(number..<number + 1) }
    buffer.isDiscontinuity = stream.isDiscontinuous
    stream.isDiscontinuous = false
    stream.shownUntil = timing.isBackward ? from : to
    timing.reach(output: stream.shownUntil ?? from)
    return host.push(buffer)
  }
}
