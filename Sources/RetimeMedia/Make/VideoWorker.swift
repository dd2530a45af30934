// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A worker that gives the frames of a video track their new times, on a thread of its own.
///
/// Pixels do not change unless frames are blended, interpolated, deinterlaced or tone-mapped.
struct VideoWorker {
  private let task: TrackTask
  private let map: TimeMap
  private let played: PlayedTrack
  /// The pass of the current frames.
  private var pass = 0
  private let selection: FrameSelection, keepsUnchanged: Bool
  private let frameRate: FrameRate?
  private let announced: FrameRate?
  /// The output times of the frames to make; nil for all.
  private let span: Plan.Span?
  /// The frames to make and the packets to decode for smart rendering; nil for all.
  private var joins: JoinSpans?, joinFilter: JoinFilter?
  /// The output times within which repeated frames are replaced, nil for all; and the span of the last frame.
  private let replaced: JoinSpans?
  private var replacedSpan: Int?
  private let colors: Plan.Colors?
  /// The pixel aspect ratio, if the container states it.
  private let aspect: String?
  private let source: FrameSource
  private var retimer: FrameRetimer<SharedFrame>?
  private var pictures: TickFrames
  private var fields: FieldFilter
  private var caps: Caps?
  private var held: (picture: SharedFrame, time: RationalTime)?
  /// The last frame of a pass, which is shown on if the next pass has none.
  private var last: SharedFrame?
  /// The start of the last frame emitted in the pass.
  private var latest: RationalTime?
  private var extent = VideoExtent()
  /// The number of frames dropped because their time repeats or precedes that of an earlier one.
  private var overtaken = 0

  /// Creates a worker.
  ///
  /// `smart`: the smart rendering whose encoded frames are made; nil for all frames. `form`: the form of
  /// the input; nil for that which the settings require.
  init(
    _ task: TrackTask,
    _ video: Plan.Video,
    smart: Plan.Smart? = nil,
    form: TrackReader.Output? = nil
  ) throws(WorkerFailure) {
    joins = smart.map { JoinSpans($0.encodedTimes) }
    replaced = video.flow?.replaced.map(JoinSpans.init)
    joinFilter = smart.map { JoinFilter(task.plan, task.track, $0) }
    self.task = task
    map = task.plan.timeMap
    played = task.input.played
    let form = if let form { form } else { try Self.form(video) }
    source = try FrameSource(task.input, form)
    (colors, aspect) = (video.colors, video.aspect)
    fields = FieldFilter(video.fields, order: video.fieldOrder)
    pictures = TickFrames(task.plan.pictures(of: video))
    let rate = video.frameRate
    frameRate = rate
    announced = video.announcedFrameRate
    (selection, keepsUnchanged) = (video.selection ?? .nearest, video.keepsUnchanged ?? false)
    span = video.span
    pass = PassWindows(task.plan, task.track, span).passes.lowerBound
    retimer = retimer(from: rate.map { firstPart($0) } ?? 0)
  }

  /// Returns the first part of the first tick of the span.
  private func firstPart(_ rate: FrameRate) -> Int {
    span?.from.map { pictures.ticks(rate).endPart(before: $0) } ?? 0
  }

  /// Returns the form of the input: the decoder's output, unless other frames are made of it.
  private static func form(_ video: Plan.Video) throws(WorkerFailure) -> TrackReader.Output {
    let isMixed = video.selection?.joinsFrames == true || video.motionBlur != nil
    let form =
      video.colors?.toneMapping?.form ?? video.colors?.planarForm
      ?? (isMixed ? TickFrames.caps : nil)
    guard let form else { return .pictures }
    do {
      return .converted(try Caps(form))
    } catch {
      throw .error(RetimeError(.missingCodec, "\(error)"))
    }
  }

  /// Reads the frames, changes their times and writes them.
  mutating func run() throws(WorkerFailure) {
    let source = self.source
    let sieve = joinFilter == nil ? PacketFilter(task.plan, task.track, map) : nil
    let onElement = joinFilter?.watch ?? sieve?.watch
    let decodesAll = onElement == nil
    var decoded = 0
    let before = try source.play(onElement: onElement, span: span) { (next) throws(WorkerFailure) in
      decoded += 1
      for picture in try fields.push(next) { try take(picture) }
    }
    for picture in try fields.finish() { try take(picture) }
    while pass + 1 < played.passes.count { try endPass(at: played.passes[pass].outputEnd) }
    try endPass(at: end)
    overtaken += before
    try tellMissing(decodesAll ? decoded + before : nil)
  }

  /// The end of the track in the output, which the last frame does not always state.
  private var end: RationalTime {
    // A longer gap than a second is missing frames, which are not replaced.
    let missing = played.end - extent.end
    let isComplete = missing.seconds < 1 && (missing > .zero || task.plan.map != nil)
    return isComplete ? played.output.end : map.outputTime(ofSource: extent.end)
  }

  private mutating func take(_ next: PlayedFrame<DecodedFrame>) throws(WorkerFailure) {
    if let new = next.caps, caps.map({ !$0.isEqual(to: new) }) ?? true {
      caps = new
      try announce(new)
    }
    while pass < next.pass { try endPass(at: played.passes[pass].outputEnd) }
    extent.note(next.start, end: next.end)
    if var retimer = retimer.take() {
      let mayRepeat = enterSpan(
        at: map.outputTime(of: next.start, in: played.passes[pass]),
        &retimer
      )
      try making { (pictures) throws(GStreamerError) in
        try pictures.admit(next.picture, at: next.start, mayRepeat: mayRepeat, to: &retimer)
      }
      self.retimer = retimer
      try drain()
    } else {
      // The duration of a frame is known when the next one arrives.
      if let latest, next.start <= latest {
        overtaken += 1
        return
      }
      if let held, held.time < next.start {
        try emit(held, to: map.outputTime(ofSource: next.start))
        latest = held.time
      } else if held != nil {
        overtaken += 1
      }
      held = (next.picture, next.start)
    }
    if played.passes.count > 1 { last = next.picture }
  }

  /// Returns whether a frame at an output time may be replaced if it repeats the one before it.
  ///
  /// Frames of different spans are not compared, as those in between may not be decoded.
  private mutating func enterSpan(
    at time: RationalTime,
    _ retimer: inout FrameRetimer<SharedFrame>
  ) -> Bool {
    guard let replaced else { return true }
    let span = replaced.index(at: time)
    if span != replacedSpan { pictures.admitWaiting(to: &retimer) }
    replacedSpan = span
    return span != nil
  }

  /// Shows the remaining frames of a pass until an output time, and starts the next pass.
  private mutating func endPass(at end: RationalTime) throws(WorkerFailure) {
    let this = played.passes[pass]
    if let held { try emit(held, to: max(end, outputStart(of: held))) }
    if var retimer = retimer.take() {
      pictures.admitWaiting(to: &retimer)
      if retimer.isEmpty, let last { retimer.push(last, at: this.start) }
      retimer.finish(atOutput: end)
      self.retimer = retimer
    }
    try drain()
    try push(making { (pictures) throws(GStreamerError) in try pictures.finish() })
    (held, latest) = (nil, nil)
    pass += 1
    guard pass < played.passes.count else { return }
    retimer = retimer(from: retimer?.nextTick ?? 0)
  }

  /// Returns a retimer for the ticks of the pass from a part on; nil if frames keep their own times.
  private func retimer(from part: Int) -> FrameRetimer<SharedFrame>? {
    frameRate.map { rate in
      let ticks = pictures.ticks(rate)
      let isLast = pass + 1 == played.passes.count && task.plan.map == nil
      let ends = [isLast ? nil : played.passes[pass].outputEnd, span?.to].compactMap(\.self)
      var retimer = FrameRetimer<SharedFrame>(
        map: map,
        frameRate: ticks.rate,
        selection: selection,
        firstTick: ticks.first(ofTick: ticks.tick(fromPart: part)),
        endTick: ends.min().map(ticks.endPart) ?? .max,
        ticksPerFrame: ticks.count
      )
      retimer.keepsUnchanged = keepsUnchanged
      return retimer
    }
  }

  /// Reports frames that cannot be decoded, and frames dropped because of their times.
  ///
  /// `decoded`: the number of decoded frames; nil if some frames need not be decoded.
  private func tellMissing(_ decoded: Int?) throws(WorkerFailure) {
    guard span == nil else { return }
    let range = task.plan.range(of: task.track)
    let showsAll = played.passes.showAll(from: range.start, to: range.end)
    let planned = showsAll ? (task.track.sourceFrames ?? 0) * played.passes.count : 1
    if let decoded, decoded < planned, task.plan.start == nil, task.plan.end == nil {
      guard decoded > 0 else {
        let name = "'\(task.plan.input)'"
        throw .error(
          RetimeError(
            .badInput,
            "no frame of video track \(task.track.index) of \(name) can be decoded"
          )
        )
      }
      task.input.onNotice(
        "video track \(task.track.index): \(planned - decoded) of \(planned) frames cannot be decoded"
      )
    }
    // Ticks show the nearest frame in any case.
    guard retimer == nil, overtaken > 0 else { return }
    task.input.onNotice(
      "video track \(task.track.index): \(overtaken) \(overtaken == 1 ? "frame is" : "frames are") dropped, "
        + "whose timestamps go back: other frames are shown at their times"
    )
  }

  private mutating func announce(_ caps: Caps) throws(WorkerFailure) {
    pictures.setLayout(caps)
    let rate = (frameRate ?? announced).map { "\($0.numerator)/\($0.denominator)" } ?? "0/1"
    try task.making { () throws(GStreamerError) in
      var caps = caps
      if colors?.toneMapping != nil {
        for field in Plan.Colors.hdrFields { caps = caps.removing(field) }
      }
      for field in colors?.fields ?? [] { caps = try caps.setting([field.name: field.value]) }
      if let aspect { caps = try caps.setting(["pixel-aspect-ratio": "(fraction)\(aspect)"]) }
      task.preview?.setCaps(caps)
      task.output.setCaps(try caps.setting(["framerate": "(fraction)\(rate)"]))
    }
  }

  private mutating func drain() throws(WorkerFailure) {
    while let shown = retimer?.next() {
      if let frameRate, let joins, !joins.contains(frameRate.time(ofTick: shown.tick)) { continue }
      try push(making { (pictures) throws(GStreamerError) in try pictures.make(shown) })
    }
  }

  private func push(_ made: consuming TickFrames.Made?) throws(WorkerFailure) {
    guard let made, let frameRate else { return }
    let (from, to) = (frameRate.time(ofTick: made.tick), frameRate.time(ofTick: made.tick + 1))
    let first = made.first
    var buffer = made.takeBuffer()
    // Each caption character must occur only once.
    if buffer.hasCaptions, first.isShownAgain() { buffer.removeCaptions() }
    try push(buffer, from.streamTime, to.streamTime)
  }

  private mutating func emit(
    _ shown: (picture: SharedFrame, time: RationalTime),
    to end: RationalTime
  ) throws(WorkerFailure) {
    let start = outputStart(of: shown)
    guard span?.contains(start) ?? true, joins?.contains(start) ?? true else { return }
    let buffer = try making { (pictures) throws(GStreamerError) in
      try pictures.buffer(of: shown.picture)
    }
    try push(buffer, start.streamTime, end.streamTime)
  }

  /// Returns the start of a frame of the pass in the output, at the earliest the start of the pass.
  private func outputStart(of shown: (picture: SharedFrame, time: RationalTime)) -> RationalTime {
    map.outputTime(of: shown.time, in: played.passes[pass])
  }

  /// Calls `body` with the frame processing; GStreamer errors become errors of the output.
  private mutating func making<Value: ~Copyable>(
    _ body: (inout TickFrames) throws(GStreamerError) -> Value
  ) throws(WorkerFailure) -> Value {
    try task.making { () throws(GStreamerError) in try body(&pictures) }
  }

  private func push(
    _ made: consuming Buffer,
    _ from: StreamTime,
    _ to: StreamTime
  ) throws(WorkerFailure) {
    var buffer = made
    buffer.isDiscontinuity = false
    task.preview?.offer(buffer)
    try task.push(buffer, from: from, to: to, frames: 1)
  }
}
