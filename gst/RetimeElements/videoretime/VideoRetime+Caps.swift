// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

// Caps negotiation and the queries for it.
extension VideoRetime {
  /// Answers caps queries from upstream: the caps that downstream accepts, at any frame rate.
  public func answerUpstream(_ query: borrowing Query) -> Bool? {
    switch query.kind {
    case .caps(let filter):
      query.answer(possible(host.downstreamCaps(nil), filter, isInput: true))
      return true
    case .acceptedCaps(let caps):
      // Upstream's error only states that nothing was negotiated.
      if host.settings.reads(caps), let refusal = TickFrames.refusal(of: caps) {
        host.warnOnce(.format, "videoretime refuses its input: \(refusal)")
      }
      return nil
    default: return nil
    }
  }

  /// Answers queries from downstream in output time.
  public func answerDownstream(_ query: borrowing Query) -> Bool? {
    if case .caps(let filter) = query.kind {
      query.answer(possible(host.upstreamCaps(nil), filter, isInput: false))
      return true
    }
    return host.answer(query, timing, group, frames) { latency }
  }

  /// The output's frame scale; nil if each input frame is output once, so that upstream answers.
  private var frames: FrameScale? {
    guard let caps = negotiated.withLock({ $0 }), !caps.isThinned, !passesAll(caps) else {
      return nil
    }
    return FrameScale(caps.output.frameRate, VideoLayout(caps.output))
  }

  private func passesAll(_ caps: Negotiated) -> Bool {
    timing.positions.isIdentity && caps.longest == 1
      && caps.output.isEqual(to: caps.input)
      && host.settings.motionBlur == 0
  }

  /// The latency in nanoseconds: whole source frames, rounded up.
  ///
  /// There is none if frames are only dropped. At a constant rate, a frame is shown once the next
  /// one has arrived, for any factor; some are held further, see `heldFrames`. Two fields arrive at
  /// once: if all ticks show first fields, an odd number of fields has arrived one field earlier.
  var latency: UInt64 {
    guard let caps = negotiated.withLock({ $0 }), let input = caps.input.frameRate,
      let output = caps.output.frameRate, !caps.isThinned, !passesAll(caps)
    else { return 0 }
    var frames = caps.longest + heldFrames(input, output, longest: caps.longest)
    if caps.showsFirstFields == true, !frames.isMultiple(of: 2) { frames -= 1 }
    let time = input.time(ofTick: frames)
    let rounded = time.nanoseconds
    return UInt64(RationalTime(nanoseconds: rounded) < time ? rounded + 1 : rounded)
  }

  /// Returns the number of source frames for which an output frame is held after the next one has arrived.
  ///
  /// If repeated frames can be replaced, a frame is shown once it is known whether it is a repeat;
  /// with motion blur, once the shutter has closed. A source frame lasts up to `longest` ticks.
  func heldFrames(_ input: FrameRate, _ output: FrameRate, longest: Int) -> Int {
    let settings = host.settings
    let isFlow = Self.selections[clamped: settings.frames] == .flow
    let repeats = isFlow && settings.repeats == 0 ? RepeatFilter<SharedFrame>.longest * longest : 0
    guard let blur = MotionBlur(angle: settings.motionBlur) else { return repeats }
    let rates = input.rational.doubleValue / output.rational.doubleValue
    let open = Double(blur.angle) / 360 * rates * timing.fastest(settings)
    // The last moment is before the shutter closes, so that a rounding error does not count.
    return repeats + Int(min((open - 1e-6).rounded(.up), 0x1p30))
  }

  /// Returns the caps of one side for those of the other; `isInput` is whether the input's are requested.
  private func possible(_ other: Caps, _ filter: Caps?, isInput: Bool) -> Caps {
    let settings = host.settings
    var result = other.removing("framerate")
    let taken =
      settings.mixesFrames
      ? TickFrames.caps : settings.fields > 0 ? Self.rawCaps : Self.info.caps
    if settings.fields > 0 { result = FieldFrames.caps(for: result, isInput: isInput) }
    if let own = try? Caps(taken) {
      result = result.intersection(own)
    }
    return filter.map { result.intersection($0) } ?? result
  }

  /// Negotiates again with downstream if it requests that.
  func renegotiate(_ stream: inout Stream) -> Flow {
    guard host.mustReconfigure, let input = stream.input, let output = stream.output else {
      return .ok
    }
    guard let chosen = choose(input) else { return .notNegotiated }
    if chosen.isEqual(to: output) { return .ok }
    let flow = drain(&stream, isLast: true, isMidway: true)
    guard flow == .ok else { return flow }
    return take(input, chosen, &stream) ? .ok : .notNegotiated
  }

  /// Sets the input caps, and chooses the output caps.
  func negotiate(_ caps: Caps, _ stream: inout Stream) -> Bool {
    _ = host.mustReconfigure
    guard let input = splitFields(caps, &stream), let output = choose(input) else { return false }
    return take(input, output, &stream)
  }

  /// Chooses the output caps: the input's, at the nearest frame rate that downstream accepts.
  private func choose(_ caps: Caps) -> Caps? {
    let offered = caps.removing("framerate")
    let rate = caps.fraction("framerate") ?? (0, 1)
    guard
      let output = host.downstreamCaps(offered).intersection(offered)
        .fixated("framerate", nearest: rate)
    else {
      _ = host.fail(.format, "videoretime finds nothing that downstream takes of \(caps)")
      return nil
    }
    return output
  }

  private func take(_ caps: Caps, _ output: Caps, _ stream: inout Stream) -> Bool {
    stream.input = caps
    stream.output = output
    let (rate, isThinned) = (output.frameRate, host.settings.dropsOnly)
    let longest = stream.fields?.longest ?? 1
    negotiated.withLock { $0 = (caps, output, isThinned, longest, nil) }
    stream.frameRate = isThinned ? nil : rate
    stream.thinning =
      isThinned ? rate.map { FrameThinning(frameRate: $0, sourceRate: caps.frameRate) } : nil
    stream.maker = TickFrames(making(stream))
    stream.maker.setLayout(caps)
    host.log(.info, "giving \(output) for \(caps)")
    guard let event = try? Event.caps(output) else { return false }
    let isTaken = host.sendDownstream(event)
    host.announceLatency(nanoseconds: latency)
    return isTaken
  }
}

extension Array {
  /// The element at `index`, limited to the valid range.
  subscript(clamped index: Int) -> Element { self[Swift.min(Swift.max(index, 0), count - 1)] }
}
