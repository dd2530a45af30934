// SPDX-License-Identifier: MPL-2.0

/// Plays sound along a map with its pitch kept or shifted, block by block, in constant memory.
///
/// It is stretched to as many times its length as the pitch is higher, and then read as many times as fast, by the sinc
/// kernel; where its formants are kept, its envelope is moved before that. Used as ``MappedStretcher`` is; any split gives the same bits.
public struct MappedShifter<Sample: AudioSample>: MapEngine {
  private var stretcher: MappedStretcher<Sample>
  /// Reads what is stretched; nil where the pitch is kept.
  private var scaler: ProgressiveScaler<Double>?
  /// Moves the envelope of what is stretched; nil where it is shifted with the rest.
  private var filter: FormantFilter?
  /// Stretched frames that have passed it.
  private var filtered = 0
  private var isStretched = false
  private var rendered = 0
  private var block: [Double]
  /// The frame that was made last.
  private var last: [Double]

  /// A shifter for interleaved frames of `channelCount` samples.
  ///
  /// `keepsFormants`: whether the envelope of its spectrum stays where it is, as that of a voice does.
  ///
  /// - Precondition: `channelCount` is above zero.
  public init(_ plan: StretchPlan, channelCount: Int, keepsFormants: Bool = false) {
    stretcher = MappedStretcher(plan, channelCount: channelCount)
    let isShifted = plan.ratio != Rational(1)
    if isShifted {
      // Of a moment that rounds to nothing, one frame of silence is read.
      let count = max(1, plan.frames.count)
      let controls =
        plan.hitsEnds
        ? ControlBlocks(count: count, length: plan.heardFrameCount, method: .sinc)
        : ControlBlocks(
          TimeMap(factor: .identity).paced(at: plan.ratio, fromOutput: .zero),
          rate: plan.rate,
          method: .sinc
        )
      scaler = ProgressiveScaler(controls: controls, channelCount: channelCount)
      if keepsFormants {
        let ratio = plan.ratio.doubleValue
        filter = FormantFilter(rate: plan.rate, ratio: ratio, channelCount: channelCount)
      }
    }
    block = [Double](repeating: 0, count: isShifted ? 1024 * channelCount : 0)
    last = [Double](repeating: 0, count: channelCount)
  }

  /// Samples in a frame.
  public var channelCount: Int { stretcher.channelCount }

  /// Takes the next source frames.
  public mutating func append(_ new: Span<Sample>) { stretcher.append(new) }

  /// Ends the source: what is not there now is silent.
  public mutating func finish() { stretcher.finish() }

  /// Whether all output has been rendered.
  public var isFinished: Bool {
    scaler == nil ? stretcher.isFinished : rendered >= stretcher.plan.heardFrameCount
  }

  /// Renders into the front of `output`, interleaved and on the samples' scale, and returns the number of frames
  /// written: as many as there are source frames for.
  public mutating func render(into output: inout MutableSpan<Double>) -> Int {
    guard scaler != nil else { return stretcher.render(into: &output) }
    var written = 0
    while true {
      let room = min(
        output.count / channelCount - written,
        stretcher.plan.heardFrameCount - rendered
      )
      guard room > 0 else { return written }
      let first = written * channelCount
      var rest = output._mutatingExtracting(first..<first + room * channelCount)
      var count = scaler?.render(into: &rest) ?? 0
      if count > 0 {
        let offset = (count - 1) * channelCount
        for channel in 0..<channelCount { last[channel] = rest[offset + channel] }
      } else if isStretched {
        // What was stretched is a whole number of frames, and may end a moment too early.
        count = 1
        for channel in 0..<channelCount { rest[channel] = last[channel] }
      } else if !stretch() {
        return written
      }
      (written, rendered) = (written + count, rendered + count)
    }
  }

  /// Makes more of the stretched sound, or ends it; whether there was source for it.
  private mutating func stretch() -> Bool {
    var block = self.block
    self.block = []
    defer { self.block = block }
    let channels = channelCount
    var span = block.mutableSpan
    let frames = stretcher.render(into: &span)
    let count = frames * channelCount
    if stretcher.isFinished { isStretched = true }
    if filter != nil {
      if count > 0 { filter?.append(block.span.extracting(0..<count)) }
      if isStretched { filter?.finish() }
      while let count = filter?.render(into: &block, after: filtered), count > 0 {
        scaler?.append(block.span.extracting(0..<count * channels))
        filtered += count
      }
    } else if count > 0 {
      scaler?.append(block.span.extracting(0..<count))
    }
    if isStretched { scaler?.finish() }
    return frames > 0 || isStretched
  }

  /// How many frames of what is stretched must have come behind one at most before it is read, as of ``StretchPlan``.
  ///
  /// `rate`: frames a second, above 0.
  /// `ratio`: every frequency over the source's, above 0.
  public static func lookahead(rate: Int, ratio: Double, keepsFormants: Bool) -> Int {
    guard ratio != 1 else { return 0 }
    let filter = keepsFormants ? FormantFilter.lookahead(rate: rate) : 0
    return filter + InterpolationMethod.sinc.lookahead(atSpeed: ratio) + 1
  }

  // MARK: - What is read

  /// Takes source frames, from a number on, in place of those before.
  public mutating func replace(_ new: Span<Sample>, from first: Int) {
    stretcher.replace(new, from: first)
  }

  /// The source frames that the next output frames need and that are not there; nil where none are missing.
  public var wanted: Range<Int>? { stretcher.wanted }

  /// Whether the next frames are read from a later source frame to an earlier one.
  public var isBackward: Bool { stretcher.isBackward }

  /// The first source frame that is still read.
  public var firstRead: Int { stretcher.firstRead }

  /// The fractional source frame that an output frame reads; 0 where there are none.
  public func position(ofFrame frame: Int) -> Double {
    stretcher.position(ofFrame: wholePart(Double(frame) * stretcher.plan.ratio.doubleValue))
  }

  // MARK: - Other speeds

  /// The first output frame that can still read another place of a stream than the plan says.
  public var firstFree: Int? {
    (Rational(Int64(stretcher.firstFree)) / stretcher.plan.ratio).ceiling
  }

  /// Goes on with another map of the same stream, which is the same from the next frame to ``firstFree``.
  ///
  /// Nothing happens where the last of its frames are not stretched, or where the stream has ended.
  public mutating func setMap(_ map: TimeMap) { stretcher.setMap(map) }
}
