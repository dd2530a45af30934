// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The streaming thread's state in `dctspectrogram`: audio in, video frames at ticks out.
///
/// Samples and ticks are counted from the segment's start.
struct SpectrogramStream: Sendable {
  /// The negotiated format.
  struct Format: Sendable {
    let layout: AudioLayout
    let shape: SpectrumShape
    let ticks: SpectrumTicks
    let output: Caps
    let analyzer: SpectrumAnalyzer
    let picture: ScrollingSpectrum
  }

  private(set) var format: Format?
  /// The refused caps: each buffer negotiates again, but the error is posted once.
  var refused: Caps?
  private(set) var segment: Segment?
  /// Whether the next video frame does not follow the previous one.
  var isDiscontinuous = true

  private var framer: SpectrumFramer?
  private var picture: ScrollingSpectrum?
  private var block = SpectrumBlock()
  /// The sample at which the framer started.
  private var origin = 0
  private var nextTick = 0
  /// Whether columns were added since the last video frame.
  private var hasNews = false

  /// The next expected sample.
  private var reached: Int { origin + (framer?.sampleCount ?? 0) }

  // MARK: - Caps and segments

  /// Sets a new format; transform frames start anew, and an image of the same format is kept.
  mutating func setFormat(_ new: Format) {
    if let format {
      let time = RationalTime(Int64(reached), Int64(format.ticks.sampleRate))
      origin = Int(time.ticks(timescale: Int64(new.ticks.sampleRate)))
      if format.ticks.frameRate != new.ticks.frameRate {
        nextTick = new.ticks.tick(atSample: origin)
      }
    }
    if picture == nil || format.map({ !$0.output.isEqual(to: new.output) }) ?? true {
      picture = new.picture
    }
    framer = SpectrumFramer(shape: new.shape)
    format = new
  }

  /// Sets the segment, and returns the output segment, whose stop includes the last video frame.
  mutating func setSegment(_ new: Segment) -> Segment {
    segment = new
    guard let ticks = format?.ticks, let start = new.start?.signed, let stop = new.stop?.signed
    else { return new }
    let length = RationalTime(nanoseconds: stop.saturatingDifference(start))
    let samples = Int(length.ticks(timescale: Int64(ticks.sampleRate)))
    let last = Int64(ticks.tick(atSample: samples)).saturatingSum(1)
    let end = ticks.frameRate.time(ofTick: Int(last)).nanoseconds
    return new.ending(at: ClockTime(clamping: start.saturatingSum(end)))
  }

  /// Drops all audio, as after a flush; the format is kept.
  mutating func reset() {
    segment = nil
    framer = format.map { SpectrumFramer(shape: $0.shape) }
    picture = format?.picture
    (origin, nextTick, isDiscontinuous, hasNews) = (0, 0, true, false)
  }

  // MARK: - Audio

  /// Moves to the time of the next samples, and starts new frames if they do not follow the last ones.
  ///
  /// Returns false for a time before the segment, or 2⁵⁶ ns or more after its start.
  mutating func seek(to time: ClockTime, isJump: Bool) -> Bool {
    guard let format, let segment else { return false }
    let offset = time.signed.saturatingDifference(segment.start?.signed ?? 0)
    guard offset >= 0, offset < 1 << 56 else { return false }
    let rate = format.ticks.sampleRate
    let sample = Int(RationalTime(nanoseconds: offset).ticks(timescale: Int64(rate)))
    // Upstream rounds timestamps: only an audible jump is a discontinuity.
    let tolerance = isJump ? 1 : max(1, rate / 32)
    guard abs(sample - reached) > tolerance else { return true }
    framer = SpectrumFramer(shape: format.shape)
    origin = sample
    // A gap in the audio has no video frames; the last one stays on screen.
    let tick = format.ticks.tick(atSample: sample)
    if tick > nextTick { (nextTick, isDiscontinuous) = (tick, true) }
    return true
  }

  /// Appends samples.
  mutating func append(_ buffer: borrowing Buffer) throws(GStreamerError) {
    let type: any AudioSample.Type = sampleType(format?.layout.format ?? "") ?? Double.self
    try append(buffer, type)
  }

  private mutating func append<Value: AudioSample>(
    _ buffer: borrowing Buffer,
    _ type: Value.Type
  ) throws(GStreamerError) {
    let channels = format?.layout.channels ?? 1
    try buffer.withSpan(of: type) { (samples: Span<Value>) throws(GStreamerError) in
      framer?.append(samples, channelCount: channels)
    }
  }

  // MARK: - Video frames

  /// Returns the next tick with complete audio, after its columns were drawn; nil if there is none yet.
  mutating func next() -> Int? {
    guard let format, format.ticks.samples(byTick: nextTick) <= reached else {
      analyze(upTo: .max)
      return nil
    }
    analyze(upTo: format.ticks.frames(byTick: nextTick, of: format.shape, from: origin))
    return take()
  }

  /// Returns the tick of a last frame if there are columns not shown yet.
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

  /// Adds columns to the image, up to a number of transform frames since the framer started.
  private mutating func analyze(upTo frames: Int) {
    let most = 64
    while let format, let taken = framer?.takenFrames, taken < frames,
      framer?.take(atMost: min(most, frames - taken), into: &block) ?? false
    {
      format.analyzer.columns(of: block, fold: 0) { columns in
        for index in 0..<block.count {
          let rows = format.shape.size
          picture?.append(columns.extracting(index * rows..<(index + 1) * rows))
        }
      }
      hasNews = true
    }
  }

  /// Returns a buffer with the current image.
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
