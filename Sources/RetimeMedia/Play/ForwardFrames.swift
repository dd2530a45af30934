// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The decoded frames of a track in the order of the source, from a source time on.
///
/// Several sources are read one after the other. Where a source has no frame, the last one before it
/// is repeated, so that a source without video lasts as long as one with video.
struct ForwardFrames {
  private let input: TrackInput
  private let output: TrackReader.Output
  private let onElement: (@Sendable (Element) -> Void)?
  private let pieces: [SourcePiece]
  /// The duration of a repeated frame.
  private let interval: RationalTime
  /// The source that is read, its reader once it is open, and its grid of frame times.
  private var index: Int
  private var reader: TrackReader?
  private var grid: FrameGrid
  /// The source time to start at, until the first reader is open.
  private var start: RationalTime
  /// The last frame that was output, and the one that waits until the gap before it is filled.
  private var last: SourceFrame<DecodedFrame>?, waiting: SourceFrame<DecodedFrame>?
  /// The caps of the first frame.
  private var caps: Caps?

  /// Creates the frames that are shown at `start` or later, and a few before them.
  ///
  /// `onElement`: gets each element of a reader before it runs.
  init(
    _ input: TrackInput,
    _ output: TrackReader.Output,
    from start: RationalTime,
    onElement: (@Sendable (Element) -> Void)?
  ) {
    (self.input, self.output, self.onElement, self.start) = (input, output, onElement, start)
    pieces = input.pieces
    grid = input.plan.grid(of: input.track)
    let rate =
      if case .video(let video) = input.track.media { video.frameRate } else { FrameRate?.none }
    interval = rate?.time(ofTick: 1) ?? RationalTime(1, 30)
    let begin = start - Self.lead
    index = pieces.lastIndex { $0.start <= begin } ?? 0
  }

  /// Returns the next frame, converted by `steady`; nil after the last one, and when stopped.
  mutating func next(
    _ steady: inout UniformFrames
  ) throws(WorkerFailure) -> SourceFrame<DecodedFrame>? {
    while index < pieces.count {
      let piece = pieces[index]
      let next = if let waiting { waiting } else { try read(piece, &steady) }
      if let frame = next {
        if let held = held(until: frame.start) {
          waiting = frame
          return held
        }
        waiting = nil
        last = frame
        return frame
      }
      let isLast = index == pieces.count - 1
      if let end = piece.end, !isLast || piece.input == nil, let held = held(until: end) {
        return held
      }
      index += 1
      if pieces.count > 1 { close() }
    }
    return nil
  }

  /// Closes the reader that is open.
  mutating func close() {
    if let reader { input.inputs.close(reader) }
    reader = nil
  }

  /// Returns the last frame again if nothing is shown from its end until a time; nil if there is no gap.
  private mutating func held(until time: RationalTime) -> SourceFrame<DecodedFrame>? {
    guard pieces.count > 1, let last else { return nil }
    let start = max(last.start + interval, min(last.end ?? last.start, time))
    guard time - start >= interval else { return nil }
    let frame = SourceFrame(last.content, start: start, end: start + interval)
    self.last = frame
    return frame
  }

  /// Returns the next frame of a source; nil after its last one.
  private mutating func read(
    _ piece: SourcePiece,
    _ steady: inout UniformFrames
  ) throws(WorkerFailure) -> SourceFrame<DecodedFrame>? {
    guard let own = piece.input else { return nil }
    if reader == nil {
      grid = own.plan.grid(of: own.track)
      reader = try own.open(output, from: own.begin(at: start - piece.start), onElement: onElement)
      start = .zero
    }
    while let next = reader?.next() {
      own.watchdog.feed()
      guard let range = next.shown else { continue }
      let time = grid.time(of: own.begin(ofFrameShownFrom: range.start)) + piece.start
      let until = range.end > range.start ? grid.time(of: range.end) + piece.start : nil
      if let end = piece.end, time >= end { return nil }
      var shown = try own.steady(SharedFrame(next.buffer), next.caps, &steady)
      shown.source = index
      if pieces.count > 1 { shown.caps = sameCaps(shown.caps) }
      return SourceFrame(shown, start: time, end: until)
    }
    return nil
  }

  /// Returns the caps of the first frame if those of another source's frame differ in nothing that counts.
  private mutating func sameCaps(_ given: Caps?) -> Caps? {
    guard let given else { return nil }
    guard let caps else {
      self.caps = given
      return given
    }
    return given.isSame(as: caps, in: Self.fields) ? caps : given
  }

  private static let fields = UniformFrames.fields + ["interlace-mode", "field-order"]

  /// The distance before a time at which reading starts; twice as much is read without a seek.
  private static var lead: RationalTime { TrackInput.lead }
}

extension TrackInput {
  /// Returns the start of a frame that is shown from a time on.
  ///
  /// Decoders clip the frame that is shown when the part starts. With its own time it does not
  /// replace one that starts a moment later.
  fileprivate func begin(ofFrameShownFrom time: StreamTime) -> StreamTime {
    guard case .video(let video) = track.media, time <= plan.origin else { return time }
    return video.begin ?? time
  }

  /// Returns the source time to start reading at for frames at `time` or later; nil for the start.
  ///
  /// It is well before `time`, so that the frame shown then has its own time.
  fileprivate func begin(at time: RationalTime) -> StreamTime? {
    let start = time - Self.lead
    if plan.parts != nil, case .video(let video) = track.media, video.isEnterable != true {
      return nil
    }
    guard start > Self.lead, plan.isChained != true, !plan.countsPictures, track.clockShift == nil,
      track.links == nil
    else { return nil }
    return start.streamTime + plan.origin
  }

  fileprivate static let lead = RationalTime(10, 1)
}
