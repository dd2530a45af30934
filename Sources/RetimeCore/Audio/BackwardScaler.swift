// SPDX-License-Identifier: MPL-2.0

/// An audio scaler for a source that arrives block by block from its end to its start.
///
/// The output frames are those of ``ProgressiveScaler``, bit for bit, in blocks from the last to
/// the first. Within a block, frames are in time order, as in the blocks of the source:
///
///     scaler.prepend(block.span, at: firstFrame)
///     while let range = scaler.render(into: &output) { … }
///
/// Memory is one block plus the kernel's reach into its neighbours. With sinc, a frame becomes
/// available once all source frames within the reach before it have arrived. Frames at a start
/// other than frame 0, and frames after a gap, wait for ``finish()``. Positions count from frame 0,
/// wherever the source starts.
package struct BackwardScaler<Sample: AudioSample>: Sendable {
  /// The number of samples in a frame.
  package let channelCount: Int

  /// The earliest source frame received; nil before the first block.
  package private(set) var firstFrame: Int?

  private var controls: ControlBlocks
  private var rule: PositionRule
  private var window: SourceWindow
  /// The source frames and the kernels for sinc; nil for the other methods.
  private var sinc: (sound: SincInterpolator, choice: SincChoice)?
  /// The contiguous source frames received.
  private var source = 0..<0
  /// The source frame at `firstFrame`, where interpolation from the frame before it ends.
  private var edge: [Sample] = []
  /// The output frames that are decided and not yet rendered.
  private var pending = 0..<0
  /// The output frame from which on all frames are rendered or dropped.
  private var renderedFrame = Int.max
  /// The source frame from which on all output that reads it is pending, rendered or dropped.
  private var decidedFrame = Int.max

  /// Creates a scaler for interleaved frames of `channelCount` samples.
  ///
  /// - Precondition: `channelCount` is above zero.
  package init(controls: ControlBlocks, channelCount: Int) {
    precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
    self.controls = controls
    self.channelCount = channelCount
    rule = controls.rule
    window = SourceWindow(channelCount: channelCount)
    if controls.method == .sinc {
      sinc = (
        SincInterpolator(channelCount: channelCount), SincChoice(rule, isOpen: controls.isOpen)
      )
    }
  }

  /// The number of output frames that can be rendered now.
  package var availableFrameCount: Int { pending.count }

  /// The source frame from which on all output is available, rendered or dropped; nil before the first block.
  ///
  /// Output that reads earlier source frames waits for more source, for ``finish()`` or for new
  /// positions.
  package var settledFrame: Int? { firstFrame == nil ? nil : decidedFrame }

  /// Returns the number of available output frames that read the source frame `frame` or a later one.
  package func availableFrameCount(readingFrom frame: Int) -> Int {
    pending.upperBound
      - max(pending.lowerBound, rule.firstFrame(reading: frame, in: 0..<pending.upperBound))
  }

  /// Returns the fractional source frame that an output frame reads.
  package func position(ofFrame frame: Int) -> Double { rule.position(frame) }

  /// Adds interleaved source frames before those received so far, and drops output that was not rendered.
  ///
  /// - Parameters:
  ///   - samples: Whole frames, interleaved.
  ///   - first: The source frame at which `samples` starts; frames before frame 0 are ignored.
  /// - Precondition: `samples` holds whole frames, and the last of them is below 2⁵¹, also when
  ///   scaled.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  package mutating func prepend(_ samples: Span<Sample>, at first: Int) {
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

  /// Adds source frames for sinc.
  private mutating func prepend(_ samples: Span<Sample>, _ frames: Range<Int>) {
    guard let choice = sinc?.choice else { return }
    // Frames past the controls' count are ignored, as in forward playback.
    let known = frames.clamped(to: 0..<(controls.sourceFrameCount ?? .max))
    if frames.upperBound == firstFrame {
      // Waiting frames and rounding read no further, also after a change of speed.
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

  /// Makes the output frames that read `frame` or a later source frame pending.
  private mutating func decide(from frame: Int) {
    let low = rule.firstFrame(reading: frame, in: 0..<renderedFrame)
    pending = low..<(pending.isEmpty ? renderedFrame : pending.upperBound)
    (renderedFrame, decidedFrame) = (low, min(decidedFrame, frame))
  }

  /// Ends the source for now: frames that wait for earlier source can be rendered as if there were none.
  ///
  /// Source that arrives later continues before it.
  package mutating func finish() {
    if let firstFrame { decide(from: firstFrame) }
  }

  /// Replaces the positions of all output that reads source frames before ``settledFrame``.
  ///
  /// Output that was available and not rendered is dropped.
  package mutating func setControls(_ new: ControlBlocks) {
    (controls, rule, pending) = (new, new.rule, 0..<0)
    renderedFrame =
      settledFrame.map {
        rule.firstFrame(reading: $0, in: 0..<outputFrameCount(ofSource: $0))
      } ?? .max
    sinc?.choice = SincChoice(rule, isOpen: controls.isOpen)
  }

  /// Renders the last available frames into the front of `output`, and returns the range of those output frames.
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
  package mutating func render(into output: inout MutableSpan<Sample>) -> Range<Int> {
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

  /// Returns the number of output frames for the source frames before `end`.
  private func outputFrameCount(ofSource end: Int) -> Int {
    switch controls.extent {
    case .open(let positions): positions.outputFrameCount(ofSource: end)
    case .fixed(let count, let length, _):
      end >= count ? length : rule.firstFrame(reading: end, in: 0..<length)
    }
  }
}
