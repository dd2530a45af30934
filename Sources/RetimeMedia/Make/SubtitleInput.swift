// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// A subtitle with the source times at which it is shown.
struct Subtitle {
  /// A buffer with several owners.
  final class Content: Sendable {
    let buffer: Buffer
    init(_ buffer: consuming Buffer) { self.buffer = buffer }
  }

  let content: Content
  let start: RationalTime, end: RationalTime
  /// The times from which those inside it count, which may lie before and after the selected part.
  let ownStart: RationalTime, ownEnd: RationalTime

  /// Returns the same subtitle with an end that its source does not state.
  fileprivate func lasting(until time: RationalTime) -> Subtitle {
    let end = max(start, time)
    return Subtitle(content: content, start: start, end: end, ownStart: ownStart, ownEnd: end)
  }
}

/// The subtitles of a track of the source, of closed captions, or of a subtitle file.
struct SubtitleInput {
  private let task: TrackTask
  private let packets: Plan.Packets
  private let grid: FrameGrid

  init(_ task: TrackTask, _ packets: Plan.Packets) {
    (self.task, self.packets) = (task, packets)
    grid = task.plan.grid(of: task.track)
  }

  /// Sets the output's caps and passes on each subtitle; one without a duration lasts until the next.
  func read(_ body: (Subtitle) throws(WorkerFailure) -> Void) throws(WorkerFailure) {
    if let captions = packets.captions { return try read(captions, body) }
    if let file = packets.file { return try read(file, body) }
    let reader = try task.input.open(packets.isParsed ? .text : .encoded)
    defer { reader.stop() }
    var caps: Caps?
    var held: Subtitle?
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
        try body(last.lasting(until: start))
      }
      guard let content = try converted(next.buffer) else { continue }
      let (own, end) = (next.segment.time(of: time) ?? range.start, grid.time(of: range.end))
      let length = next.buffer.duration.map(StreamTime.init) ?? 0
      let subtitle = Subtitle(
        content: content,
        start: start,
        end: end,
        ownStart: grid.time(of: own),
        ownEnd: grid.time(of: own + length)
      )
      if end > start { try body(subtitle) } else { held = subtitle }
    }
    if timeless > 0 {
      let packets = timeless.counting("packet")
      task.input.onNotice(
        "\(task.track.media.kind.rawValue) track \(task.track.index): \(packets) without a time, not in the output"
      )
    }
    if let held { try body(held.lasting(until: RationalTime(task.track.end))) }
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
      let content = try task.content(Array(cue.text.utf8))
      try body(Subtitle(content: content, start: start, end: end, ownStart: start, ownEnd: end))
    }
  }

  /// Passes on each cue of a subtitle file.
  private func read(
    _ file: Plan.SubtitleSource,
    _ body: (Subtitle) throws(WorkerFailure) -> Void
  ) throws(WorkerFailure) {
    let reader = try SubtitleFileReader(task.input, file)
    task.output.setCaps(reader.caps)
    for cue in reader.cues {
      try body(
        Subtitle(
          content: try task.content(Array(cue.content.utf8)),
          start: grid.time(of: cue.start),
          end: grid.time(of: cue.end),
          ownStart: grid.time(of: cue.ownStart),
          ownEnd: grid.time(of: cue.ownEnd)
        )
      )
    }
  }

  private func announce(_ caps: Caps) throws(WorkerFailure) {
    try task.making { () throws(GStreamerError) in
      task.output.setCaps(packets.conversion == nil ? caps : try Caps(SubtitleText.plain))
    }
  }

  /// Returns a subtitle in its new form; nil if it has no visible text.
  private func converted(_ buffer: borrowing Buffer) throws(WorkerFailure) -> Subtitle.Content? {
    guard let conversion = packets.conversion else {
      return Subtitle.Content(
        try task.input.reading { () throws(GStreamerError) in try buffer.sharingMemory() }
      )
    }
    let text = conversion.text(
      of: try task.input.reading { () throws(GStreamerError) in try buffer.bytes() }
    )
    return text.allSatisfy { $0 <= UInt8(ascii: " ") } ? nil : try task.content(text)
  }
}

extension TrackTask {
  /// Returns a text as the content of a subtitle of the result.
  func content(_ text: [UInt8]) throws(WorkerFailure) -> Subtitle.Content {
    Subtitle.Content(try making { () throws(GStreamerError) in try Buffer(text) })
  }
}
