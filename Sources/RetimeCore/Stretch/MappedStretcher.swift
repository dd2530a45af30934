// SPDX-License-Identifier: MPL-2.0

/// Plays sound along a map of sections without changing its pitch, block by block, in constant memory.
///
/// Of a source that is read once, from its begin to its end, append what comes. Of one that goes back, give what is
/// ``wanted``. Render what can be rendered, until ``isFinished``:
///
///     stretcher.append(block.span)               // or: stretcher.replace(frames.span, from: wanted.lowerBound)
///     let frames = stretcher.render(into: &output)
///
/// Of a stream, whose plan does not know its end, there are as many frames as the map says once ``finish()`` is called.
///
/// Any split of the source and of the output gives the same bits. A section at speed 1 is the source, bit for bit; one
/// backwards is what the source reversed would be.
public struct MappedStretcher<Sample: AudioSample>: Sendable {
  /// Samples in a frame.
  public let channelCount: Int
  private(set) var plan: StretchPlan
  private let shape: StretchShape
  /// For each run, the first source frame that it or a later one can still read; for sources that are read once.
  let firstNeeded: [Int]

  // The source.
  var held: HeldSource<Sample>
  /// Frames of a stream that have come.
  private var sourceFrameCount = 0

  // The output.
  var run = 0
  /// The frame of the run that is made next.
  var frame: Int
  /// The output frame that is given next.
  var next: Int
  /// The output frames before this one stay what they are wherever a stream ends.
  var settled = Int.max
  /// Makes the frames of the present run, where it is stretched.
  var stretcher: Stretcher?
  /// The end of a run, as it is without a fade: it is made before it is given, so that the source can go by.
  var tail: PieceTail
  var block: [Float]
  /// The frames made last, on the samples' scale.
  var values: [Double]
  var chunk: [Float] = []
  static var mostFrames: Int { 512 }
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
    values = [Double](repeating: 0, count: block.count)
    tail = PieceTail(channelCount: channelCount)
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
  mutating func begin() {
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
    guard plan.stream != nil else { return }
    sourceFrameCount += new.count / channelCount
    settle()
  }

  private mutating func settle() {
    guard let stream = plan.stream else { return }
    let count = stream.outputFrameCount(ofSource: sourceFrameCount)
    settled = plan.runs.settledFrameCount(count, from: run)
  }

  /// Ends the source: what is not there now is silent.
  public mutating func finish() {
    held.isFinished = true
    guard plan.stream != nil else { return }
    let before = plan.runs
    plan = plan.ended(after: sourceFrameCount)
    settled = .max
    guard run < plan.runs.count else { return stretcher = nil }
    // The last fade may have become shorter: nothing is made of what is behind it, or too much before it.
    let begin = plan.runs[run].reach.lowerBound
    if frame == before[run].reach.lowerBound, begin > frame {
      frame = begin
      self.begin()
    }
    if frame >= plan.runs[run].reach.upperBound { goOn() }
  }

  // MARK: - Other speeds

  /// The first output frame that can still read another place of a stream than the plan says.
  public var firstFree: Int {
    let last = plan.runs.last?.frames.lowerBound ?? 0
    return max(next, run + 1 < plan.runs.count ? last : stretcher?.firstFree ?? next)
  }

  /// Goes on with another map of the same stream, which is the same from the next frame to ``firstFree``.
  ///
  /// Nothing happens where the last of its frames are not stretched, or where the stream has ended.
  public mutating func setMap(_ map: TimeMap) {
    guard plan.goOn(along: map) else { return }
    let last = plan.runs.count - 1
    if run == last {
      let run = plan.runs[last]
      stretcher?.setPositions { run.position($0) }
    }
    settle()
  }

  /// The first source frame that is still read.
  public var firstRead: Int { held.needed }

  /// The fractional source frame that an output frame reads; 0 where there are none.
  public func position(ofFrame frame: Int) -> Double {
    guard !plan.runs.isEmpty else { return 0 }
    let run = plan.runs[max(0, plan.runs.prefixCount { $0.frames.lowerBound <= frame } - 1)]
    return run.kind == .silence ? 0 : max(0, run.position(frame))
  }

  // MARK: - What is read

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
  public var isFinished: Bool { run >= plan.runs.count && own.isEmpty }

  /// The source frames that are read next.
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

  /// The source frame behind the last one that is there.
  private var there: Int { held.frames.upperBound }
}
