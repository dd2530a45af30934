// SPDX-License-Identifier: MPL-2.0

/// A time stretcher that plays audio along a map of sections with its pitch preserved, block by block, in constant memory.
///
/// For a source that is read once from start to end, append blocks as they arrive. For a source
/// that is read in another order, supply the frames in `wanted`. Render what can be rendered,
/// until ``isFinished``:
///
///     stretcher.append(block.span)               // or: stretcher.replace(frames.span, from: wanted.lowerBound)
///     let frames = stretcher.render(into: &output)
///
/// For a stream, whose plan has no end, the map gives the number of frames once ``finish()`` is
/// called.
///
/// Any split of the source and of the output gives the same bits. A section at speed 1 is a copy of
/// the source, bit for bit; a backward section equals the stretched reversed source.
public struct MappedStretcher<Sample: AudioSample>: Sendable {
  /// The number of samples in a frame.
  package let channelCount: Int
  private(set) var plan: StretchPlan
  private let makeKernel: StretchKernel.Maker
  /// For each run, the first source frame that it or a later one can read; for sources that are read once.
  let firstNeeded: [Int]

  // The source.
  var held: SourceFrames<Sample>
  /// The number of frames appended to a stream.
  private(set) var sourceFrameCount = 0

  // The output.
  var run = 0
  /// The next frame of the run to be rendered.
  var frame: Int
  /// The next frame to be output.
  var next: Int
  /// The output frame before which all frames are final, wherever a stream ends.
  var settled = Int.max
  /// The stretcher of the current run, if that is stretched.
  var stretcher: (any StretchKernel)?
  /// The end of a run without its fade, rendered before it is output, so that its source can be dropped.
  var tail: FadeTail
  var block: [Float]
  /// The last rendered frames, on the samples' scale.
  var values: [Double]
  var chunk: [Float] = []
  static var mostFrames: Int { 512 }
  private static var chunkFrames: Int { 4096 }

  /// Creates a stretcher for interleaved frames of `channelCount` samples.
  ///
  /// - Precondition: `channelCount` is above zero.
  public init(_ plan: StretchPlan, channelCount: Int) {
    precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
    (self.plan, self.channelCount) = (plan, channelCount)
    makeKernel = plan.quality.kernels(rate: plan.rate)
    held = SourceFrames(channelCount: channelCount)
    block = [Float](repeating: 0, count: Self.mostFrames * channelCount)
    values = [Double](repeating: 0, count: block.count)
    tail = FadeTail(channelCount: channelCount)
    frame = plan.runs.first?.reach.lowerBound ?? 0
    next = frame
    var first = Int.max
    let rate = plan.rate
    firstNeeded = plan.runs.reversed().map { run in
      if run.kind != .silence { first = min(first, Self.earliest(run, rate)) }
      return first
    }.reversed()
    if plan.isForward { held.drop(before: firstNeeded.first ?? .max) }
    if plan.stream != nil { settled = 0 }
    begin()
  }

  /// Returns a source frame before all that a run reads.
  ///
  /// A stretcher starts less than 0.1 s of output before its first frame, and searches less than 1
  /// s of the source for onsets.
  static func earliest(_ run: StretchPlan.Run, _ rate: Int) -> Int {
    let first = run.reach.lowerBound
    let position = min(run.position(first), run.position(run.reach.upperBound - 1))
    guard run.kind == .stretch else { return wholePart(position) - 1 }
    let speed = abs(run.position(first + 1) - run.position(first))
    return wholePart(position - Double(max(rate, 8000)) * (1 + speed / 10))
  }

  /// Starts the current run.
  mutating func begin() {
    stretcher = nil
    guard run < plan.runs.count, plan.runs[run].kind == .stretch else { return }
    let (current, last) = (plan.runs[run], plan.sourceFrameCount - 1)
    let isBackward = current.isBackward
    // For backward playback, the source is read in reverse, its last frame first.
    stretcher = makeKernel(channelCount, current.reach) {
      isBackward ? Double(last) - current.position($0) : current.position($0)
    }
  }

  // MARK: - Source

  /// Appends the next source frames.
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
    guard plan.stream != nil else { return }
    sourceFrameCount += new.count / channelCount
    settle()
  }

  private mutating func settle() {
    guard let stream = plan.stream else { return }
    let count = stream.outputFrameCount(ofSource: sourceFrameCount)
    settled = plan.runs.settledFrameCount(count, from: run)
  }

  /// Ends the source; frames not received by then are silent.
  public mutating func finish() {
    held.isFinished = true
    guard plan.stream != nil else { return }
    let before = plan.runs
    plan = plan.ended(after: sourceFrameCount)
    settled = .max
    guard run < plan.runs.count else { return stretcher = nil }
    // The last fade may have become shorter: the run then starts later, or has already reached its
    // end.
    let begin = plan.runs[run].reach.lowerBound
    if frame == before[run].reach.lowerBound, begin > frame {
      frame = begin
      self.begin()
    }
    if frame >= plan.runs[run].reach.upperBound { goOn() }
  }

  // MARK: - Changes of speed

  /// The first output frame of a stream that a new map can still change.
  package var firstFree: Int {
    let last = plan.runs.last?.frames.lowerBound ?? 0
    return max(next, run + 1 < plan.runs.count ? last : stretcher?.firstFree ?? next)
  }

  /// Replaces the map of the stream; the new one is equal from the next frame to ``firstFree``.
  ///
  /// Does nothing if the last run is not stretched, or if the stream has ended.
  package mutating func setMap(_ map: TimeMap) {
    guard plan.goOn(along: map) else { return }
    let last = plan.runs.count - 1
    if run == last {
      let run = plan.runs[last]
      stretcher?.setPositions { run.position($0) }
    }
    settle()
  }

  /// The first source frame that output still reads.
  package var firstRead: Int { held.needed }

  /// Returns the fractional source frame that an output frame reads; 0 if there are none.
  package func position(ofFrame frame: Int) -> Double {
    guard let run = plan.run(ofFrame: frame), run.kind != .silence else { return 0 }
    return max(0, run.position(frame))
  }

  // MARK: - Random access

  /// Replaces the source frames in memory by `new`, which starts at source frame `first`.
  package mutating func replace(_ new: Span<Sample>, from first: Int) {
    held.replace(new, from: first)
  }

  /// The source frames that the next output frames need and that are missing; nil if none are.
  package var wanted: Range<Int>? {
    guard let need, !held.has(need) else { return nil }
    return need
  }

  /// Whether the next output frames read the source backward.
  package var isBackward: Bool { run < plan.runs.count && plan.runs[run].isBackward }

  /// Whether all output has been rendered.
  public var isFinished: Bool { run >= plan.runs.count && own.isEmpty }

  /// The source frames that are read next; nil if none are.
  var need: Range<Int>? {
    guard run < plan.runs.count else { return nil }
    let (current, count) = (plan.runs[run], plan.sourceFrameCount)
    switch current.kind {
    case .silence: return nil
    case .copy(let first):
      let offset = frame - current.frames.lowerBound
      var end = min(frame + Self.mostFrames, current.reach.upperBound)
      if plan.stream != nil { end = min(end, max(frame + 1, frame + there - first - offset)) }
      let range =
        current.isBackward
        ? first - offset - (end - frame - 1)..<first - offset + 1
        : first + offset..<first + offset + end - frame
      return range.clamped(to: 0..<count)
    case .stretch:
      guard let stretcher else { return nil }
      let next = stretcher.sourceEnd
      let chunk =
        plan.stream == nil ? Self.chunkFrames : min(Self.chunkFrames, max(1, there - next))
      let range = current.isBackward ? count - next - chunk..<count - next : next..<next + chunk
      return range.clamped(to: 0..<count)
    }
  }

  /// The source frame after the last one in memory.
  private var there: Int { held.frames.upperBound }
}
