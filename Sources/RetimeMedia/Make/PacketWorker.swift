// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// Gives the packets of one track their new times: nothing is decoded.
struct PacketWorker: ~Copyable {
  private let task: TrackTask
  private let map: TimeMap
  private let grid: FrameGrid

  /// When the last picture begins and ends, in the source's time; nil for what has no pictures.
  private let last: (start: StreamTime, end: StreamTime)?

  private var caps: Caps?
  /// The headers that the muxer takes from the caps.
  private var headers: [[UInt8]] = []
  /// What the first packets hold, until it is known by how much they are shifted.
  private var unsaid: Caps?
  private let aspect: String?
  private static let aspectField = "pixel-aspect-ratio"
  private var hidden: HiddenPictures?
  /// The result's rate and the next picture's number, in a container that counts pictures.
  private var counted: (rate: FrameRate, next: Int)?
  /// When the first packet of such a container is decoded.
  private var first: StreamTime?
  /// Works out decode times that the source does not have.
  private var decodeTimes: DecodeTimes?
  /// The pictures that cuts leave.
  private var cuts: PacketCuts
  private var passed = 0
  /// The number of frames written that are shown after the end.
  private var late = 0
  /// When the packet before is shown in the source, and how long after it is decoded in the result.
  private var earlier: StreamTime?, delay: StreamTime = 0
  /// Whether the last packet must last longer than its picture.
  ///
  /// In MP4 and QuickTime a track is as long as all times from one packet to the next, in the order in which they are
  /// decoded. Where a film ends slower than it began, its pictures are decoded earlier at its end than at its begin, the last
  /// packet would end before the film does, and players would leave out the last picture.
  private let isLastLonger: Bool
  /// The packet before, where the last one of all gets a duration of its own; when it is shown and decoded.
  private var waiting: Buffer?
  private var waitingTimes: (from: StreamTime, to: StreamTime, decoded: StreamTime) = (0, 0, 0)
  /// How long after it is decoded the first one is shown, and when the pictures so far end.
  private var lead: StreamTime?, end: StreamTime = 0
  /// Decode times may lie before zero, which no buffer can say: all are shifted, and moved back.
  private var shift: StreamTime?

  init(_ task: TrackTask, _ packets: Plan.Packets) throws(WorkerFailure) {
    self.task = task
    let origin = task.plan.origin
    last = packets.latest.map { ($0 + origin, task.track.end + origin) }
    map = task.plan.timeMap
    isLastLonger =
      map.factor == nil && packets.kind == .video
      && Container.named(task.plan.container)?.isMovie == true
    cuts = PacketCuts(packets.kept, map.passes)
    aspect = packets.aspect
    grid = task.plan.grid(of: task.track)
    counted = packets.frameRate.map { ($0, 0) }
    decodeTimes = packets.reordering.map { depth in
      let start = scaled(task.track.start + origin)
      let end = last.map { scaled($0.start) } ?? start
      let steps = Int64(max(1, (task.track.frames ?? 1) - 1))
      let step = StreamTime(clamping: (end - start).nanoseconds / steps)
      return DecodeTimes(depth: depth, start: start, step: max(1, step))
    }
  }

  /// Reads, restamps and writes to the end.
  mutating func run() throws(WorkerFailure) {
    let origin = task.plan.origin
    let reader = try task.input.open(.encoded)
    while let next = reader.next() {
      task.input.watchdog.feed()
      if let new = next.caps, isOther(new) { try announce(new) }
      if isInCaps(next.buffer) { continue }
      guard let (start, duration) = times(of: next), cuts.keeps(start.map { $0 - origin }) else {
        continue
      }
      // What is never shown may lie closer to its neighbours than the grid.
      let isHidden = hidden?.isHidden(next.buffer) ?? false
      let shown = isHidden ? start.map { scaledFreely($0) } : start.map { scaled($0) }
      // Sound from before an edit would have a time below zero, which no muxer takes.
      if task.track.media.kind == .audio, let shown, shown < 0 { continue }
      try push(next, shown, length: length(from: start, duration))
    }
    if late > 0, Container.named(task.plan.container)?.isMovie != true {
      task.input.onNotice(
        "video track \(task.track.index): \(late.counting("frame")) after the end, which others need, cannot be hidden "
          + "in \(task.plan.container)"
      )
    }
    sayCaps()
    try pushWaiting(reaching: end - (lead ?? 0))
  }

  /// Whether caps say something else of the packets than those before.
  ///
  /// `qtdemux` changes the frame rate to 0/1 and back where a fragment holds one frame. The times say the same as before,
  /// and `matroskamux` takes no caps that change.
  private func isOther(_ new: Caps) -> Bool {
    guard let caps else { return true }
    let rate = "framerate"
    return !caps.isEqual(to: new) && !caps.removing(rate).isEqual(to: new.removing(rate))
  }

  private mutating func announce(_ new: Caps) throws(WorkerFailure) {
    caps = new
    hidden = HiddenPictures(new)
    // What puts comments into a stream wants its headers.
    let wantsHeaders = task.plan.muxer == nil || task.track.tagger != nil
    headers = wantsHeaders ? [] : new.headers("streamheader")
    unsaid = try completed(new)
    if shift != nil { sayCaps() }
  }

  /// Whether a packet is a header that the muxer takes from the caps, and would take for sound: not all are marked.
  private func isInCaps(_ packet: borrowing Buffer) -> Bool {
    guard !headers.isEmpty else { return false }
    let count = packet.byteCount
    return packet.isHeader || headers.contains { $0.count == count && $0 == packet.content }
  }

  private mutating func sayCaps() {
    if let caps = unsaid.take() { task.output.setCaps(caps) }
  }

  /// When a packet is shown in the source, if anything says it, and for how long; nil where it serves nobody.
  private mutating func times(of next: borrowing SourceBuffer) -> (
    start: StreamTime?, duration: StreamTime
  )? {
    var start = next.buffer.presentationTime.flatMap { next.segment.time(of: $0) }
    // GStreamer's parsers take the time from a packet that has the same as the one before it, as those before
    // time 0 in Matroska have: once more behind the output, whose muxer would leave the packet out.
    if start == nil, next.buffer.decodeTime == nil { start = earlier.map { $0 + 1_000_000 } }
    earlier = start
    let stated = next.buffer.plausibleDuration
    var duration = stated.map(StreamTime.init) ?? 0
    if task.track.media.kind == .video,
      let given = next.buffer.presentationTime ?? next.buffer.decodeTime
    {
      let visible = next.segment.range(from: given, duration: stated)
      // Pictures after the last one that is shown.
      if visible == nil, passed >= task.track.frames ?? .max { return nil }
      if visible == nil, let last, let start, start > last.start { late += 1 }
      // One that is on when an edit begins is shown from then on, unless others come before it.
      if passed == 0, let visible, let begin = start, begin < visible.start {
        (start, duration) = (visible.start, visible.end - visible.start)
      }
    }
    // Its duration in the file may be that of decoding, or none.
    if let last, start == last.start { duration = last.end - last.start }
    return (start, duration)
  }

  private mutating func push(
    _ next: borrowing SourceBuffer,
    _ shown: StreamTime?,
    length: RationalTime
  ) throws(WorkerFailure) {
    passed += 1
    let stated = next.buffer.decodeTime.flatMap { next.segment.time(of: $0) }.map { scaled($0) }
    let decoded = shown.flatMap { decodeTimes?.next(shown: $0) } ?? stated
    // Those that do not say when they are shown are as late as the one before.
    if let shown, let decoded { delay = shown - decoded }
    let base = shift ?? max(0, -(min(decoded ?? 0, shown ?? 0)))
    if shift == nil { task.output.moveBack(by: base) }
    shift = base
    sayCaps()
    let from = (shown ?? decoded.map { $0 + delay } ?? 0) + base
    try fill(to: decoded ?? shown ?? 0)
    let make = { (buffer: borrowing Buffer) throws(GStreamerError) in
      var copy = try buffer.sharingMemory()
      copy.decodeTime = decoded.map { ClockTime($0 + base) }
      return copy
    }
    let to = from + length.streamTime
    guard let decoded, isLastLonger else {
      return try task.push(from: from, to: to, frames: 1) { () throws(GStreamerError) in
        try make(next.buffer)
      }
    }
    try pushWaiting()
    waiting = try task.making { () throws(GStreamerError) in try make(next.buffer) }
    waitingTimes = (from, to, decoded + base)
    lead = lead ?? from - decoded - base
    end = max(end, to)
  }

  /// Pushes the packet that waits; `reaching`: what the last one's duration reaches at least from when it is decoded.
  private mutating func pushWaiting(reaching end: StreamTime? = nil) throws(WorkerFailure) {
    guard let buffer = waiting.take() else { return }
    let (from, to, decoded) = waitingTimes
    let duration = max(to - from, (end ?? decoded) - decoded)
    try task.push(buffer, from: from, to: from + duration, frames: 1)
  }

  /// Puts packets of no bytes, during which a picture stays, where pictures are missing that a container counts.
  private mutating func fill(to time: StreamTime) throws(WorkerFailure) {
    guard let (rate, next) = counted else { return }
    first = first ?? time
    let begin = map.outputTime(ofSource: RationalTime(task.track.start)).streamTime
    let elapsed = RationalTime(begin + time - (first ?? time))
    // More pictures than any file has.
    let number = min((elapsed.rational * rate.rational).rounded(), 1 << 40)
    let index = max(next, Int(clamping: number))
    for missing in next..<index {
      let from = rate.time(ofTick: missing).streamTime + (shift ?? 0)
      let to = rate.time(ofTick: missing + 1).streamTime + (shift ?? 0)
      try task.push(from: from, to: to, frames: 0) { () throws(GStreamerError) in
        var empty = try Buffer(byteCount: 0)
        empty.isDelta = true
        return empty
      }
    }
    counted = (rate, index + 1)
  }

  /// The caps with all that the muxer asks for.
  private func completed(_ given: Caps) throws(WorkerFailure) -> Caps {
    let caps: Caps
    switch aspect {
    case nil: caps = given
    case "": caps = given.removing(Self.aspectField)
    case let aspect?:
      caps = (try? given.setting([Self.aspectField: "(fraction)\(aspect)"])) ?? given
    }
    guard let field = Codec.matching(caps)?.copyField else { return caps }
    return try task.making { () throws(GStreamerError) in
      try caps.setting([field.name: field.value])
    }
  }

  /// How long a packet lasts in the result.
  private func length(from start: StreamTime?, _ duration: StreamTime) -> RationalTime {
    // At one speed it lasts as long wherever it is.
    guard map.factor == nil, let start else {
      return map.outputTime(ofSource: RationalTime(duration))
    }
    let begin = RationalTime(start - task.plan.origin)
    return map.outputTime(ofSource: cuts.end(begin + RationalTime(duration)))
      - map.outputTime(ofSource: cuts.played(begin))
  }

  private func scaledFreely(_ source: StreamTime) -> StreamTime {
    let origin = task.plan.origin
    return map.outputTime(ofSource: cuts.played(RationalTime(source - origin))).streamTime
  }

  private func scaled(_ source: StreamTime) -> StreamTime {
    map.outputTime(ofSource: cuts.played(grid.time(of: source))).streamTime
  }
}
