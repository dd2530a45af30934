// SPDX-License-Identifier: MPL-2.0

/// Plays sound along a map at another pitch, block by block, in constant memory.
///
/// It is stretched to as many times its length as the pitch is higher, and then read as many times as fast, by the sinc
/// kernel. Used as ``MappedStretcher`` is; any split gives the same bits.
public struct MappedShifter<Sample: AudioSample>: Sendable {
  private var stretcher: MappedStretcher<Sample>
  private var scaler: ProgressiveScaler<Double>
  private var isStretched = false
  private var block: [Double]

  /// A shifter for interleaved frames of `channelCount` samples.
  ///
  /// `plan`: what the stretched sound is.
  /// `length`: how many frames are made of it.
  ///
  /// - Precondition: `channelCount` is above zero, and `length` not below.
  public init(_ plan: StretchPlan, length: Int, channelCount: Int) {
    stretcher = MappedStretcher(plan, channelCount: channelCount)
    // Of a moment that rounds to nothing, one frame of silence is read.
    let count = max(1, plan.frames.count)
    let controls = ControlBlocks(count: count, length: length, method: .sinc)
    scaler = ProgressiveScaler(controls: controls, channelCount: channelCount)
    block = [Double](repeating: 0, count: 1024 * channelCount)
  }

  /// Samples in a frame.
  public var channelCount: Int { scaler.channelCount }

  /// Takes the next source frames.
  public mutating func append(_ new: Span<Sample>) { stretcher.append(new) }

  /// Ends the source: what is not there now is silent.
  public mutating func finish() { stretcher.finish() }

  /// Takes source frames, from a number on, in place of those before.
  public mutating func replace(_ new: Span<Sample>, from first: Int) {
    stretcher.replace(new, from: first)
  }

  /// The source frames that the next output frames need and that are not there; nil where none are missing.
  public var wanted: Range<Int>? { stretcher.wanted }

  /// Whether the next frames are read from a later source frame to an earlier one.
  public var isBackward: Bool { stretcher.isBackward }

  /// Whether all output has been rendered.
  public var isFinished: Bool { isStretched && scaler.availableFrameCount == 0 }

  /// Renders into the front of `output`, interleaved and on the samples' scale, and returns the number of frames
  /// written: as many as there are source frames for.
  public mutating func render(into output: inout MutableSpan<Double>) -> Int {
    let room = output.count / channelCount
    var written = 0
    while written < room {
      if scaler.availableFrameCount > 0 {
        var rest = output._mutatingExtracting(written * channelCount..<room * channelCount)
        written += scaler.render(into: &rest)
      } else if isStretched || !stretch() {
        break
      }
    }
    return written
  }

  /// Makes more of the stretched sound, or ends it; whether there was source for it.
  private mutating func stretch() -> Bool {
    var block = self.block
    self.block = []
    defer { self.block = block }
    var span = block.mutableSpan
    let frames = stretcher.render(into: &span)
    if frames > 0 { scaler.append(block.span.extracting(0..<frames * channelCount)) }
    if stretcher.isFinished {
      isStretched = true
      scaler.finish()
    }
    return frames > 0 || isStretched
  }
}
