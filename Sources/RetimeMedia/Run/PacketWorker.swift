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

  init(_ task: TrackTask, _ packets: Plan.Packets) throws(RetimeError) {
    self.task = task
    let origin = task.plan.origin
    last = packets.latest.map { ($0 + origin, task.track.end + origin) }
    map = try task.map()
    grid = task.plan.grid(of: task.track)
  }

  /// Reads, restamps and writes to the end.
  mutating func run() throws(WorkerFailure) {
    var caps: Caps?
    var hasHeadersInCaps = false
    // Decode times may lie before zero, which no buffer can say: all are shifted, and moved back.
    var shift: Int64?
    // How long after it is decoded the packet before is shown: those that do not say it are the same.
    var delay: Int64 = 0
    var passed = 0
    let isVideo = task.track.media.kind == .video
    var hidden: HiddenPictures?
    var earlier: Int64?
    let reader = try task.open(.encoded)
    while let next = reader.next() {
      task.watchdog.pat()
      let segment = next.segment
      if let new = next.caps, caps.map({ !$0.isEqual(to: new) }) ?? true {
        caps = new
        hidden = HiddenPictures(new)
        hasHeadersInCaps = new.has("streamheader") && task.plan.muxer != nil
        task.output.setCaps(try completed(new))
      }
      // A muxer takes the headers of Opus and FLAC from the caps, and would take these for sound.
      if hasHeadersInCaps, next.buffer.isHeader { continue }
      var start = next.buffer.presentationTime.flatMap { segment.streamTime(of: $0) }
      // GStreamer's parsers take the time from a packet that has the same as the one before it.
      if start == nil, next.buffer.decodeTime == nil { start = earlier }
      earlier = start
      var duration = next.buffer.plausibleDuration?.signed ?? 0
      if isVideo, let given = next.buffer.presentationTime ?? next.buffer.decodeTime {
        let visible = segment.clippedStreamTime(
          from: given,
          duration: next.buffer.plausibleDuration
        )
        // Pictures after the last one that is shown serve nobody.
        if visible == nil, passed >= task.track.frames ?? .max { continue }
        // One that is on when an edit begins is shown from then on, unless others come before it.
        if passed == 0, let visible, let begin = start, begin < visible.start {
          (start, duration) = (visible.start, visible.end - visible.start)
        }
      }
      // Its duration in the file may be that of decoding, or none.
      if let last, start == last.start { duration = last.end - last.start }
      // What is never shown may lie closer to its neighbours than the grid.
      let isHidden = hidden?.isHidden(next.buffer) ?? false
      let shown = isHidden ? start.map(scaledFreely) : start.map(scaled)
      // Sound from before an edit would have a time below zero, which no muxer takes.
      if task.track.media.kind == .audio, let shown, shown < 0 { continue }
      passed += 1
      let decoded = next.buffer.decodeTime.flatMap { segment.streamTime(of: $0) }.map(scaled)
      if let shown, let decoded { delay = shown - decoded }
      let base = shift ?? max(0, -(min(decoded ?? 0, shown ?? 0)))
      if shift == nil { task.output.moveBack(nanoseconds: base) }
      shift = base
      let length = map.outputTime(ofSource: RationalTime(nanoseconds: duration))
      let from = (shown ?? decoded.map { $0 + delay } ?? 0) + base
      try task.push(from: from, to: from + length.nanoseconds, frames: 1) {
        () throws(GStreamerError) in
        let copy = try next.buffer.sharingMemory()
        copy.decodeTime = decoded.map { ClockTime(clamping: $0 + base) }
        return copy
      }
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
