// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A worker that gives the packets of a track their new times, without decoding them.
struct PacketWorker: ~Copyable {
  private let task: TrackTask
  private let map: TimeMap
  /// The input of the source that is read, its grid of frame times, and its start among all sources.
  private var input: TrackInput, grid: FrameGrid, begin = RationalTime.zero

  /// The start and the end of the source's last frame in source time; nil for a track without video.
  private var last: (start: StreamTime, end: StreamTime)?

  private var caps: Caps?
  /// The headers in the caps, and whether they are in the stream, too.
  private var headers: [[UInt8]] = [], keepsHeaders = false
  private var output: PacketOutput
  private var hidden: HiddenFrames?
  /// The result's frame rate and the number of the next frame, in a container that counts frames.
  private var counted: (rate: FrameRate, next: Int)?
  /// The decode time of the first packet in such a container.
  private var first: StreamTime?
  /// The calculation of decode times that the source does not have.
  private var decodeTimes: DecodeTimes?
  /// The frames that cuts keep.
  private var cuts: PacketCuts
  private var passed = 0
  /// The earliest decode time of the next packet, where another source follows.
  private var decodeEnd = StreamTime.earliest
  /// The least time between two packets: a tick of MPEG's clock.
  private static let leastStep: StreamTime = 11_112
  /// The number of frames written that are shown after the end.
  private var late = 0
  /// The source time of the previous packet, and its delay from decoding to presentation in the result.
  private var earlier: StreamTime?, delay: StreamTime = 0

  init(_ task: TrackTask, _ packets: Plan.Packets) throws(WorkerFailure) {
    self.task = task
    let origin = task.plan.origin
    input = task.input
    map = task.plan.timeMap
    cuts = PacketCuts(packets.kept, map.passes)
    output = PacketOutput(task, packets)
    grid = task.plan.grid(of: task.track)
    counted = packets.frameRate.map { ($0, 0) }
    decodeTimes = packets.reordering.map { depth in
      let start = scaled(task.track.start + origin)
      let end = packets.latest.map { scaled($0 + origin) } ?? start
      let steps = Int64(max(1, (task.track.frames ?? 1) - 1))
      let step = StreamTime(clamping: (end - start).nanoseconds / steps)
      return DecodeTimes(depth: depth, start: start, step: max(1, step))
    }
  }

  /// Reads the packets, changes their times and writes them.
  mutating func run() throws(WorkerFailure) {
    for piece in task.input.pieces {
      if let own = piece.input { try copy(own, from: piece.start) }
    }
    if late > 0, Container.named(task.plan.container)?.isMovie != true {
      task.input.onNotice(
        "video track \(task.track.index): \(late.counting("frame")) after the end, which others need, cannot be hidden "
          + "in \(task.plan.container)"
      )
    }
    try output.finish()
  }

  /// Copies the packets of a source, which starts at `start` among all sources.
  private mutating func copy(_ own: TrackInput, from start: RationalTime) throws(WorkerFailure) {
    let origin = own.plan.origin
    (input, grid, self.begin) = (own, own.plan.grid(of: own.track), start)
    (passed, earlier) = (0, nil)
    last = own.track.packets?.latest.map { ($0 + origin, own.track.end + origin) }
    let reader = try own.open(.encoded)
    while let next = reader.next() {
      task.input.watchdog.feed()
      if let new = next.caps, isOther(new) { try announce(new) }
      let isHeader = isInCaps(next.buffer)
      if isHeader, !keepsHeaders { continue }
      guard let (start, duration) = times(of: next), cuts.keeps(start.map { $0 - origin }) else {
        continue
      }
      // A frame that is never shown may be closer to its neighbours than the grid.
      let isHidden = hidden?.isHidden(next.buffer) ?? false
      let shown = isHidden ? start.map { scaledFreely($0) } : start.map { scaled($0) }
      // Audio from before an edit would have a negative time, which no muxer takes.
      if task.track.media.kind == .audio, let shown, shown < 0 { continue }
      try push(next, shown, length: length(from: start, duration), frames: isHeader ? 0 : 1)
    }
    if task.plan.sources != nil { own.inputs.close(reader) }
  }

  /// Returns whether caps differ from the previous ones in more than the frame rate.
  ///
  /// `qtdemux` changes the frame rate to 0/1 and back if a fragment holds one frame. The timestamps
  /// do not change, and `matroskamux` rejects changed caps.
  private func isOther(_ new: Caps) -> Bool {
    guard let caps else { return true }
    let rate = "framerate"
    return !caps.isEqual(to: new) && !caps.removing(rate).isEqual(to: new.removing(rate))
  }

  private mutating func announce(_ new: Caps) throws(WorkerFailure) {
    caps = new
    hidden = HiddenFrames(new)
    // Taggers and bare streams need the headers in the stream, and `oggmux` takes as many packets of
    // Speex for headers as there should be.
    keepsHeaders = task.plan.muxer?.hasPrefix("oggmux") ?? true || task.track.tagger != nil
    headers = new.headers("streamheader")
    try output.setCaps(new)
  }

  /// Returns whether a packet is a header that is in the caps, too.
  ///
  /// Most muxers would take it for audio. Not all headers are flagged as such.
  private func isInCaps(_ packet: borrowing Buffer) -> Bool {
    guard !headers.isEmpty else { return false }
    let count = packet.byteCount
    return packet.isHeader || headers.contains { $0.count == count && $0 == packet.content }
  }

  /// Returns the source time of a packet, if known, and its duration; nil for a frame that is not needed.
  private mutating func times(of next: borrowing SourceBuffer) -> (
    start: StreamTime?, duration: StreamTime
  )? {
    var start = next.buffer.presentationTime.flatMap { next.segment.time(of: $0) }
    // GStreamer's parsers remove the time of a packet that has the same time as the previous one,
    // as packets before time 0 in Matroska have. The parser after the output would do so again, and
    // the muxer would drop the packet.
    if start == nil, next.buffer.decodeTime == nil { start = earlier.map { $0 + 1_000_000 } }
    earlier = start
    let stated = next.buffer.plausibleDuration
    var duration = stated.map(StreamTime.init) ?? 0
    if task.track.media.kind == .video,
      let given = next.buffer.presentationTime ?? next.buffer.decodeTime
    {
      let visible = next.segment.range(from: given, duration: stated)
      // Frames after the last one shown are not needed.
      if visible == nil, passed >= input.track.frames ?? .max { return nil }
      if visible == nil, let last, let start, start > last.start { late += 1 }
      // A frame that is visible when an edit starts is shown from then on, unless others precede it.
      if passed == 0, let visible, let begin = start, begin < visible.start {
        (start, duration) = (visible.start, visible.end - visible.start)
      }
    }
    // The duration in the file may be that of decoding, or missing.
    if let last, start == last.start { duration = last.end - last.start }
    return (start, duration)
  }

  private mutating func push(
    _ next: borrowing SourceBuffer,
    _ shown: StreamTime?,
    length: RationalTime,
    frames: Int
  ) throws(WorkerFailure) {
    passed += frames
    let given = next.buffer.decodeTime.flatMap { next.segment.time(of: $0) }.map { scaled($0) }
    // The decoder of another source may be further ahead of its first frame.
    let stated = given.map { max($0, decodeEnd) }
    let decoded = shown.flatMap { decodeTimes?.next(shown: $0) } ?? stated
    // Packets without a presentation time have the delay of the previous one.
    if let shown, let decoded { delay = shown - decoded }
    if task.plan.sources != nil, let decoded { decodeEnd = decoded + Self.leastStep }
    _ = output.start(at: min(decoded ?? 0, shown ?? 0))
    try fill(to: decoded ?? shown ?? 0)
    try output.push(
      shown: shown ?? decoded.map { $0 + delay } ?? 0,
      decoded: decoded,
      length: length,
      frames: frames
    ) { () throws(GStreamerError) in try next.buffer.sharingMemory() }
  }

  /// Pushes empty packets, which repeat a frame, for missing frames in a container that counts them.
  private mutating func fill(to time: StreamTime) throws(WorkerFailure) {
    guard let (rate, next) = counted else { return }
    first = first ?? time
    let begin = map.outputTime(ofSource: RationalTime(task.track.start)).streamTime
    let elapsed = RationalTime(begin + time - (first ?? time))
    // A limit above the frame count of any file.
    let number = min((elapsed.rational * rate.rational).rounded(), 1 << 40)
    let index = max(next, Int(clamping: number))
    for missing in next..<index {
      let from = rate.time(ofTick: missing).streamTime + (output.shift ?? 0)
      let to = rate.time(ofTick: missing + 1).streamTime + (output.shift ?? 0)
      try task.push(from: from, to: to, frames: 0) { () throws(GStreamerError) in
        var empty = try Buffer(byteCount: 0)
        empty.isDelta = true
        return empty
      }
    }
    counted = (rate, index + 1)
  }

  /// Returns the duration of a packet in the result.
  private func length(from start: StreamTime?, _ duration: StreamTime) -> RationalTime {
    // With a single speed, the duration does not depend on the time.
    guard map.factor == nil, let start else {
      return map.outputTime(ofSource: RationalTime(duration))
    }
    let begin = begin + RationalTime(start - input.plan.origin)
    return map.outputTime(ofSource: cuts.end(begin + RationalTime(duration)))
      - map.outputTime(ofSource: cuts.played(begin))
  }

  private func scaledFreely(_ source: StreamTime) -> StreamTime {
    let time = begin + RationalTime(source - input.plan.origin)
    return map.outputTime(ofSource: cuts.played(time)).streamTime
  }

  private func scaled(_ source: StreamTime) -> StreamTime {
    map.outputTime(ofSource: cuts.played(begin + grid.time(of: source))).streamTime
  }
}
