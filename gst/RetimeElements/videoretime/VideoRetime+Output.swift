// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

// Output.
extension VideoRetime {
  /// Pushes the frame of a tick, with the flags and metadata of its source frames.
  func push(_ made: consuming TickFrames.Made?, _ stream: inout Stream) -> Flow {
    guard let made, let frameRate = stream.frameRate else { return .ok }
    stream.counts.send(made)
    let marks = made.isSource ? nil : made.joinedMarks()
    let (tick, first) = (made.tick, made.first)
    var buffer = made.takeBuffer()
    if let marks {
      buffer.takeFlags(of: first.buffer)
      buffer.marks = marks
      buffer.takeNotes(of: first.buffer, shift: 0)
    }
    if first.isShownAgain() { buffer.removeCaptions() }
    let start = timing.origin.output
    return push(
      buffer,
      start.saturatingSum(frameRate.time(ofTick: tick).nanoseconds),
      start.saturatingSum(frameRate.time(ofTick: tick + 1).nanoseconds),
      number: tick,
      &stream
    )
  }

  /// Returns the first tick not shown yet, after the caps changed within a segment.
  func firstTick(_ frameRate: FrameRate, _ stream: Stream) -> Int {
    guard let shown = stream.shownUntil else { return 0 }
    let elapsed = RationalTime(nanoseconds: shown.saturatingDifference(timing.origin.output))
    let tick = Int(clamping: (elapsed.rational * frameRate.rational).rounded())
    // Both times are rounded to nanoseconds.
    let isShown = frameRate.time(ofTick: tick).nanoseconds < elapsed.nanoseconds - 1
    return max(0, isShown ? tick + 1 : tick)
  }

  /// Shows a frame for its own duration, at a variable frame rate.
  func show(_ picture: SharedFrame, from start: Int64, to end: Int64?, _ stream: inout Stream)
    -> Flow
  {
    let shown = timing.positions.shown(from: start, to: end ?? start.saturatingSum(1))
    guard let shown else { return .ok }
    let times = (shown.start, end == nil ? nil : shown.end)
    guard stream.thinning != nil else { return show(picture, times, &stream) }
    let item = stream.thinning?.item(
      picture,
      at: start,
      shown: times,
      map: timing.scales.counted,
      origin: timing.origin
    )
    guard let item else { return .ok }
    if timing.isBackward { return show(stream.thinning?.takeBackwards(item), &stream) }
    return stream.thinning?.keeps(item) ?? true ? show(item, &stream) : .ok
  }

  /// Shows a frame that is kept.
  func show(_ item: FrameThinning.Item?, _ stream: inout Stream) -> Flow {
    guard let item else { return .ok }
    return show(item.picture, (item.start, item.end), &stream)
  }

  private func show(
    _ picture: SharedFrame,
    _ times: (start: Int64, end: Int64?),
    _ stream: inout Stream
  ) -> Flow {
    do {
      let buffer = try picture.buffer.sharingMemory()
      stream.counts.send(picture.number)
      return push(buffer, times.start, times.end, number: nil, &stream)
    } catch {
      return cannotMake(error)
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
    publish(stream.counts)
    return host.push(buffer)
  }
}
