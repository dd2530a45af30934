// SPDX-License-Identifier: MPL-2.0

/// Plays sound along a map of sections without changing its pitch, block by block, in constant memory.
///
/// Of a source that is read once, from its begin to its end, append what comes. Of one that goes back, give what is
/// ``wanted``. Render what can be rendered, until ``isFinished``:
///
///     stretcher.append(block.span)               // or: stretcher.replace(frames.span, from: wanted.lowerBound)
///     let frames = stretcher.render(into: &output)
///
/// Any split of the source and of the output gives the same bits. A section at speed 1 is the source, bit for bit; one
/// backwards is what the source reversed would be.
public struct MappedStretcher<Sample: AudioSample>: Sendable {
  /// Samples in a frame.
  public let channelCount: Int
  private let plan: StretchPlan
  private let shape: StretchShape
  /// For each run, the first source frame that it or a later one can still read; for sources that are read once.
  private let firstNeeded: [Int]

  // The source.
  private var held: HeldSource<Sample>

  // The output.
  private var run = 0
  /// The frame of the run that comes next.
  private var frame: Int
  /// Makes the frames of the present run, where it is stretched.
  private var stretcher: Stretcher?
  /// What the end of a run sounds while the next one begins.
  private var overlap: [Double] = []
  private var block: [Float]
  private var chunk: [Float] = []
  private static var mostFrames: Int { 512 }
  private static var chunkFrames: Int { 4096 }

  /// A stretcher for interleaved frames of `channelCount` samples.
  ///
  /// - Precondition: `channelCount` is above zero.
  public init(_ plan: StretchPlan, channelCount: Int) {
    precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
    (self.plan, self.channelCount) = (plan, channelCount)
    shape = StretchShape(rate: plan.rate)
    held = HeldSource(channelCount: channelCount)
    block = [Float](repeating: 0, count: Self.mostFrames * channelCount)
    frame = plan.runs.first?.reach.lowerBound ?? 0
    var first = Int.max
    let rate = plan.rate
    firstNeeded = plan.runs.reversed().map { run in
      if run.kind != .silence { first = min(first, Self.earliest(run, rate)) }
      return first
    }.reversed()
    if plan.isForward { held.drop(before: firstNeeded.first ?? .max) }
    begin()
  }

  /// A source frame before all that a run reads: a stretcher begins less than a tenth of a second of output before its
  /// first frame, and looks for hits in less than a second of the source.
  static func earliest(_ run: StretchPlan.Run, _ rate: Int) -> Int {
    let first = run.reach.lowerBound
    let position = min(run.position(first), run.position(run.reach.upperBound - 1))
    guard run.kind == .stretch else { return wholePart(position) - 1 }
    let speed = abs(run.position(first + 1) - run.position(first))
    return wholePart(position - Double(max(rate, 8000)) * (1 + speed / 10))
  }

  /// Begins the present run.
  private mutating func begin() {
    stretcher = nil
    guard run < plan.runs.count, plan.runs[run].kind == .stretch else { return }
    let (current, last) = (plan.runs[run], plan.sourceFrameCount - 1)
    let isBackward = current.isBackward
    // Backwards, the source is read in reverse, its last frame first.
    stretcher = Stretcher(shape, channelCount: channelCount, frames: current.reach) {
      isBackward ? Double(last) - current.position($0) : current.position($0)
    }
  }

  // MARK: - The source

  /// Takes the next source frames.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func append(_ new: Span<Sample>) {
    held.append(new)
  }

  /// Ends the source: what is not there now is silent.
  public mutating func finish() { held.isFinished = true }

  /// Takes source frames, from a number on, in place of those before.
  public mutating func replace(_ new: Span<Sample>, from first: Int) {
    held.replace(new, from: first)
  }

  /// The source frames that the next output frames need and that are not there; nil where none are missing.
  public var wanted: Range<Int>? {
    guard let need, !held.has(need) else { return nil }
    return need
  }

  /// Whether the next frames are read from a later source frame to an earlier one.
  public var isBackward: Bool { run < plan.runs.count && plan.runs[run].isBackward }

  /// Whether all output has been rendered.
  public var isFinished: Bool { run >= plan.runs.count }

  /// The source frames that are read next.
  private var need: Range<Int>? {
    guard run < plan.runs.count else { return nil }
    let (current, count) = (plan.runs[run], plan.sourceFrameCount)
    switch current.kind {
    case .silence: return nil
    case .copy(let first):
      let end = min(frame + Self.mostFrames, current.reach.upperBound)
      let offset = frame - current.frames.lowerBound
      let range =
        current.isBackward
        ? first - offset - (end - frame - 1)..<first - offset + 1
        : first + offset..<first + offset + end - frame
      return range.clamped(to: 0..<count)
    case .stretch:
      guard let stretcher else { return nil }
      let next = stretcher.sourceEnd
      let range =
        current.isBackward
        ? count - next - Self.chunkFrames..<count - next : next..<next + Self.chunkFrames
      return range.clamped(to: 0..<count)
    }
  }

  // MARK: - The output

  /// Renders into the front of `output`, interleaved and on the samples' scale, and returns the number of frames
  /// written: as many as there are source frames for.
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
    while written < room, run < plan.runs.count {
      let current = plan.runs[run]
      let inner = current.inner
      var most = min(room - written, Self.mostFrames, current.reach.upperBound - frame)
      for edge in [inner.lowerBound, inner.upperBound] where edge > frame {
        most = min(most, edge - frame)
      }
      let count = make(most)
      guard count > 0 else { break }
      let isTail = frame >= inner.upperBound
      let isShared = frame < inner.lowerBound
      if isTail {
        // The next run adds it to its begin.
        if frame == inner.upperBound { overlap.removeAll(keepingCapacity: true) }
        for index in 0..<count {
          let weight = current.weight(frame + index)
          for channel in 0..<channelCount { overlap.append(sample(index, channel) * weight) }
        }
      } else {
        let target = written * channelCount
        if case .stretch = current.kind {
          for index in 0..<count * channelCount {
            output[target &+ index] = Double(block[index]) * Sample.fullScale
          }
        } else {
          for index in 0..<count {
            for channel in 0..<channelCount {
              output[target + index * channelCount + channel] = sample(index, channel)
            }
          }
        }
        fade(count, current, isShared: isShared, &output, target)
      }
      if !isTail {
        written += count
        if !isShared { overlap.removeAll(keepingCapacity: true) }
      }
      frame += count
      if case .copy(let first) = current.kind, plan.isForward {
        held.drop(before: min(first + frame - current.frames.lowerBound, nextNeeded))
      }
      if frame >= current.reach.upperBound { goOn() }
    }
    return written
  }

  /// Fades frames of the output in and out, and adds what the run before ends with.
  private func fade(
    _ count: Int,
    _ current: StretchPlan.Run,
    isShared: Bool,
    _ output: inout MutableSpan<Double>,
    _ target: Int
  ) {
    let (begun, left) = (frame - current.reach.lowerBound, current.reach.upperBound - frame - count)
    guard begun < current.fades.fadeIn || left < current.fades.fadeOut else { return }
    for index in 0..<count {
      let weight = current.weight(frame + index)
      for channel in 0..<channelCount {
        let shared = (begun + index) * channelCount + channel
        let last = isShared && shared < overlap.count ? overlap[shared] : 0
        let place = target + index * channelCount + channel
        output[place] = output[place] * weight + last
      }
    }
  }

  /// Goes on with the next run.
  private mutating func goOn() {
    run += 1
    guard run < plan.runs.count else { return stretcher = nil }
    frame = plan.runs[run].reach.lowerBound
    begin()
    if plan.isForward { held.drop(before: firstNeeded[run]) }
  }

  /// A sample of the frames made last, on the samples' scale.
  private func sample(_ index: Int, _ channel: Int) -> Double {
    let current = plan.runs[run]
    switch current.kind {
    case .silence: return 0
    case .copy(let first):
      let offset = frame + index - current.frames.lowerBound
      guard current.isBackward else { return held.value(first + offset, channel) }
      // A turn at the very end reads the last frame.
      let place = first - offset
      return held.value(place == plan.sourceFrameCount ? place - 1 : place, channel)
    case .stretch: return Double(block[index * channelCount + channel]) * Sample.fullScale
    }
  }

  /// Makes up to so many frames of the present run, all of which it has; returns how many there is source for.
  private mutating func make(_ most: Int) -> Int {
    guard plan.runs[run].kind == .stretch else { return wanted == nil ? most : 0 }
    while true {
      let count = stretch(most)
      guard count == 0, let need, held.has(need) else { return count }
      feed(need)
    }
  }

  private mutating func stretch(_ most: Int) -> Int {
    let count = most * channelCount
    return Self.render(&stretcher, into: &block, count)
  }

  private static func render(
    _ stretcher: inout Stretcher?,
    into block: inout [Float],
    _ count: Int
  ) -> Int {
    var whole = block.mutableSpan
    var room = whole._mutatingExtracting(0..<count)
    return stretcher?.render(into: &room) ?? 0
  }

  private static func append(_ chunk: [Float], to stretcher: inout Stretcher?) {
    stretcher?.append(chunk.span)
  }

  /// Gives the stretcher the source frames that it reads next, or the source's end.
  private mutating func feed(_ need: Range<Int>) {
    guard !need.isEmpty else { stretcher?.finish(); return }
    held.copy(need, isReversed: plan.runs[run].isBackward, into: &chunk)
    Self.append(chunk, to: &stretcher)
    if plan.isForward { held.drop(before: min(need.upperBound, nextNeeded)) }
  }

  /// The first source frame that a later run can read.
  private var nextNeeded: Int { run + 1 < firstNeeded.count ? firstNeeded[run + 1] : Int.max }
}
