// SPDX-License-Identifier: MPL-2.0

/// An audio scaler for a source that arrives block by block, in constant memory.
///
/// Append source as it arrives, render what is available, and finish at the end of the source:
///
///     scaler.append(block.span)
///     let frames = scaler.render(into: &output)
///
/// Any split of the source into blocks, and any size of output, gives the same bits. The output has
/// the length of ``ControlBlocks``; with open controls, ``TimeMap/outputFrameCount(ofSource:)`` of
/// the frames appended. A source that ends early is held at its last frame (silence, if it had
/// none); frames past the controls' count are ignored.
///
/// Memory is the reach of the kernel plus the frames appended and not rendered, at most doubled.
/// With open controls and a factor below 1 it is also 1 ÷ factor frames, because the last output
/// frames become available only when the source is long enough for them. Nothing is allocated after
/// blocks of the usual size have been processed.
public struct ProgressiveScaler<Sample: AudioSample>: Sendable {
  /// The number of samples in a frame.
  package let channelCount: Int

  /// The number of source frames appended so far, including those ignored.
  package private(set) var sourceFrameCount = 0

  /// The number of output frames rendered so far.
  package private(set) var renderedFrameCount = 0

  private let initialControls: ControlBlocks
  private var controls: ControlBlocks
  private var rule: PositionRule
  private var window: SourceWindow
  /// The source frames and the kernels for sinc; nil for the other methods.
  private var sinc: (sound: SincInterpolator, choice: SincChoice)?
  private var isSourceFinished = false
  /// The number of output frames decided by the source so far, rendered or not.
  private var decidedFrameCount = 0
  /// The samples last rendered by ``renderNumbers(into:)``.
  private var block: [Sample] = []

  /// Creates a scaler for interleaved frames of `channelCount` samples.
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
      sinc = (
        SincInterpolator(channelCount: channelCount),
        SincChoice(rule, isOpen: controls.isOpen)
      )
    }
    decide()
  }

  /// The number of output frames that can be rendered now.
  public var availableFrameCount: Int { decidedFrameCount - renderedFrameCount }

  /// Returns the fractional source frame that an output frame reads, from the next output frame on.
  ///
  /// With open controls it is the position before easing between source frames.
  package func position(ofFrame frame: Int) -> Double {
    guard case .open(let positions) = controls.extent else { return rule.position(frame) }
    return positions.evenPosition(frame)
  }

  /// Whether all output has been rendered.
  package var isFinished: Bool { isSourceComplete && availableFrameCount == 0 }

  /// Appends the next source frames, interleaved.
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

  /// Replaces the positions from the next output frame on; none of the new ones may lie before its position.
  ///
  /// Does nothing if either controls have a known length. Output that was available and not
  /// rendered gets the new positions, too. If either method is `sinc`, the current method stays.
  package mutating func setControls(_ new: ControlBlocks) {
    guard case .open = controls.extent, case .open = new.extent else { return }
    (controls, rule) = (new, new.rule)
    sinc?.choice = SincChoice(rule, isOpen: true)
    decidedFrameCount = renderedFrameCount
    decide()
  }

  /// Ends the source: all remaining output can be rendered.
  public mutating func finish() {
    isSourceFinished = true
    decide()
  }

  /// Renders into the front of `output`, interleaved, and returns the number of frames written.
  ///
  /// - Precondition: `output` has space for whole frames.
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

  /// Restores the state after `init`, but keeps the storage.
  package mutating func reset() {
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

// MARK: - AudioEngine

extension ProgressiveScaler: AudioEngine {
  /// Always 0, because every source frame is read.
  package var firstRead: Int { 0 }

  /// The next output frame.
  package var firstFree: Int { renderedFrameCount }

  /// Replaces the map from the next output frame on, with the same method; does nothing if the length is known.
  package mutating func setMap(_ map: TimeMap, rate: Int) {
    setControls(ControlBlocks(map, rate: rate, method: controls.method, from: renderedFrameCount))
  }

  /// Renders values rounded to samples into the front of `output`, and returns the number of frames written.
  package mutating func renderNumbers(into output: inout MutableSpan<Double>) -> Int {
    let count = min(availableFrameCount, wholeFrameCount(output.count)) * channelCount
    // Moved out of the scaler while it is written, so that no copy is made.
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
  /// The number of source frames received and not ignored.
  private var sourceEnd: Int { sinc?.sound.frames.end ?? window.end }

  private var reach: KernelSupport { sinc?.choice.reach ?? LinearKernel.reach }

  private var isSourceComplete: Bool {
    isSourceFinished || sourceEnd >= controls.sourceFrameCount ?? .max
  }

  /// The number of output frames; with open controls and more source to come, the number certain so far.
  private var outputFrameCount: Int {
    controls.outputFrameCount(ofSource: sourceEnd)
  }

  /// Drops the source frames before the first that the next output frame reads, or can read after a change of speed.
  private mutating func drop() {
    let before = sinc?.choice.keptReach.before ?? LinearKernel.reach.before
    let first = Int(rule.position(renderedFrameCount)) - before - (rule.isBent ? 1 : 0)
    if sinc == nil { window.drop(before: first) } else { sinc?.sound.frames.drop(before: first) }
  }

  /// Updates `decidedFrameCount` to the frames whose reach lies in the source so far.
  private mutating func decide() {
    let end = outputFrameCount
    guard !isSourceComplete else { return decidedFrameCount = end }
    guard decidedFrameCount < end else { return }
    let frames = decidedFrameCount..<end
    decidedFrameCount = rule.firstFrame(reading: sourceEnd - reach.after, in: frames)
  }

  private func wholeFrameCount(_ sampleCount: Int) -> Int {
    let (frameCount, remainder) = sampleCount.quotientAndRemainder(dividingBy: channelCount)
    precondition(remainder == 0, "\(sampleCount) samples are not whole frames of \(channelCount)")
    return frameCount
  }
}
