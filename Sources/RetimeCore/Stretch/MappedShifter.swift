// SPDX-License-Identifier: MPL-2.0

/// An engine that plays audio along a map with its pitch preserved or shifted, block by block, in constant memory.
///
/// The audio is time-stretched to its length times the pitch ratio, and then read that many times
/// as fast. To preserve formants, its spectral envelope is moved before that. It is used as
/// ``MappedStretcher`` is; any split gives the same bits.
package struct MappedShifter<Sample: AudioSample>: MapEngine {
  private var stretcher: MappedStretcher<Sample>
  /// The reader of the stretched audio; nil if the pitch is preserved.
  private var reader: PitchReader?
  /// The filter that moves the envelope of the stretched audio; nil if formants shift with the pitch.
  private var filter: FormantFilter?
  /// The number of stretched frames that have passed the filter.
  private var filtered = 0
  private var isStretched = false
  private var rendered = 0
  private let keepsFormants: Bool
  /// The output frame before which frames can be rendered now.
  private var due = 0
  private var block: [Double]
  /// The last frame rendered.
  private var last: [Double]

  /// Creates a shifter for interleaved frames of `channelCount` samples.
  ///
  /// `keepsFormants` is whether the spectral envelope is preserved, such as that of a voice.
  ///
  /// - Precondition: `channelCount` is above zero.
  package init(_ plan: StretchPlan, channelCount: Int, keepsFormants: Bool = false) {
    stretcher = MappedStretcher(plan, channelCount: channelCount)
    self.keepsFormants = keepsFormants
    let isShifted = plan.ratio != Rational(1)
    if isShifted {
      // If the plan rounds to no frames, one frame of silence is read.
      let count = max(1, plan.frames.count)
      let controls =
        plan.hitsEnds
        ? ControlBlocks(count: count, length: plan.heardFrameCount, method: .sinc)
        : ControlBlocks(
          TimeMap(factor: .identity).paced(at: plan.ratio, fromOutput: .zero),
          rate: plan.rate,
          method: .sinc
        )
      let ratio = plan.ratio.doubleValue
      reader = PitchReader(
        controls,
        speed: ratio,
        channelCount: channelCount,
        plan.quality.filter
      )
      if keepsFormants {
        filter = FormantFilter(rate: plan.rate, ratio: ratio, channelCount: channelCount)
      }
    }
    block = [Double](repeating: 0, count: isShifted ? 1024 * channelCount : 0)
    last = [Double](repeating: 0, count: channelCount)
    schedule()
  }

  /// The number of samples in a frame.
  package var channelCount: Int { stretcher.channelCount }

  /// Appends the next source frames.
  package mutating func append(_ new: Span<Sample>) {
    stretcher.append(new)
    schedule()
  }

  /// Ends the source; frames not received by then are silent.
  package mutating func finish() {
    stretcher.finish()
    schedule()
  }

  /// Whether all output has been rendered.
  package var isFinished: Bool {
    reader == nil ? stretcher.isFinished : rendered >= stretcher.plan.heardFrameCount
  }

  /// Renders interleaved frames on the samples' scale into the front of `output`, and returns the number of frames written.
  ///
  /// Renders as many frames as there is source for.
  package mutating func render(into output: inout MutableSpan<Double>) -> Int {
    let end = min(rendered + output.count / channelCount, due)
    guard end > rendered else { return 0 }
    guard reader != nil else {
      var room = output._mutatingExtracting(0..<(end - rendered) * channelCount)
      let count = stretcher.render(into: &room)
      rendered += count
      return count
    }
    var written = 0
    while true {
      let room = end - rendered
      guard room > 0 else { return written }
      let first = written * channelCount
      var rest = output._mutatingExtracting(first..<first + room * channelCount)
      var count = reader?.render(into: &rest) ?? 0
      if count > 0 {
        let offset = (count - 1) * channelCount
        for channel in 0..<channelCount { last[channel] = rest[offset + channel] }
      } else if isStretched {
        // The stretched audio is a whole number of frames, and may end slightly too early.
        count = 1
        for channel in 0..<channelCount { rest[channel] = last[channel] }
      } else if !stretch() {
        return written
      }
      (written, rendered) = (written + count, rendered + count)
    }
  }

  /// Schedules the output frames that can be rendered now.
  ///
  /// A stream is rendered with the same delay whatever the audio is: the delay is the one stated,
  /// and blocks come as evenly as those of the source.
  private mutating func schedule() {
    due = stretcher.plan.due(
      after: stretcher.sourceFrameCount,
      rendered: rendered,
      keepsFormants: keepsFormants
    )
  }

  /// Stretches more of the audio, or ends it; returns whether there was source for it.
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
        reader?.append(block.span.extracting(0..<count * channels))
        filtered += count
      }
    } else if count > 0 {
      reader?.append(block.span.extracting(0..<count))
    }
    if isStretched { reader?.finish() }
    return frames > 0 || isStretched
  }

  // MARK: - Random access

  /// Replaces the source frames in memory by `new`, which starts at source frame `first`.
  package mutating func replace(_ new: Span<Sample>, from first: Int) {
    stretcher.replace(new, from: first)
  }

  /// The source frames that the next output frames need and that are missing; nil if none are.
  package var wanted: Range<Int>? { stretcher.wanted }

  /// Whether the next output frames read the source backward.
  package var isBackward: Bool { stretcher.isBackward }

  /// The first source frame that output still reads.
  package var firstRead: Int { stretcher.firstRead }

  /// Returns the fractional source frame that an output frame reads; 0 if there are none.
  package func position(ofFrame frame: Int) -> Double {
    stretcher.position(ofFrame: wholePart(Double(frame) * stretcher.plan.ratio.doubleValue))
  }

  // MARK: - Changes of speed

  /// The first output frame of a stream that a new map can still change.
  package var firstFree: Int? {
    (Rational(Int64(stretcher.firstFree)) / stretcher.plan.ratio).ceiling
  }

  /// Replaces the map of the stream; the new one is equal from the next frame to ``firstFree``.
  ///
  /// Does nothing if the last run is not stretched, or if the stream has ended.
  package mutating func setMap(_ map: TimeMap) {
    stretcher.setMap(map)
    schedule()
  }
}
