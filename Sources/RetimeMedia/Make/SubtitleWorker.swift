// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// A worker that gives the subtitles of a track their new times, in a form that the container takes.
///
/// Played backwards, each subtitle is shown with its own frames. All are kept in memory for that:
/// an hour of text is some kilobytes.
struct SubtitleWorker {
  private let task: TrackTask
  private let packets: Plan.Packets
  private let map: TimeMap
  private let grid: FrameGrid
  private let played: PlayedTrack
  private var lane = SubtitleSequencer()
  private var hasBegun = false
  /// Whether the track is SubStation Alpha, whose lines contain times.
  private let isStyled: Bool

  /// A subtitle with the source times at which it is shown.
  private struct Subtitle {
    let content: Shared
    let start: RationalTime, end: RationalTime
  }

  /// The output times at which a subtitle is shown, and the passes that show it.
  private struct Shown {
    let index: Int
    let start: RationalTime
    var end: RationalTime
    var passes: [PlaybackPass]
  }

  /// A buffer with several owners.
  private final class Shared: Sendable {
    let buffer: Buffer
    init(_ buffer: consuming Buffer) { self.buffer = buffer }
  }

  init(_ task: TrackTask, _ packets: Plan.Packets) throws(WorkerFailure) {
    (self.task, self.packets) = (task, packets)
    map = task.plan.timeMap
    grid = task.plan.grid(of: task.track)
    played = task.input.played
    isStyled =
      packets.conversion == nil
      && ["application/x-ass", "application/x-ssa"].contains(task.track.sourceCodec)
  }

  /// Reads, converts and writes all subtitles.
  mutating func run() throws(WorkerFailure) {
    var kept: [Subtitle] = []
    let isPlain = task.plan.map == nil
    try read { (subtitle) throws(WorkerFailure) in
      if isPlain {
        let times = played.passes[0].played(from: subtitle.start, to: subtitle.end)
        try write(
          subtitle,
          from: map.outputTime(ofSource: times.start),
          to: map.outputTime(ofSource: times.end),
          in: played.passes
        )
      } else {
        kept.append(subtitle)
      }
    }
    for shown in shown(kept) {
      try write(kept[shown.index], from: shown.start, to: shown.end, in: shown.passes)
    }
    try write(lane.finish())
  }

  /// Returns the output times of the subtitles, in the order of the result.
  ///
  /// A subtitle that continues after a cut is shown once, shortened by the cut.
  private func shown(_ kept: [Subtitle]) -> [Shown] {
    var all: [Shown] = []
    var before: [Int: (pass: PlaybackPass, shown: Int)] = [:]
    for pass in played.passes {
      var now: [Int: (pass: PlaybackPass, shown: Int)] = [:]
      for index in kept.indices {
        // A subtitle that lasts past the end of the source is mirrored with the source.
        guard let times = map.output(from: kept[index].start, to: kept[index].end, of: pass) else {
          continue
        }
        if let last = before[index], pass.goesOn(after: last.pass) {
          all[last.shown].end = times.end
          all[last.shown].passes.append(pass)
          now[index] = (pass, last.shown)
        } else {
          now[index] = (pass, all.count)
          all.append(Shown(index: index, start: times.start, end: times.end, passes: [pass]))
        }
      }
      before = now
    }
    return all.sorted { ($0.start, $0.index) < ($1.start, $1.index) }
  }

  /// Passes on each subtitle; one without a duration lasts until the next.
  private func read(_ body: (Subtitle) throws(WorkerFailure) -> Void) throws(WorkerFailure) {
    if let captions = packets.captions { return try read(captions, body) }
    let reader = try task.input.open(packets.isParsed ? .text : .encoded)
    defer { reader.stop() }
    var caps: Caps?
    var held: (content: Shared, start: RationalTime)?
    var timeless = 0
    while let next = reader.next() {
      task.input.watchdog.feed()
      if let new = next.caps, caps.map({ !$0.isEqual(to: new) }) ?? true {
        caps = new
        try announce(new)
      }
      if next.buffer.presentationTime == nil { timeless += 1 }
      guard let time = next.buffer.presentationTime,
        let range = next.segment.range(from: time, duration: next.buffer.duration)
      else { continue }
      let start = grid.time(of: range.start)
      if let last = held {
        held = nil
        try body(Subtitle(content: last.content, start: last.start, end: max(last.start, start)))
      }
      guard let content = try converted(next.buffer) else { continue }
      if range.end > range.start {
        let end = grid.time(of: range.end)
        try body(Subtitle(content: content, start: start, end: end))
      } else {
        held = (content, start)
      }
    }
    if timeless > 0 {
      let packets = timeless.counting("packet")
      task.input.onNotice(
        "subtitle track \(task.track.index): \(packets) without a time, not in the output"
      )
    }
    guard let held else { return }
    let end = max(held.start, RationalTime(task.track.end))
    try body(Subtitle(content: held.content, start: held.start, end: end))
  }

  /// Passes on each cue of closed captions.
  private func read(
    _ captions: Plan.Captions,
    _ body: (Subtitle) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let caps = try task.making { () throws(GStreamerError) in try Caps(SubtitleText.plain) }
    task.output.setCaps(caps)
    for cue in try CaptionReader(input: task.input, captions: captions).cues() {
      let (start, end) = (grid.time(of: cue.start), grid.time(of: cue.end))
      try body(Subtitle(content: shared(Array(cue.text.utf8)), start: start, end: end))
    }
  }

  private func announce(_ caps: Caps) throws(WorkerFailure) {
    try task.making { () throws(GStreamerError) in
      task.output.setCaps(packets.conversion == nil ? caps : try Caps(SubtitleText.plain))
    }
  }

  /// Returns a subtitle in its new form; nil if it has no visible text.
  private func converted(_ buffer: borrowing Buffer) throws(WorkerFailure) -> Shared? {
    guard let conversion = packets.conversion else {
      return Shared(
        try task.input.reading { () throws(GStreamerError) in try buffer.sharingMemory() }
      )
    }
    let text = conversion.text(
      of: try task.input.reading { () throws(GStreamerError) in try buffer.bytes() }
    )
    return text.allSatisfy { $0 <= UInt8(ascii: " ") } ? nil : try shared(text)
  }

  /// Writes a subtitle for a range of output times.
  private mutating func write(
    _ subtitle: Subtitle,
    from start: RationalTime,
    to end: RationalTime,
    in passes: [PlaybackPass]
  ) throws(WorkerFailure) {
    let (from, to) = (max(start.streamTime, 0), end.streamTime)
    guard to >= from else { return }
    guard packets.isInLane else {
      return try write(try styled(subtitle, from: start, to: end, in: passes), from, to)
    }
    let text = try task.input.reading { () throws(GStreamerError) in
      try subtitle.content.buffer.bytes()
    }
    try write(lane.add(SubtitleSequencer.Cue(start: from, end: to, text: text)))
  }

  /// Returns the subtitle with its inner times scaled, if it has any.
  private func styled(
    _ subtitle: Subtitle,
    from start: RationalTime,
    to end: RationalTime,
    in passes: [PlaybackPass]
  ) throws(WorkerFailure) -> Shared {
    guard isStyled, end - start != subtitle.end - subtitle.start || task.plan.map != nil else {
      return subtitle.content
    }
    let bytes = try task.input.reading { () throws(GStreamerError) in
      try subtitle.content.buffer.bytes()
    }
    let times = SubStationTimes(
      map,
      passes,
      source: (subtitle.start, subtitle.end),
      shown: (start, end)
    )
    let new = times.line(bytes)
    return new == bytes ? subtitle.content : try shared(new)
  }

  /// Writes the cues that the lane returns.
  private mutating func write(_ cues: [SubtitleSequencer.Cue]) throws(WorkerFailure) {
    for cue in cues {
      // `qtmux` shortens the last cue of a track by the start time of the first.
      if !hasBegun, cue.start > 0 { try write(shared([]), 0, cue.start, frames: 0) }
      hasBegun = true
      try write(shared(cue.text), cue.start, cue.end)
    }
  }

  private func shared(_ text: [UInt8]) throws(WorkerFailure) -> Shared {
    Shared(try task.making { () throws(GStreamerError) in try Buffer(text) })
  }

  private func write(
    _ content: Shared,
    _ from: StreamTime,
    _ to: StreamTime,
    frames: Int = 1
  ) throws(WorkerFailure) {
    try task.push(from: from, to: to, frames: frames) { () throws(GStreamerError) in
      try content.buffer.sharingMemory()
    }
  }
}
