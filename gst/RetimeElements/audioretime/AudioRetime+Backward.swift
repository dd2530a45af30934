// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// Backward audio: buffers from the last one to the first, with the frames in each buffer in forward
// order, as sinks expect.
extension AudioRetime {
  /// Takes a buffer, and plays the buffers whose order is decided.
  func takeBackwards(
    _ buffer: consuming Buffer,
    _ skipped: Int64,
    _ stream: inout Stream,
    _ layout: AudioLayout,
    _ segment: Segment,
    _ factor: Factor
  ) -> Flow {
    guard let time = buffer.presentationTime?.signed else {
      return host.fail(.format, "audioretime got sound without a timestamp to play backwards")
    }
    let held = HeldAudio(buffer, skipped: skipped)
    let ready = stream.falling.take(.init(content: held, position: time, factor: factor))
    return playBackwards(ready, &stream, layout, segment)
  }

  /// Plays all held buffers, and the output that waits for frames that will not arrive.
  func finishBackwards(_ stream: inout Stream, _ layout: AudioLayout, _ segment: Segment) -> Flow {
    let flow = playBackwards(stream.falling.finish(), &stream, layout, segment)
    guard flow == .ok else { return flow }
    stream.backward?.finish()
    return drainBackwards(&stream, layout)
  }

  /// Plays buffers, each of which is earlier in the source than the previous one.
  private func playBackwards(
    _ items: [DescendingOrder<HeldAudio>.Item],
    _ stream: inout Stream,
    _ layout: AudioLayout,
    _ segment: Segment
  ) -> Flow {
    for item in items {
      let flow = scaleBackwards(item, &stream, layout, segment)
      guard flow == .ok else { return flow }
    }
    return .ok
  }

  /// Scales a buffer that is earlier than all previous ones; its output is earlier than all previous output.
  ///
  /// Frames are counted from the segment's start, so that they are the same frames as in forward
  /// playback.
  private func scaleBackwards(
    _ item: DescendingOrder<HeldAudio>.Item,
    _ stream: inout Stream,
    _ layout: AudioLayout,
    _ segment: Segment
  ) -> Flow {
    let frames = layout.frameCount(of: item.content.buffer) ?? 0
    guard frames > 0 else { return .ok }
    let length = RationalTime(Int64(frames), Int64(layout.rate)).nanoseconds
    let end = min(item.position.saturatingSum(length), segment.stop?.signed ?? .max)
    let next = stream.backward?.firstFrame
    let first = firstFrame(at: item.position, frames, before: next, layout)
    if let next, first + frames != next {
      stream.backward?.finish()
      let flow = drainBackwards(&stream, layout)
      guard flow == .ok else { return flow }
      stream.isDiscontinuous = true
    }
    let flow = applyBackwards(item.factor, layout, segment, before: end, &stream)
    guard flow == .ok else { return flow }
    let reach = Double(first) + Double(frames)
    guard max(reach, reach * timing.paced(item.factor).doubleValue) < 0x1p51 else {
      return host.fail(
        .format,
        "audioretime received audio too long after the start to play it backwards"
      )
    }
    do {
      try stream.backward?.prepend(item.content.buffer, layout, at: first)
    } catch {
      return host.fail(.format, "audioretime cannot read a buffer: \(error.message)")
    }
    stream.backwardMarks.append(item.content, at: first)
    return drainBackwards(&stream, layout)
  }

  /// Returns the source frame at which a buffer starts, counted from the segment's start.
  private func firstFrame(
    at time: Int64,
    _ frames: Int,
    before next: Int?,
    _ layout: AudioLayout
  ) -> Int {
    let elapsed = RationalTime(nanoseconds: time.saturatingDifference(timing.origin.source))
    let first = Int(elapsed.ticks(timescale: Int64(layout.rate)))
    guard let next else { return first }
    // Upstream rounds timestamps: only an audible jump is a discontinuity.
    let gap = (next - frames).subtractingReportingOverflow(first)
    let isJump = gap.overflow || gap.partialValue.magnitude > max(1, layout.rate / 32)
    return isJump ? first : next - frames
  }

  /// Creates the stream's engine, or changes the factor of its engine.
  private func applyBackwards(
    _ factor: Factor,
    _ layout: AudioLayout,
    _ segment: Segment,
    before end: Int64,
    _ stream: inout Stream
  ) -> Flow {
    let settings = host.settings
    guard let engine = stream.backward else {
      host.setFactor(factor, atSource: RationalTime(nanoseconds: end), timing)
      let (controls, isWhole) = settings.controls(
        timing.scales.counted,
        layout.rate,
        isAtStart: segment.isAtStart
      )
      guard let engine = backwardEngine(layout, controls) else {
        return host.fail(.format, "audioretime does not know samples of \(layout.format)")
      }
      (stream.backward, stream.isWhole) = (engine, isWhole)
      return .ok
    }
    guard !stream.isWhole, factor != timing.factor, let next = engine.settledFrame else {
      return .ok
    }
    // Sinks clip frames after the segment's stop, so it is the later of the timestamp and the frame
    // count.
    let elapsed = RationalTime(Int64(next), Int64(layout.rate)).nanoseconds
    let change = max(end, timing.origin.source.saturatingSum(elapsed))
    host.setFactor(factor, atSource: RationalTime(nanoseconds: change), timing)
    stream.backward?.setControls(
      settings.controls(timing.scales.counted, layout.rate, isAtStart: false).0
    )
    stream.isDiscontinuous = true
    return .ok
  }

  /// Pushes the available output, separately for each input buffer, with that buffer's flags and metadata.
  private func drainBackwards(_ stream: inout Stream, _ layout: AudioLayout) -> Flow {
    // The engine is not held in a variable, because that would copy it on write.
    while let first = stream.backwardMarks.latest,
      let available = stream.backward?.availableFrameCount(readingFrom: first)
    {
      let isSettled = stream.backward?.settledFrame ?? .max <= first
      guard available > 0 else {
        guard isSettled else { return .ok }
        stream.backwardMarks.removeLatest()
        continue
      }
      let count = min(available, Self.mostFrames(layout))
      do {
        guard var block = try stream.backward?.render(frames: count, layout) else { break }
        let isBeginning = isSettled && count == available
        let position = stream.backward?.position(ofFrame: block.frames.lowerBound)
        let beginning = isBeginning ? position : nil
        stream.backwardMarks.write(to: &block.buffer, beginning: beginning, rate: layout.rate)
        setTimes(of: &block.buffer, block.frames, from: timing.origin.output, layout, &stream)
        timing.reach(output: block.buffer.presentationTime?.signed ?? 0)
        let flow = host.push(block.buffer)
        guard flow == .ok else { return flow }
      } catch {
        return host.fail(.failed, "audioretime cannot make a buffer: \(error.message)")
      }
    }
    return .ok
  }
}

extension Segment {
  /// Whether the segment starts at stream time 0.
  var isAtStart: Bool { start.flatMap(streamTime) == 0 }
}
