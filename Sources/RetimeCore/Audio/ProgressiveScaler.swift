// SPDX-License-Identifier: MPL-2.0

/// Makes audio longer or shorter, block by block, in constant memory.
///
/// Append source as it comes, render what is available, finish when there is no more:
///
///     scaler.append(block.span)
///     let frames = scaler.render(into: &output)
///
/// Any split of the source into blocks, and any size of output, gives the same bits. The output is
/// exactly as long as ``ControlBlocks`` says; with open controls, as long as
/// ``TimeMap/outputFrameCount(ofSource:)`` says of the frames appended. A source that ends early is
/// held at its last frame (silence, if it had none); frames past the controls' count are ignored.
///
/// Memory is the reach of the kernel plus what was appended and not rendered, at most doubled. With
/// open controls and a factor below 1 it is also 1 ÷ factor frames: the last output frames come out
/// only when the source is long enough for them. Nothing is allocated once blocks of the usual size
/// have been seen.
public struct ProgressiveScaler<Sample: AudioSample>: Sendable {
  /// Samples in a frame.
  public let channelCount: Int

  /// Source frames appended so far, including those ignored.
  public private(set) var sourceFrameCount = 0

  /// Output frames rendered so far.
  public private(set) var renderedFrameCount = 0

  private let initialControls: ControlBlocks
  private var controls: ControlBlocks
  private var rule: PositionRule
  private var window: SourceWindow
  /// The source and the kernels of sinc; nil for the other methods.
  private var sinc: (sound: SincSound, choice: SincChoice)?
  private var isSourceFinished = false
  /// Output frames decided by the source so far, rendered or not.
  private var decidedFrameCount = 0
  /// What was rendered last as numbers.
  private var block: [Sample] = []

  /// A scaler for interleaved frames of `channelCount` samples.
  ///
  /// - Precondition: `channelCount` is above zero.
  public init(controls: ControlBlocks, channelCount: Int) {
    precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
    initialControls = controls
    self.controls = controls
    self.channelCount = channelCount
    rule = controls.rule
    window = SourceWindow(channelCount: channelCount)
    if controls.method == .sinc {
      sinc = (SincSound(channelCount: channelCount), SincChoice(rule, isOpen: controls.isOpen))
    }
    decide()
  }

  /// Output frames that can be rendered now.
  public var availableFrameCount: Int { decidedFrameCount - renderedFrameCount }

  /// The fractional source frame at which an output frame lies from the next one on, before it is eased.
  public func position(ofFrame frame: Int) -> Double {
    guard case .open(let positions) = controls.extent else { return rule.position(frame) }
    return positions.evenPosition(frame)
  }

  /// Whether all output has been rendered.
  public var isFinished: Bool { isSourceComplete && availableFrameCount == 0 }

  /// Takes the next source frames, interleaved.
  ///
  /// - Precondition: `samples` holds whole frames, and ``finish()`` was not called.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func append(_ samples: Span<Sample>) {
    let frameCount = wholeFrameCount(samples.count)
    precondition(!isSourceFinished, "\(frameCount) frames appended after finish()")
    sourceFrameCount += frameCount
    let wanted = min(frameCount, (controls.sourceFrameCount ?? .max) - sourceEnd)
    guard wanted > 0 else { return }
    if sinc == nil {
      window.append(samples, frameCount: wanted)
    } else {
      sinc?.sound.frames.append(samples, frameCount: wanted)
    }
    drop()
    decide()
  }

  /// Goes on with other positions from the next output frame on, none of which lies before it.
  ///
  /// Nothing happens when either controls have a known end. Output that was available and not rendered is of the new ones
  /// too. Where one of the methods is `sinc`, that of before stays.
  public mutating func setControls(_ new: ControlBlocks) {
    guard case .open = controls.extent, case .open = new.extent else { return }
    (controls, rule) = (new, new.rule)
    sinc?.choice = SincChoice(rule, isOpen: true)
    decidedFrameCount = renderedFrameCount
    decide()
  }

  /// Ends the source: everything left can be rendered.
  public mutating func finish() {
    isSourceFinished = true
    decide()
  }

  /// Renders into the front of `output`, interleaved, and returns the number of frames written.
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
  public mutating func render(into output: inout MutableSpan<Sample>) -> Int {
    let frameCount = min(availableFrameCount, wholeFrameCount(output.count))
    guard frameCount > 0 else { return 0 }
    let range = renderedFrameCount..<renderedFrameCount + frameCount
    if sourceEnd == 0 {
      for index in 0..<frameCount * channelCount { output[index] = .silence }
    } else if let choice = sinc?.choice {
      let source = 0..<(isSourceComplete ? sourceEnd : 1 << 60)
      sinc?.sound.render(range, of: rule, choice, in: source, into: &output)
    } else {
      LinearKernel.render(range, of: rule, from: window, into: &output)
    }
    renderedFrameCount = range.upperBound
    drop()
    return frameCount
  }

  /// Goes back to the state after `init`; keeps the storage.
  public mutating func reset() {
    window.removeAll()
    sinc?.sound.frames.removeAll()
    controls = initialControls
    rule = controls.rule
    sinc?.choice = SincChoice(rule, isOpen: controls.isOpen)
    sourceFrameCount = 0
    renderedFrameCount = 0
    isSourceFinished = false
    decidedFrameCount = 0
    decide()
  }
}

// MARK: - As an engine

extension ProgressiveScaler: SoundEngine {
  /// All of them are.
  public var firstRead: Int { 0 }

  /// The next output frame.
  public var firstFree: Int { renderedFrameCount }

  /// Goes on along another map, with the same method; nothing happens where the end is known.
  public mutating func setMap(_ map: TimeMap, rate: Int) {
    setControls(ControlBlocks(map, rate: rate, method: controls.method, from: renderedFrameCount))
  }

  /// Renders into the front of `output` what samples can hold, and returns the number of frames written.
  public mutating func renderNumbers(into output: inout MutableSpan<Double>) -> Int {
    let count = min(availableFrameCount, wholeFrameCount(output.count)) * channelCount
    // Out of the scaler while it is lent, so that no copy is made.
    var block = self.block
    self.block = []
    if block.count != count { block = [Sample](repeating: .silence, count: count) }
    var samples = block.mutableSpan
    let frameCount = render(into: &samples)
    widenSamples(block.span, into: &output)
    self.block = block
    return frameCount
  }
}

// MARK: - Bookkeeping

extension ProgressiveScaler {
  /// Source frames that have come and are not left out.
  private var sourceEnd: Int { sinc?.sound.frames.end ?? window.end }

  private var reach: Reach { sinc?.choice.reach ?? LinearKernel.reach }

  private var isSourceComplete: Bool {
    isSourceFinished || sourceEnd >= controls.sourceFrameCount ?? .max
  }

  /// Output frames there will be; with open controls and more source to come, those certain so far.
  private var outputFrameCount: Int {
    guard case .open(let positions) = controls.extent else { return controls.count }
    return positions.outputFrameCount(ofSource: sourceEnd)
  }

  /// Lets go of the source frames before the first that the next output frame reads, or can after a change of speed.
  private mutating func drop() {
    let before = sinc?.choice.keptReach.before ?? LinearKernel.reach.before
    let first = Int(rule.position(renderedFrameCount)) - before - (rule.isBent ? 1 : 0)
    if sinc == nil { window.drop(before: first) } else { sinc?.sound.frames.drop(before: first) }
  }

  /// Brings `decidedFrameCount` up to date: frames whose reach lies in the source so far.
  private mutating func decide() {
    var (low, high) = (decidedFrameCount, outputFrameCount)
    let (after, end) = (reach.after, sourceEnd)
    if isSourceComplete { low = high }
    while low < high {
      let middle = low + (high - low) / 2
      let isCovered = Int(rule.position(middle)) + after < end
      (low, high) = isCovered ? (middle + 1, high) : (low, middle)
    }
    decidedFrameCount = low
  }

  private func wholeFrameCount(_ sampleCount: Int) -> Int {
    let (frameCount, remainder) = sampleCount.quotientAndRemainder(dividingBy: channelCount)
    precondition(remainder == 0, "\(sampleCount) samples are not whole frames of \(channelCount)")
    return frameCount
  }
}
