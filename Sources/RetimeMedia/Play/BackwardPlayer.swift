// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem

/// The backward playback of a video track, GOP by GOP from the end, each decoded forwards.
struct BackwardPlayer {
  private let input: TrackInput
  private let grid: FrameGrid
  private let pass: PlaybackPass, number: Int
  private let end: RationalTime
  /// The selected part of the source.
  private let part: PartSegments
  /// The range of source times to output.
  private let window: (start: RationalTime, end: RationalTime)
  private let output: TrackReader.Output
  private let caps: Caps?
  /// Whether the pass may play less than the whole source.
  private let isPart: Bool
  private var stack: FrameStack
  /// The start of the frame after the next one to be output, in source time.
  private var following: RationalTime
  private var hasTold = false
  /// Whether all frames of the pass have been output.
  private var isComplete = false
  /// The number of frames dropped because they do not start before the one after them.
  private(set) var overtaken = 0
  /// The converter to the first frame's size and colorimetry.
  private(set) var steady: UniformFrames

  /// Creates a player of a pass; `end` is the source time until which the last frame is shown.
  init(
    _ input: TrackInput,
    _ output: TrackReader.Output,
    _ grid: FrameGrid,
    _ pass: PlaybackPass,
    _ number: Int,
    _ steady: UniformFrames,
    _ window: (start: RationalTime, end: RationalTime),
    isPart: Bool,
    end: RationalTime
  ) throws(WorkerFailure) {
    (self.window, self.isPart, self.end) = (window, isPart, end)
    (self.input, self.output, self.grid) = (input, output, grid)
    (self.pass, self.number) = (pass, number)
    self.steady = steady
    caps = if case .converted(let caps, _, _) = output { caps } else { nil }
    stack = FrameStack(maximumMemory: input.plan.maximumMemory)
    part = input.plan.source(of: input.track, from: nil).segments
    following = end
  }

  /// Outputs the frames from the last to the first.
  ///
  /// `kept`: the packets of the track, which are read once for all passes.
  mutating func play(
    from kept: inout PacketStore?,
    _ body: (PlayedFrame<DecodedFrame>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    if kept == nil { kept = try keepPackets() }
    guard let store = kept else { return }
    let (input, output) = (self.input, self.output)
    // Without presentation times, only a decoder that starts at the beginning finds them.
    guard !store.isUntimed else {
      return try play(nil, before: nil, body) { () throws(WorkerFailure) in try input.open(output) }
    }
    let decoder = try input.reading { [caps] () throws(GStreamerError) in
      try GOPDecoder(store, caps: caps, onError: input.onReadError)
    }
    input.inputs.add(decoder)
    defer { input.inputs.close(decoder) }
    var next: PacketStore.Group?
    var group = try store.last()
    while isPart, let current = group, let time = time(of: current, store), time >= window.end {
      following = min(following, time)
      next = current
      group = try store.before(current)
    }
    while let current = group, !isComplete {
      let neighbour = next.flatMap { $0.stretch == current.stretch ? $0 : nil }
      let start = current.previous == nil ? nil : current.start
      try play(start, before: neighbour?.start, body) { () throws(WorkerFailure) in
        try input.reading { () throws(GStreamerError) in
          try decoder.begin(current, next: neighbour)
          return decoder
        }
      }
      next = current
      group = try store.before(current)
    }
  }

  /// Returns the start of a GOP's first frame in the source.
  private func time(of group: PacketStore.Group, _ store: PacketStore) -> RationalTime? {
    guard let start = group.start, let segment = store.segment(of: group) else { return nil }
    return segment.time(of: start).map(playedTime)
  }

  /// Returns the start in the source of a frame with a time of the container.
  private func playedTime(_ time: StreamTime) -> RationalTime {
    let exact = grid.time(of: time)
    return isPart ? pass.aligned(exact, rounding: RationalTime(input.track.rounding)) : exact
  }

  /// Reads the packets of the whole track.
  private func keepPackets() throws(WorkerFailure) -> PacketStore {
    var store = try PacketStore()
    let reader = try input.open(.encoded)
    defer { reader.stop() }
    while let next = reader.next() {
      input.watchdog.feed()
      try store.append(next)
      if let time = next.buffer.decodeTime ?? next.buffer.presentationTime {
        let read = (next.segment.time(of: time) ?? 0) - input.plan.origin
        input.progress.read(to: max(0, read).nanoseconds)
      }
    }
    input.progress.endReading()
    return store
  }

  /// Plays the frames from `start` to before `limit`.
  ///
  /// Decodes them again whenever the stack could not hold all of them.
  private mutating func play(
    _ start: ClockTime?,
    before limit: ClockTime?,
    _ body: (PlayedFrame<DecodedFrame>) throws(WorkerFailure) -> Void,
    decode: () throws(WorkerFailure) -> any FrameDecoder
  ) throws(WorkerFailure) {
    var limit = limit
    while true {
      let decoder = try decode()
      try collect(from: decoder, start, limit)
      decoder.endGroup()
      tell()
      // The dropped frames precede the remaining ones.
      limit = stack.hasLetGo ? stack.oldest : nil
      while let waiting = try stack.pop() { try handOut(waiting, body) }
      if limit == nil || isComplete { return }
    }
  }

  private mutating func collect(
    from decoder: any FrameDecoder,
    _ first: ClockTime?,
    _ limit: ClockTime?
  ) throws(WorkerFailure) {
    while let next = decoder.next() {
      input.watchdog.feed()
      guard let caps = next.caps, let start = next.buffer.presentationTime else { continue }
      if let limit, start >= limit { return }
      if let first, start < first { continue }
      guard
        let range = part.shown(
          from: start,
          duration: next.buffer.plausibleDuration,
          in: next.segment
        )
      else { continue }
      if let cut = input.plan.end, range.start >= cut { continue }
      let time = playedTime(range.start)
      if isPart, time >= window.end {
        following = min(following, time)
        return
      }
      let picture = SharedFrame(next.buffer)
      let waiting = StackedFrame(picture: picture, caps: caps, position: start, time: time)
      try input.reading { () throws(GStreamerError) in try stack.push(waiting) }
    }
  }

  private mutating func handOut(
    _ waiting: StackedFrame,
    _ body: (PlayedFrame<DecodedFrame>) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    guard !isComplete else { return }
    // A frame that does not start before the one after it is never shown.
    guard waiting.time < following else {
      overtaken += 1
      return
    }
    let end = following
    following = waiting.time
    let shown = try input.steady(waiting.picture, waiting.caps, &steady)
    let frame = SourceFrame(shown, start: waiting.time, end: end)
    try body(frame.played(number, pass))
    if isPart, waiting.time <= window.start { isComplete = true }
  }

  /// Reports once that frames are kept in a scratch file or decoded more than once.
  private mutating func tell() {
    guard !hasTold, stack.wasLarger || stack.hasLetGo else { return }
    hasTold = true
    let size = "\(input.plan.maximumMemory >> 20)M"
    input.onNotice(
      "a GOP needs more memory than --max-memory \(size): "
        + (stack.hasLetGo
          ? "it is decoded several times"
          : "the rest is stored in a scratch file in \(ScratchFile.folder)")
    )
  }
}

/// A decoder that outputs frames in presentation order.
protocol FrameDecoder {
  /// Returns the next frame; nil after the last one, and when stopped.
  func next() -> SourceBuffer?
  /// Ends the current GOP, of which no more frames are needed.
  func endGroup()
}

extension TrackReader: FrameDecoder {
  func endGroup() { stop() }
}
