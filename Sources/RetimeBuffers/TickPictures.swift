// SPDX-License-Identifier: MPL-2.0

public import GStreamer
public import RetimeCore

/// What stands around a retimer: which pictures reach it, and what is made of those that it names.
///
///     try pictures.admit(picture, at: time, to: &retimer)
///     while let shown = retimer.next() { if let made = try pictures.make(shown) { … } }
///
/// One picture is its own memory. Of two it makes a new one: their mix, or one along the motion between them, which is
/// worked out once for as many pictures as are made of the same two.
///
/// The retimer's ticks are the parts of those of the output, ``ticks(_:)``.
public struct TickPictures: Sendable {
  /// How pictures are made; the default changes none.
  public struct Settings: Sendable {
    /// How well motion is followed; nil to mix pictures as they are.
    public var flow: FlowQuality?
    /// How many threads follow motion at most; nil for as many as there are processors.
    public var threads: Int?
    /// Whether pictures that only repeat the one before them are shown like others.
    public var keepsRepeats: Bool
    /// How the time of a tick is divided; nil where each tick shows one moment.
    public var exposure: MotionBlur.Exposure?
    /// How pictures become SDR; nil where they stay as they are.
    public var converter: SDRConverter?

    /// Settings that change no picture, unless they say otherwise.
    public init(
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

  /// What one tick of the output shows.
  @frozen public struct Made: ~Copyable {
    /// The tick of the output.
    public let tick: Int
    /// Its picture, whose times and flags are the caller's to write.
    public var buffer: Buffer
    /// The source picture it is, or the earliest it is made of, and the latest one of several.
    public let first: Picture, last: Picture?
    /// What is seen in the time of the tick; empty where it shows one moment.
    fileprivate let samples: [ExposedTicks<Picture>.Sample]

    /// Whether it is a picture of the source as it came.
    public var isSource: Bool { last == nil && samples.count < 2 }

    /// Calls `body` with each picture that it is made of, or with two that are mixed, in the order in which they came.
    public borrowing func forEachSource(_ body: (Picture, Picture?) -> Void) {
      if samples.isEmpty { return body(first, last) }
      for sample in samples { body(sample.shown.picture, sample.shown.blend?.picture) }
    }

    /// The flags of a buffer that joins all pictures that it is made of.
    public borrowing func joinedMarks() -> BufferMarks {
      var marks = first.buffer.marks
      forEachSource { one, other in
        marks = marks.joined(one.buffer.marks)
        if let other { marks = marks.joined(other.buffer.marks) }
      }
      return marks
    }
  }

  /// Parts of a tick's time.
  private let parts: Int
  private let flow: FlowQuality?
  private let threads: Int?
  /// Makes pictures of the layout; nil where its components cannot be mixed.
  private var maker: (any PictureMaking)?
  private var repeats: RepeatFilter<Picture>?
  private var exposed: ExposedTicks<Picture>?
  private var mapper: PictureToneMapper?

  /// Pictures that know no layout yet.
  public init(_ settings: Settings = Settings()) {
    parts = settings.exposure?.parts ?? 1
    (flow, threads) = (settings.flow, settings.threads)
    repeats = settings.flow == nil || settings.keepsRepeats ? nil : RepeatFilter()
    exposed = settings.exposure.map(ExposedTicks.init)
    mapper = settings.converter.map(PictureToneMapper.init)
  }

  /// The formats of which pictures are made, as caps: those whose components can be mixed one by one; for motion, those
  /// where each component has a plane of its own.
  public static func caps(flow: Bool) -> String {
    VideoFormat.caps(flow ? VideoFormat.plain.filter(\.isPlanar) : VideoFormat.plain)
  }

  /// Bits of a component of pictures with these caps; 8 for formats of another kind.
  public static func depth(_ caps: Caps) -> Int {
    guard let format = VideoFormat(caps), format.isPlain else { return 8 }
    return format.valueBits
  }

  /// Takes on the layout of the pictures to come.
  public mutating func setLayout(_ caps: Caps) {
    mapper?.setLayout(caps)
    guard let format = VideoFormat(caps), format.isPlain, let layout = VideoLayout(caps) else {
      return maker = nil
    }
    let flow = format.isPlanar ? self.flow : nil
    maker =
      format.isWide
      ? PictureMaker<UInt16>(layout, bits: format.valueBits, flow: flow, threads: threads)
      : PictureMaker<UInt8>(layout, bits: format.valueBits, flow: flow, threads: threads)
  }

  // MARK: - Before the retimer

  /// Hands the next picture to the retimer, at its time, unless it waits for what comes behind it.
  ///
  /// - Complexity: O(1), and one look at the picture where it may repeat another one.
  public mutating func admit(
    _ picture: Picture,
    at time: RationalTime,
    to retimer: inout FrameRetimer<Picture>
  ) throws(GStreamerError) {
    guard repeats != nil else { return retimer.push(picture, at: time) }
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

  /// Hands the pictures that still wait to the retimer.
  public mutating func admitWaiting(to retimer: inout FrameRetimer<Picture>) {
    for frame in repeats?.finish() ?? [] { retimer.push(frame.picture, at: frame.time) }
  }

  /// The ticks of an output at a rate, of which the retimer counts the parts.
  public func ticks(_ frameRate: FrameRate) -> TickParts { TickParts(frameRate, count: parts) }

  // MARK: - Behind the retimer

  /// What the next tick of the retimer shows; nil where that is only a part of a tick of the output.
  public mutating func make(_ shown: ShownFrame<Picture>) throws(GStreamerError) -> Made? {
    guard exposed == nil else {
      guard let tick = exposed?.push(shown) else { return nil }
      return try make(tick)
    }
    let (first, last) = (shown.picture, shown.blend?.picture)
    // One picture is mapped once, however often it is shown.
    let buffer = last == nil ? try self.buffer(of: first) : try finished(mixed(shown))
    return Made(tick: shown.tick, buffer: buffer, first: first, last: last, samples: [])
  }

  /// What is left of the last tick of the output.
  public mutating func finish() throws(GStreamerError) -> Made? {
    guard let tick = exposed?.finish() else { return nil }
    return try make(tick)
  }

  /// What is shown of a picture by itself, where there are no ticks.
  public mutating func buffer(of picture: Picture) throws(GStreamerError) -> Buffer {
    try (mapper?.map(picture) ?? picture).buffer.sharingMemory()
  }

  private mutating func make(_ tick: ExposedTicks<Picture>.Tick) throws(GStreamerError) -> Made {
    let (one, other) = (tick.samples[0].shown, tick.samples[tick.samples.count - 1].shown)
    // Backwards the latest comes first.
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

  /// The picture's own memory, or what is made of two.
  private mutating func mixed(_ shown: ShownFrame<Picture>) throws(GStreamerError) -> Buffer {
    guard shown.blend != nil else { return try shown.picture.buffer.sharingMemory() }
    guard let made = try maker?.buffer(for: shown) else { throw Self.cannotMix }
    return made
  }

  private mutating func mean(
    of samples: [ExposedTicks<Picture>.Sample]
  ) throws(GStreamerError) -> Buffer {
    if samples.count == 1 { return try mixed(samples[0].shown) }
    guard let made = try maker?.mean(of: samples) else { throw Self.cannotMix }
    return made
  }

  /// The motion from a picture to the one after it.
  ///
  /// - Throws: where motion is not followed, or not in pictures of this format.
  public mutating func motion(
    from first: Picture,
    to second: Picture
  ) throws(GStreamerError) -> PictureMotion {
    guard let motion = try maker?.motion(from: first, to: second) else { throw Self.cannotMix }
    return motion
  }

  private static var cannotMix: GStreamerError {
    GStreamerError("pictures of this format cannot be mixed; put videoconvert before it")
  }

  /// What is shown of a buffer that was made.
  private mutating func finished(_ made: consuming Buffer) throws(GStreamerError) -> Buffer {
    guard mapper != nil else { return made }
    return try buffer(of: Picture(made))
  }
}
