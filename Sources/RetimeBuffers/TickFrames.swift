// SPDX-License-Identifier: MPL-2.0

package import GStreamer
package import RetimeCore

/// The stages before and after a frame retimer: frame selection, interpolation and tone mapping.
///
///     try frames.admit(frame, at: time, to: &retimer)
///     while let shown = retimer.next() { if let made = try frames.make(shown) { … } }
///
/// A tick that shows one source frame shares that frame's memory. A tick between two frames gets a
/// new one: a blend, or one interpolated along the optical flow between them. The flow is estimated
/// once for all ticks between the same two frames.
///
/// The retimer's ticks are the parts of the output's ticks, see ``ticks(_:)``.
package struct TickFrames: Sendable {
  /// The processing settings; the defaults change no frame.
  package struct Settings: Sendable {
    /// The quality of optical flow; nil to blend frames without it.
    package var flow: FlowQuality?
    /// The maximum number of threads for optical flow; nil for the number of processors.
    package var threads: Int?
    /// Whether frames that repeat the one before them are kept.
    package var keepsRepeats: Bool
    /// The division of a tick's time for motion blur; nil where each tick shows one moment.
    package var exposure: MotionBlur.Exposure?
    /// The converter from HDR to SDR; nil for no tone mapping.
    package var converter: SDRConverter?

    /// Creates settings; the defaults change no frame.
    package init(
      flow: FlowQuality? = nil,
      threads: Int? = nil,
      keepsRepeats: Bool = true,
      exposure: MotionBlur.Exposure? = nil,
      converter: SDRConverter? = nil
    ) {
      (self.flow, self.threads, self.keepsRepeats) = (flow, threads, keepsRepeats)
      (self.exposure, self.converter) = (exposure, converter)
    }
  }

  /// The frame of one output tick.
  package struct Made: ~Copyable {
    /// The output tick.
    package let tick: Int
    /// The frame's buffer, in which the caller sets times and flags.
    package var buffer: Buffer
    /// The source frame, or the earliest one that contributes; and the latest one if several contribute.
    package let first: SharedFrame, last: SharedFrame?
    /// The samples of the tick's exposure; empty where the tick shows one moment.
    fileprivate let samples: [ShutterFrames<SharedFrame>.Sample]

    /// Returns the frame's buffer, and no longer holds the rest.
    package consuming func takeBuffer() -> Buffer { buffer }

    /// Whether it is an unchanged source frame.
    package var isSource: Bool { last == nil && samples.count < 2 }

    /// Calls `body` with each contributing frame, or pair of blended frames, in the order of arrival.
    package borrowing func forEachSource(_ body: (SharedFrame, SharedFrame?) -> Void) {
      if samples.isEmpty { return body(first, last) }
      for sample in samples { body(sample.shown.picture, sample.shown.blend?.picture) }
    }

    /// Returns the flags of a buffer that joins all contributing frames.
    package borrowing func joinedMarks() -> ContentFlags {
      var marks = first.buffer.marks
      forEachSource { one, other in
        marks = marks.joined(one.buffer.marks)
        if let other { marks = marks.joined(other.buffer.marks) }
      }
      return marks
    }
  }

  /// The number of parts of a tick's time.
  private let parts: Int
  /// The part of a tick with which the tick's frame is complete.
  package let lastPart: Int
  private let flow: FlowQuality?
  private let threads: Int?
  /// The maker of frames in the current layout; nil where its components cannot be blended.
  private var maker: (any FrameSynthesis)?
  /// The reason why frames of the current layout cannot be read.
  private var refusal: String?
  private var repeats: RepeatFilter<SharedFrame>?
  private var exposed: ShutterFrames<SharedFrame>?
  private var mapper: FrameToneMapper?

  /// Creates the stages; ``setLayout(_:)`` must follow before the first frame.
  package init(_ settings: Settings = Settings()) {
    parts = settings.exposure?.parts ?? 1
    lastPart = (settings.exposure?.open ?? 1) - 1
    (flow, threads) = (settings.flow, settings.threads)
    repeats = settings.flow == nil || settings.keepsRepeats ? nil : RepeatFilter()
    exposed = settings.exposure.map(ShutterFrames.init)
    mapper = settings.converter.map(FrameToneMapper.init)
  }

  /// The supported formats as caps, for all that makes new frames: those with separate components, in system memory.
  package static let caps = VideoFormat.caps(VideoFormat.plain)

  /// Returns the reason why frames with these caps cannot be read, and the remedy; nil if they can.
  package static func refusal(of caps: Caps) -> String? {
    let isReadable =
      caps.isSystemMemory && caps.name == "video/x-raw" && VideoLayout(caps) != nil
      && VideoFormat(caps)?.isPlain ?? false
    return isReadable
      ? nil
      : "frames of \(caps) cannot be read, which needs raw video in system memory and a format with components of whole "
        + "bytes or little-endian words: put a videoconvert before it, and where it is needed gldownload or a decoder "
        + "before that"
  }

  /// Returns the bits of a component for these caps; 8 for other formats.
  package static func depth(_ caps: Caps) -> Int {
    guard let format = VideoFormat(caps), format.isPlain else { return 8 }
    return format.valueBits
  }

  /// Sets the layout of the frames that follow.
  package mutating func setLayout(_ caps: Caps) {
    mapper?.setLayout(caps)
    refusal = Self.refusal(of: caps)
    guard refusal == nil, let format = VideoFormat(caps), let layout = VideoLayout(caps) else {
      return maker = nil
    }
    maker =
      format.isWide
      ? FrameSynthesizer<UInt16>(layout, format, flow: flow, threads: threads)
      : FrameSynthesizer<UInt8>(layout, format, flow: flow, threads: threads)
  }

  // MARK: - Before the retimer

  /// Passes a frame to the retimer at `time`, or holds it as a possible repeat until later frames arrive.
  ///
  /// `mayRepeat`: whether it may repeat the frame before it; otherwise it is passed on at once.
  ///
  /// - Complexity: O(1), and one analysis of the frame where it may repeat another one.
  package mutating func admit(
    _ picture: SharedFrame,
    at time: RationalTime,
    mayRepeat: Bool = true,
    to retimer: inout FrameRetimer<SharedFrame>
  ) throws(GStreamerError) {
    guard repeats != nil, mayRepeat else { return retimer.push(picture, at: time) }
    let ready = try repeats?.push(
      picture,
      at: time,
      isRepeat: { (original) throws(GStreamerError) in
        try maker?.isRepeat(picture, of: original) ?? false
      },
      isCut: { (original) throws(GStreamerError) in
        try maker?.isCut(between: original, and: picture) ?? false
      }
    )
    for frame in ready ?? [] { retimer.push(frame.picture, at: frame.time) }
  }

  /// Passes the frames that are still held to the retimer.
  package mutating func admitWaiting(to retimer: inout FrameRetimer<SharedFrame>) {
    for frame in repeats?.finish() ?? [] { retimer.push(frame.picture, at: frame.time) }
  }

  /// Returns the ticks of an output at `frameRate`, with the parts that the retimer counts.
  package func ticks(_ frameRate: FrameRate) -> TickParts { TickParts(frameRate, count: parts) }

  // MARK: - After the retimer

  /// Returns the frame of a retimer tick; nil where that is only a part of an output tick.
  package mutating func make(_ shown: ShownFrame<SharedFrame>) throws(GStreamerError) -> Made? {
    guard exposed == nil else {
      guard let tick = exposed?.push(shown) else { return nil }
      return try make(tick)
    }
    let (first, last) = (shown.picture, shown.blend?.picture)
    // A source frame is tone-mapped once, however often it is shown.
    let buffer = last == nil ? try self.buffer(of: first) : try finished(mixed(shown))
    return Made(tick: shown.tick, buffer: buffer, first: first, last: last, samples: [])
  }

  /// Returns the frame of the last output tick, if parts of it are pending.
  package mutating func finish() throws(GStreamerError) -> Made? {
    guard let tick = exposed?.finish() else { return nil }
    return try make(tick)
  }

  /// Returns the processed buffer of one frame, for callers without ticks.
  package mutating func buffer(of picture: SharedFrame) throws(GStreamerError) -> Buffer {
    try (mapper?.map(picture) ?? picture).buffer.sharingMemory()
  }

  private mutating func make(_ tick: ShutterFrames<SharedFrame>.Tick) throws(GStreamerError) -> Made
  {
    let (one, other) = (tick.samples[0].shown, tick.samples[tick.samples.count - 1].shown)
    // In backward playback the latest frame comes first.
    let (early, late) = one.tick > other.tick ? (other, one) : (one, other)
    let (first, end) = (early.picture, late.blend?.picture ?? late.picture)
    return Made(
      tick: tick.number,
      buffer: try finished(mean(of: tick.samples)),
      first: first,
      last: end === first ? nil : end,
      samples: tick.samples
    )
  }

  /// Returns a buffer that shares the frame's memory, or a new one blended from two frames.
  private mutating func mixed(_ shown: ShownFrame<SharedFrame>) throws(GStreamerError) -> Buffer {
    guard shown.blend != nil else { return try shown.picture.buffer.sharingMemory() }
    guard let made = try maker?.buffer(for: shown) else { throw cannotMix }
    return made
  }

  private mutating func mean(
    of samples: [ShutterFrames<SharedFrame>.Sample]
  ) throws(GStreamerError) -> Buffer {
    if samples.count == 1 { return try mixed(samples[0].shown) }
    guard let made = try maker?.mean(of: samples) else { throw cannotMix }
    return made
  }

  /// Returns the motion from a frame to the one after it.
  ///
  /// - Throws: where optical flow is off, or the format does not support it.
  package mutating func motion(
    from first: SharedFrame,
    to second: SharedFrame
  ) throws(GStreamerError) -> FrameMotion {
    guard let motion = try maker?.motion(from: first, to: second) else { throw cannotMix }
    return motion
  }

  private var cannotMix: GStreamerError {
    GStreamerError(refusal ?? "frames cannot be mixed before their caps are known")
  }

  /// Returns the buffer after tone mapping, if that is on.
  private mutating func finished(_ made: consuming Buffer) throws(GStreamerError) -> Buffer {
    guard mapper != nil else { return made }
    return try buffer(of: SharedFrame(made))
  }
}
