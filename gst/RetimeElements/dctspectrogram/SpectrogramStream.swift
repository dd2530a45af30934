// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// What the streaming thread of a `dctspectrogram` works with: sound in, pictures at ticks out.
///
/// Samples and ticks are counted from the segment's start.
struct SpectrogramStream: Sendable {
  /// What was negotiated.
  struct Form: Sendable {
    let layout: AudioLayout
    let shape: SpectrumShape
    let ticks: SpectrumTicks
    let output: Caps
    let analyzer: SpectrumAnalyzer
    let picture: ScrollingSpectrum
  }

  private(set) var form: Form?
  /// Caps that could not be negotiated: they come again with each buffer, and one error is enough.
  var refused: Caps?
  private(set) var segment: Segment?
  /// Whether the next picture does not follow on the one before.
  var isDiscontinuous = true

  private var framer: SpectrumFramer?
  private var picture: ScrollingSpectrum?
  private var block = SpectrumBlock()
  /// The sample at which the framer began.
  private var origin = 0
  private var nextTick = 0
  /// Whether there are columns that no picture has shown.
  private var hasNews = false

  /// The sample that is expected next.
  private var reached: Int { origin + (framer?.sampleCount ?? 0) }

  // MARK: - What comes first

  /// Takes a new form; frames begin anew, and a picture of the same kind is kept.
  mutating func setForm(_ new: Form) {
    if let form {
      let time = RationalTime(Int64(reached), Int64(form.ticks.sampleRate))
      origin = Int(time.ticks(timescale: Int64(new.ticks.sampleRate)))
      if form.ticks.frameRate != new.ticks.frameRate {
        nextTick = new.ticks.tick(atSample: origin)
      }
    }
    if picture == nil || form.map({ !$0.output.isEqual(to: new.output) }) ?? true {
      picture = new.picture
    }
    framer = SpectrumFramer(shape: new.shape)
    form = new
  }

  /// Takes a segment, and gives that of the pictures: the same, with room for the last one.
  mutating func setSegment(_ new: Segment) -> Segment {
    segment = new
    guard let ticks = form?.ticks, let start = new.start?.signed, let stop = new.stop?.signed else {
      return new
    }
    let length = RationalTime(nanoseconds: stop.saturatingDifference(start))
    let samples = Int(length.ticks(timescale: Int64(ticks.sampleRate)))
    let last = Int64(ticks.tick(atSample: samples)).saturatingSum(1)
    let end = ticks.frameRate.time(ofTick: Int(last)).nanoseconds
    return new.ending(at: ClockTime(clamping: start.saturatingSum(end)))
  }

  /// Forgets all sound, as after a flush; the form stays.
  mutating func reset() {
    segment = nil
    framer = form.map { SpectrumFramer(shape: $0.shape) }
    picture = form?.picture
    (origin, nextTick, isDiscontinuous, hasNews) = (0, 0, true, false)
  }

  // MARK: - Sound

  /// Looks where the next samples lie, and starts new frames where they do not follow on the last.
  ///
  /// False for a place that no sound can have.
  mutating func place(_ time: ClockTime, isJump: Bool) -> Bool {
    guard let form, let segment else { return false }
    let offset = time.signed.saturatingDifference(segment.start?.signed ?? 0)
    guard offset >= 0, offset < 1 << 56 else { return false }
    let rate = form.ticks.sampleRate
    let sample = Int(RationalTime(nanoseconds: offset).ticks(timescale: Int64(rate)))
    // Timestamps are rounded by others: only a jump that can be heard starts anew.
    let tolerance = isJump ? 1 : max(1, rate / 32)
    guard abs(sample - reached) > tolerance else { return true }
    framer = SpectrumFramer(shape: form.shape)
    origin = sample
    // Where there is no sound there are no pictures; the last one stays.
    let tick = form.ticks.tick(atSample: sample)
    if tick > nextTick { (nextTick, isDiscontinuous) = (tick, true) }
    return true
  }

  /// Takes samples.
  mutating func append(_ buffer: borrowing Buffer) throws(GStreamerError) {
    switch form?.layout.format {
    case "S8": try append(buffer, Int8.self)
    case "U8": try append(buffer, UInt8.self)
    case "S16LE": try append(buffer, Int16.self)
    case "S24LE": try append(buffer, Int24.self)
    case "S24_32LE": try append(buffer, Int24In32.self)
    case "S32LE": try append(buffer, Int32.self)
    case "F32LE": try append(buffer, Float.self)
    default: try append(buffer, Double.self)
    }
  }

  private mutating func append<Value: AudioSample>(
    _ buffer: borrowing Buffer,
    _ type: Value.Type
  ) throws(GStreamerError) {
    let channels = form?.layout.channels ?? 1
    try buffer.withSpan(of: type) { (samples: Span<Value>) throws(GStreamerError) in
      framer?.append(samples, channelCount: channels)
    }
  }

  // MARK: - Pictures

  /// The next tick whose sound has come, with its columns in the picture; nil when there is none yet.
  mutating func next() -> Int? {
    guard let form, form.ticks.samples(byTick: nextTick) <= reached else {
      analyze(upTo: .max)
      return nil
    }
    analyze(upTo: form.ticks.frames(byTick: nextTick, of: form.shape, from: origin))
    return take()
  }

  /// The tick of a last picture, if there are columns that were not shown.
  mutating func finish() -> Int? {
    framer?.finish()
    analyze(upTo: .max)
    return hasNews ? take() : nil
  }

  private mutating func take() -> Int {
    hasNews = false
    nextTick += 1
    return nextTick - 1
  }

  /// Puts the columns of frames into the picture, up to a number of frames since the framer began.
  private mutating func analyze(upTo frames: Int) {
    let most = 64
    while let form, let taken = framer?.takenFrames, taken < frames,
      framer?.take(atMost: min(most, frames - taken), into: &block) ?? false
    {
      form.analyzer.columns(of: block, fold: 0) { columns in
        for index in 0..<block.count {
          let rows = form.shape.size
          picture?.append(columns.extracting(index * rows..<(index + 1) * rows))
        }
      }
      hasNews = true
    }
  }

  /// A buffer with the picture as it is.
  func makeBuffer() throws(GStreamerError) -> Buffer {
    let (columns, rows) = (picture?.columns ?? 0, picture?.rows ?? 0)
    var buffer = try Buffer(byteCount: 4 * columns * rows)
    try buffer.withMutableSpan(of: UInt32.self) {
      (pixels: inout MutableSpan<UInt32>) throws(GStreamerError) in
      picture?.draw(into: &pixels)
    }
    return buffer
  }
}
