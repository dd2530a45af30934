// SPDX-License-Identifier: MPL-2.0

/// Makes audio longer or shorter that comes block by block from its end to its start.
///
/// The output frames are those of ``ProgressiveScaler``, bit for bit, in blocks from the last one to the first; within
/// a block, frames are in their order in time, as they are in the blocks of the source:
///
///     scaler.prepend(block.span, at: firstFrame)
///     while let range = scaler.render(into: &output) { … }
///
/// Memory is one block and what the kernel reaches of its neighbours. With sinc a frame comes out when all that lies
/// within that reach before it has come: those at a begin that is not frame 0, and those before a hole, wait for
/// ``finish()``. Where the source begins does not move the positions: they count from frame 0.
public struct BackwardScaler<Sample: AudioSample>: Sendable {
  /// Samples in a frame.
  public let channelCount: Int

  /// The earliest source frame that has come; nil before the first.
  public private(set) var firstFrame: Int?

  private var controls: ControlBlocks
  private var rule: PositionRule
  private var window: SourceWindow
  /// The source and the kernels of sinc; nil for the other methods.
  private var sinc: (sound: SincSound, choice: SincChoice)?
  /// The source frames in a row that have come.
  private var source = 0..<0
  /// The source frame at `firstFrame`, on which lines from the frame before it end.
  private var edge: [Sample] = []
  /// Output frames that are decided and not rendered.
  private var pending = 0..<0
  /// The output frame from which on all is rendered, or left out.
  private var renderedFrame = Int.max
  /// The source frame from which on all that is read is pending, rendered or left out.
  private var decidedFrame = Int.max

  /// A scaler for interleaved frames of `channelCount` samples.
  ///
  /// - Precondition: `channelCount` is above zero.
  public init(controls: ControlBlocks, channelCount: Int) {
    precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
    self.controls = controls
    self.channelCount = channelCount
    rule = controls.rule
    window = SourceWindow(channelCount: channelCount)
    if controls.method == .sinc {
      sinc = (SincSound(channelCount: channelCount), SincChoice(rule, isOpen: controls.isOpen))
    }
  }

  /// Output frames that can be rendered now.
  public var availableFrameCount: Int { pending.count }

  /// The source frame from which on nothing more comes out once what is available has been rendered; nil before the first.
  ///
  /// What is read before it waits for source, for ``finish()`` or for other positions.
  public var settledFrame: Int? { firstFrame == nil ? nil : decidedFrame }

  /// Output frames that can be rendered now and read the source frame `frame` or a later one.
  public func availableFrameCount(readingFrom frame: Int) -> Int {
    pending.upperBound
      - max(pending.lowerBound, outputFrame(reading: frame, before: pending.upperBound))
  }

  /// The fractional source frame that an output frame reads.
  public func position(ofFrame frame: Int) -> Double { rule.position(frame) }

  /// Takes source frames that lie before those that have come, interleaved; drops what was not rendered.
  ///
  /// `first`: the source frame at which they begin; what lies before frame 0 is left out.
  ///
  /// - Precondition: `samples` holds whole frames, and the last of them is below 2⁵¹, also when scaled.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func prepend(_ samples: Span<Sample>, at first: Int) {
    let (all, remainder) = samples.count.quotientAndRemainder(dividingBy: channelCount)
    precondition(remainder == 0, "\(samples.count) samples are not whole frames of \(channelCount)")
    let skipped = min(max(0, -first), all)
    let (start, count) = (first + skipped, all - skipped)
    guard count > 0 else { return }
    let kept = samples.extracting((skipped * channelCount)...)
    pending = 0..<0
    if start + count != firstFrame {
      renderedFrame = min(renderedFrame, outputFrameCount(ofSource: start + count))
      decidedFrame = min(decidedFrame, start + count)
    }
    guard sinc == nil else { return prepend(kept, start..<start + count) }
    window.removeAll(startingAt: start)
    window.append(kept, frameCount: count)
    let edge = edge
    if start + count == firstFrame { window.append(edge.span, frameCount: 1) }
    self.edge = (0..<channelCount).map { kept[$0] }
    firstFrame = start
    decide(from: start)
  }

  /// The same for sinc.
  private mutating func prepend(_ samples: Span<Sample>, _ frames: Range<Int>) {
    guard let choice = sinc?.choice else { return }
    // What comes behind the count that the controls know is left out, as it is forwards.
    let known = frames.clamped(to: 0..<(controls.sourceFrameCount ?? .max))
    if frames.upperBound == firstFrame {
      // What waits, and rounding, read no further, also after a change of speed.
      sinc?.sound.frames.drop(from: decidedFrame + choice.keptReach.after + 8)
      sinc?.sound.frames.prepend(samples, frameCount: known.count)
      source = known.lowerBound..<source.upperBound
    } else {
      sinc?.sound.frames.removeAll(startingAt: known.lowerBound)
      sinc?.sound.frames.append(samples, frameCount: known.count)
      source = known
    }
    firstFrame = frames.lowerBound
    decide(from: source.lowerBound == 0 ? 0 : source.lowerBound + choice.reach.before + 1)
  }

  /// Makes those output frames pending that read the source from a frame on.
  private mutating func decide(from frame: Int) {
    let low = outputFrame(reading: frame, before: renderedFrame)
    pending = low..<(pending.isEmpty ? renderedFrame : pending.upperBound)
    (renderedFrame, decidedFrame) = (low, min(decidedFrame, frame))
  }

  /// Ends the source for now: what waits for source before what has come can be rendered, as if there were none.
  ///
  /// Source that comes later goes on before it.
  public mutating func finish() {
    if let firstFrame { decide(from: firstFrame) }
  }

  /// Goes on with other positions from ``settledFrame`` on, for all that is read before it.
  ///
  /// Output that was available and not rendered is dropped.
  public mutating func setControls(_ new: ControlBlocks) {
    (controls, rule, pending) = (new, new.rule, 0..<0)
    renderedFrame =
      settledFrame.map { outputFrame(reading: $0, before: outputFrameCount(ofSource: $0)) } ?? .max
    sinc?.choice = SincChoice(rule, isOpen: controls.isOpen)
  }

  /// Renders the last of what is available into the front of `output`, and gives which output frames these are.
  ///
  /// - Precondition: `output` has room for whole frames.
  /// - Complexity: O(frames written); no allocation.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func render(into output: inout MutableSpan<Sample>) -> Range<Int> {
    let count = min(pending.count, output.count / channelCount)
    let range = pending.upperBound - count..<pending.upperBound
    if count > 0, let choice = sinc?.choice {
      sinc?.sound.render(range, of: rule, choice, in: source, into: &output)
    } else if count > 0 {
      LinearKernel.render(range, of: rule, from: window, into: &output)
    }
    pending = pending.lowerBound..<range.lowerBound
    return range
  }

  /// Output frames that the source frames up to `end` become.
  private func outputFrameCount(ofSource end: Int) -> Int {
    switch controls.extent {
    case .open(let positions): positions.outputFrameCount(ofSource: end)
    case .fixed(let count, let length, _):
      end >= count ? length : outputFrame(reading: end, before: length)
    }
  }

  /// The first output frame before `end` that reads the source frame `frame` or a later one; `end` if none does.
  private func outputFrame(reading frame: Int, before end: Int) -> Int {
    var (low, high) = (0, end)
    while low < high {
      let middle = low + (high - low) / 2
      if Int(rule.position(middle)) < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
