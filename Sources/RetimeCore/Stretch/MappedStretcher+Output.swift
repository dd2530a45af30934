// SPDX-License-Identifier: MPL-2.0

// Output.
extension MappedStretcher {
  /// Renders interleaved frames on the samples' scale into the front of `output`, and returns the number of frames written.
  ///
  /// Renders as many frames as there is source for.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func render(into output: inout MutableSpan<Double>) -> Int {
    let room = output.count / channelCount
    var written = 0
    while true {
      if isInTail, makeTail() { continue }
      let own = self.own
      let most = min(room - written, Self.mostFrames, settled == .max ? .max : settled - next)
      guard most > 0 else { break }
      var count = min(most, own.count)
      if count > 0 {
        tail.copy(next..<next + count, into: &values)
        weigh(count, plan.runs[tail.piece])
        next += count
      } else if run < plan.runs.count, !isInTail {
        count = makeNext(most)
        guard count > 0 else { break }
      } else {
        break
      }
      let target = written * channelCount
      for index in 0..<count * channelCount { output[target &+ index] = values[index] }
      written += count
    }
    return written
  }

  /// Whether the next frames are kept until more of the source is known, or until the next run starts.
  private var isInTail: Bool {
    guard run < plan.runs.count else { return false }
    let current = plan.runs[run]
    return tail.piece == run || frame >= current.reach.upperBound - current.fades.fadeOut
  }

  /// The frames of the tail that are output next and to which no other run contributes.
  var own: Range<Int> {
    guard tail.piece >= 0, tail.piece < plan.runs.count, tail.frames.contains(next) else {
      return next..<next
    }
    return next..<max(next, min(tail.frames.upperBound, plan.runs[tail.piece].inner.upperBound))
  }

  /// Renders a part of the tail; returns whether there was source for it.
  private mutating func makeTail() -> Bool {
    let count = make(min(Self.mostFrames, plan.runs[run].reach.upperBound - frame))
    guard count > 0 else { return false }
    fill(count)
    tail.append(values, frame..<frame + count, of: run)
    advance(count)
    return true
  }

  /// Renders up to `most` frames for immediate output; returns their number.
  private mutating func makeNext(_ most: Int) -> Int {
    let current = plan.runs[run]
    let end = current.reach.upperBound - current.fades.fadeOut
    let edge = frame < current.inner.lowerBound ? min(end, current.inner.lowerBound) : end
    let count = make(min(most, edge - frame))
    guard count > 0 else { return 0 }
    fill(count)
    weigh(count, current)
    if frame < current.inner.lowerBound, run > 0, tail.piece == run - 1 {
      let before = plan.runs[run - 1]
      for index in 0..<count {
        let weight = before.weight(frame + index)
        for channel in 0..<channelCount {
          values[index * channelCount + channel] += tail.value(frame + index, channel) * weight
        }
      }
    }
    next += count
    advance(count)
    return count
  }

  /// Applies the fades to the first frames of ``values``, which start at `next`.
  private mutating func weigh(_ count: Int, _ run: StretchPlan.Run) {
    let (begun, left) = (next - run.reach.lowerBound, run.reach.upperBound - next - count)
    guard begun < run.fades.fadeIn || left < run.fades.fadeOut else { return }
    for index in 0..<count {
      let weight = run.weight(next + index)
      for channel in 0..<channelCount { values[index * channelCount + channel] *= weight }
    }
  }

  /// Converts the last rendered frames to the samples' scale.
  private mutating func fill(_ count: Int) {
    let current = plan.runs[run]
    switch current.kind {
    case .silence:
      for index in 0..<count * channelCount { values[index] = 0 }
    case .stretch:
      for index in 0..<count * channelCount {
        values[index] = Double(block[index]) * Sample.fullScale
      }
    case .copy(let first):
      for index in 0..<count {
        let offset = frame + index - current.frames.lowerBound
        var source = current.isBackward ? first - offset : first + offset
        // A change of direction at the end of the source reads the last frame.
        if current.isBackward, source == plan.sourceFrameCount { source -= 1 }
        for channel in 0..<channelCount {
          values[index * channelCount + channel] = held.value(source, channel)
        }
      }
    }
  }

  /// Advances past frames that were rendered.
  private mutating func advance(_ count: Int) {
    let current = plan.runs[run]
    frame += count
    if case .copy(let first) = current.kind, plan.isForward {
      held.drop(before: min(first + frame - current.frames.lowerBound, nextNeeded))
    }
    if frame >= current.reach.upperBound { goOn() }
  }

  /// Advances to the next run.
  mutating func goOn() {
    run += 1
    guard run < plan.runs.count else { return stretcher = nil }
    frame = plan.runs[run].reach.lowerBound
    begin()
    if plan.isForward { held.drop(before: firstNeeded[run]) }
  }

  /// Renders up to `most` frames, all within the current run; returns the number that there is source for.
  private mutating func make(_ most: Int) -> Int {
    guard plan.runs[run].kind == .stretch else {
      guard wanted == nil else { return 0 }
      return plan.stream == nil ? most : min(most, need?.count ?? most)
    }
    while true {
      let count = Self.render(&stretcher, into: &block, most * channelCount)
      guard count == 0, let need, held.has(need) else { return count }
      feed(need)
    }
  }

  private static func render(
    _ stretcher: inout (any StretchKernel)?,
    into block: inout [Float],
    _ count: Int
  ) -> Int {
    var whole = block.mutableSpan
    var room = whole._mutatingExtracting(0..<count)
    return stretcher?.render(into: &room) ?? 0
  }

  /// Passes the source frames that it reads next, or the source's end, to the stretcher.
  private mutating func feed(_ need: Range<Int>) {
    guard !need.isEmpty else { stretcher?.finish(); return }
    held.copy(need, isReversed: plan.runs[run].isBackward, into: &chunk)
    let chunk = chunk
    stretcher?.append(chunk.span)
    if plan.isForward { held.drop(before: min(need.upperBound, nextNeeded)) }
  }

  /// The first source frame that a later run can read.
  private var nextNeeded: Int { run + 1 < firstNeeded.count ? firstNeeded[run + 1] : Int.max }
}
