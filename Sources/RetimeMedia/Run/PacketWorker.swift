// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Gives the packets of one track their new times: nothing is decoded.
struct PacketWorker {
  private let task: TrackTask
  private let map: TimeMap
  private let grid: FrameGrid

  /// When the last picture begins and ends, in the source's time; nil for what has no pictures.
  private let last: (start: Int64, end: Int64)?

  private var caps: Caps?, hasHeadersInCaps = false
  private var hidden: HiddenPictures?
  private var passed = 0
  /// When the packet before is shown in the source, and how long after it is decoded in the result.
  private var earlier: Int64?, delay: Int64 = 0
  /// Decode times may lie before zero, which no buffer can say: all are shifted, and moved back.
  private var shift: Int64?

  init(_ task: TrackTask, _ packets: Plan.Packets) throws(RetimeError) {
    self.task = task
    let origin = task.plan.origin
    last = packets.latest.map { ($0 + origin, task.track.end + origin) }
    map = try task.map()
    grid = task.plan.grid(of: task.track)
  }

  /// Reads, restamps and writes to the end.
  mutating func run() throws(WorkerFailure) {
    let reader = try task.open(.encoded)
    while let next = reader.next() {
      task.watchdog.pat()
      if let new = next.caps, caps.map({ !$0.isEqual(to: new) }) ?? true { try announce(new) }
      // A muxer takes the headers of Opus and FLAC from the caps, and would take these for sound.
      if hasHeadersInCaps, next.buffer.isHeader { continue }
      guard let (start, duration) = place(of: next) else { continue }
      // What is never shown may lie closer to its neighbours than the grid.
      let isHidden = hidden?.isHidden(next.buffer) ?? false
      let shown = isHidden ? start.map(scaledFreely) : start.map(scaled)
      // Sound from before an edit would have a time below zero, which no muxer takes.
      if task.track.media.kind == .audio, let shown, shown < 0 { continue }
      try push(next, shown, length: map.outputTime(ofSource: RationalTime(nanoseconds: duration)))
    }
  }

  private mutating func announce(_ new: Caps) throws(WorkerFailure) {
    caps = new
    hidden = HiddenPictures(new)
    hasHeadersInCaps = new.has("streamheader") && task.plan.muxer != nil
    task.output.setCaps(try completed(new))
  }

  /// When a packet is shown in the source, if anything says it, and for how long; nil where it serves nobody.
  private mutating func place(of next: borrowing SourceBuffer) -> (start: Int64?, duration: Int64)?
  {
    var start = next.buffer.presentationTime.flatMap { next.segment.streamTime(of: $0) }
    // GStreamer's parsers take the time from a packet that has the same as the one before it.
    if start == nil, next.buffer.decodeTime == nil { start = earlier }
    earlier = start
    let stated = next.buffer.plausibleDuration
    var duration = stated?.signed ?? 0
    if task.track.media.kind == .video,
      let given = next.buffer.presentationTime ?? next.buffer.decodeTime
    {
      let visible = next.segment.clippedStreamTime(from: given, duration: stated)
      // Pictures after the last one that is shown.
      if visible == nil, passed >= task.track.frames ?? .max { return nil }
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
    _ shown: Int64?,
    length: RationalTime
  ) throws(WorkerFailure) {
    passed += 1
    let decoded = next.buffer.decodeTime.flatMap { next.segment.streamTime(of: $0) }.map(scaled)
    // Those that do not say when they are shown are as late as the one before.
    if let shown, let decoded { delay = shown - decoded }
    let base = shift ?? max(0, -(min(decoded ?? 0, shown ?? 0)))
    if shift == nil { task.output.moveBack(nanoseconds: base) }
    shift = base
    let from = (shown ?? decoded.map { $0 + delay } ?? 0) + base
    try task.push(from: from, to: from + length.nanoseconds, frames: 1) {
      () throws(GStreamerError) in
      let copy = try next.buffer.sharingMemory()
      copy.decodeTime = decoded.map { ClockTime(clamping: $0 + base) }
      return copy
    }
  }

  /// The caps with all that the muxer asks for.
  private func completed(_ caps: Caps) throws(WorkerFailure) -> Caps {
    guard let field = Codec.matching(caps)?.copyField else { return caps }
    do {
      return try caps.setting([field.name: field.value])
    } catch {
      throw .error(RetimeError(error, side: .output, name: task.plan.output))
    }
  }

  private func scaledFreely(_ source: Int64) -> Int64 {
    let origin = task.plan.origin
    return map.outputTime(ofSource: RationalTime(nanoseconds: source - origin)).nanoseconds
  }

  private func scaled(_ source: Int64) -> Int64 {
    map.outputTime(ofSource: grid.time(ofNanoseconds: source)).nanoseconds
  }
}
