// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// A reader of one track of a file, decoded or encoded.
///
/// Every track has a reader of its own: tracks that are far apart in the file, or end at different
/// times, cannot wait for each other. So no queue has to be as long as the worst interleaving
/// requires.
final class TrackReader: Stoppable {
  private let running: StoppablePipeline
  private let sink: AppSink
  private let prerolled = Mailbox<Bool>()
  /// The start of the part to seek to, and whether the key frame before it is sufficient.
  private let sought: (start: ClockTime?, isRough: Bool)
  private let part: PartSegments
  private let isEncoded: Bool, countsPictures: Bool
  private let latest = Mutex<ClockTime?>(nil)
  private let clock: Mutex<ClockRepair?>
  private let segments = PacketSegments()
  private let early = EarlyPackets()

  /// The output of a reader.
  enum Output: Sendable {
    /// Raw audio with these caps.
    case sound(Caps)
    /// Raw video in the decoder's format.
    case pictures
    /// Raw video in one of the formats of these caps, converted by way of others and rotated if given.
    case converted(Caps, by: Caps? = nil, turn: Orientation? = nil)
    /// The encoded stream.
    case encoded
    /// The text of subtitles, parsed from their format.
    case text

    /// Whether it is raw video.
    var isVideo: Bool {
      switch self {
      case .pictures, .converted: true
      case .sound, .encoded, .text: false
      }
    }
  }

  /// Creates a reader that is not running yet.
  ///
  /// `onElement` gets each element before it runs, such as the decoder. `onMove` is called for each
  /// buffer of the file's other streams, which shows that reading progresses. `onError` gets
  /// errors. `onMove` and `onError` are called on streaming threads.
  init(
    _ source: Source,
    output: Output,
    onElement: (@Sendable (Element) -> Void)? = nil,
    onMove: (@Sendable () -> Void)? = nil,
    onError: @escaping @Sendable (GStreamerError) -> Void
  ) throws(GStreamerError) {
    var (part, start) = (source.segments, source.isChained ? nil : source.start)
    if case .sound = output {
      part.start = source.start
      start = start.flatMap { PartSegments.audioStart(of: $0, beginning: source.beginning) }
    }
    (sought, self.part) = ((start, source.isRough), part)
    countsPictures = source.countsPictures && output.isVideo
    clock = Mutex(source.clockShift.map { ClockRepair(shift: $0.nanoseconds) })
    let isText = if case .text = output { true } else { false }
    isEncoded = if case .encoded = output { true } else { isText }
    let prerolled = self.prerolled
    running = try StoppablePipeline { message in
      switch message {
      case .error(let error):
        onError(error)
        prerolled.post(false)
      case .asyncDone: prerolled.post(true)
      default: break
      }
    }
    let pipeline = running.pipeline
    var chain: [Element]
    switch output {
    case .sound(let caps):
      sink = try AppSink(maximumBuffers: 16, caps: caps)
      chain = [
        try .make("audioconvert", ["dithering": "none", "noise-shaping": "none"]),
        try .make("audioresample"), sink,
      ]
    case .pictures:
      // Single fields have a caps feature of their own; the planner rejects them with a message.
      let caps = try Caps("video/x-raw; video/x-raw(format:Interlaced)")
      sink = try AppSink(maximumBuffers: 2, caps: caps)
      chain = [sink]
    case .converted(let caps, let way, let turn):
      sink = try AppSink(maximumBuffers: 2, caps: caps)
      var converters = [try Element.make("videoconvert")]
      if let way {
        converters.append(try .make("capsfilter", ["caps": way.description]))
        converters.append(try .make("videoconvert"))
      }
      if let turn {
        converters.append(try .make("videoflip", ["video-direction": turn.flipDirection]))
        converters.append(try .make("videoconvert"))
      }
      chain = converters + [sink]
    case .encoded, .text:
      let framed = try source.framedCaps.map { (text) throws(GStreamerError) in try Caps(text) }
      sink = try AppSink(maximumBuffers: 64, caps: framed)
      let gate = try Element.make("identity")
      try segments.follow(gate)
      let framer = try source.framer.map { (name) throws(GStreamerError) in try Element.make(name) }
      chain = [framer, gate, sink].compactMap(\.self)
    }
    if output.isVideo, let fit = source.fit { chain = try fit.elements() + chain }
    try pipeline.add(chain: chain)
    let entry = try chain[0].pad("sink")
    if case .sound(let caps) = output {
      entry.setCapsFields(source.capsFields, channels: caps.int("channels"))
    }
    if case .converted = output { entry.changeCaps { $0.assumingMatrix } }
    let (wanted, isEncoded, stop) = (source.streamID, isEncoded, source.stop)
    let colors = source.containerColors
    let links = TrackLinks(first: wanted, later: source.links, entry: entry)
    let stills = StillClock(source.uri)
    let repairs = SourceRepairs(
      isPushed: source.isPushed,
      isWhole: start == nil,
      stop: { $0 == wanted ? stop : nil },
      containerColors: { $0 == wanted ? colors : nil }
    )
    let decoder = try URIDecodeBin(
      uri: source.uri,
      isPushed: source.isPushed,
      patches: source.patches,
      queuedBytes: 1 << 18,
      undecodable: StreamKind.undecodable,
      program: source.program,
      onElement: { element in
        repairs.mend(element)
        stills?.mend(element)
      },
      select: { candidate in
        guard !candidate.isFaulty(listsChannels: source.listsChannels) else { return .skip }
        guard
          candidate.classification.contains("Decoder")
            || candidate.classification.contains("Subtitle")
        else { return .plug }
        let isParser = isText && candidate.classification.contains("Parser/Subtitle")
        return links.wants(candidate) && (!isEncoded || isParser) ? .plug : .expose
      },
      onPad: { pad in
        do throws(GStreamerError) {
          if try links.take(pad) { return }
        } catch {
          return onError(error)
        }
        guard let onMove else { return pad.dropBuffers() }
        pad.observeBuffers { _, _ in
          onMove()
          return false
        }
      },
      onComplete: {
        if !links.endIfGone() { onError(.missing(stream: wanted)) }
      }
    )
    if let onElement { pipeline.onElement(onElement) }
    try pipeline.add(decoder)
  }

  /// Starts reading at the start of the part.
  ///
  /// Blocks until the input is open; not for Swift's cooperative thread pool.
  func start() throws(GStreamerError) {
    guard let start = sought.start else { return running.unlessStopped { $0.play() } }
    running.unlessStopped { $0.pause() }
    while true {
      guard let isReady = prerolled.wait(milliseconds: 100) else { continue }
      guard isReady else { return }
      break
    }
    try running.pipeline.seek(to: start, isExact: !sought.isRough)
    running.unlessStopped { $0.play() }
  }

  /// Returns the next buffer; nil at the end of the part or track, or when stopped.
  ///
  /// Blocks; not for Swift's cooperative thread pool.
  func next() -> SourceBuffer? {
    if let waiting = early.next(of: part) { return waiting }
    while let sample = sink.pull() {
      guard let given = sample.buffer,
        let whole = isEncoded ? segments.next() : sample.segment
      else { continue }
      let buffer = repaired(counted(given))
      // A packet shown after the end can precede packets that are shown before it.
      let position =
        isEncoded
        ? buffer.decodeTime ?? buffer.presentationTime
        : buffer.presentationTime ?? buffer.decodeTime
      guard let segment = part.segment(whole, position: position) else {
        guard isEncoded, buffer.decodeTime == nil, sample.caps?.name.hasPrefix("video/") ?? false,
          let segment = part.segment(whole, position: nil),
          early.hold(buffer, segment, sample.caps)
        else { return nil }
        continue
      }
      if early.isHolding {
        early.release(before: buffer, segment, sample.caps)
        return early.next(of: part)
      }
      return SourceBuffer(buffer: buffer, segment: segment, caps: sample.caps, part: part)
    }
    return nil
  }

  /// Returns a frame with its own time, or moved to follow the preceding one.
  private func counted(_ buffer: consuming Buffer) -> Buffer {
    guard countsPictures else { return buffer }
    let (time, duration) = (buffer.presentationTime, buffer.duration)
    let next = latest.withLock { latest -> ClockTime? in
      guard let time, let last = latest, time <= last, let duration else {
        latest = time ?? latest
        return nil
      }
      let next = ClockTime(StreamTime(last) + StreamTime(duration))
      latest = next
      return next
    }
    guard let next, var moved = try? buffer.sharingMemory() else { return buffer }
    moved.presentationTime = next
    moved.duration = duration
    return moved
  }

  /// Returns a buffer with its own time, or with a repaired time where the clock jumps.
  private func repaired(_ buffer: consuming Buffer) -> Buffer {
    guard let time = buffer.presentationTime ?? buffer.decodeTime else { return buffer }
    let duration = buffer.duration
    let steady = clock.withLock { clock in
      clock?.time(
        of: time.signed,
        duration: duration?.signed ?? 0,
        decoded: buffer.decodeTime?.signed
      )
    }
    guard let steady, steady != time.signed, var moved = try? buffer.sharingMemory() else {
      return buffer
    }
    let decodeTime = buffer.decodeTime
    moved.presentationTime = ClockTime(clamping: steady)
    let shift = StreamTime(clamping: steady) - StreamTime(time)
    moved.decodeTime = decodeTime.map { ClockTime(StreamTime($0) + shift) }
    moved.duration = duration
    return moved
  }

  /// Stops reading and wakes the thread that waits in `next`.
  func stop() {
    prerolled.post(false)
    running.stop()
  }
}
