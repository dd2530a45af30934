// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// A worker that gives the subtitles of a track, or its packets of data, their new times, in a form that the container takes.
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
  /// The format whose texts contain times; nil for plain text.
  private let format: SubtitleFileFormat?

  /// The output times at which a subtitle is shown, and the passes that show it.
  private struct Shown {
    let index: Int
    let start: RationalTime
    var end: RationalTime
    var passes: [PlaybackPass]
  }

  init(_ task: TrackTask, _ packets: Plan.Packets) throws(WorkerFailure) {
    (self.task, self.packets) = (task, packets)
    map = task.plan.timeMap
    grid = task.plan.grid(of: task.track)
    played = task.input.played
    let isOwn = packets.file.map { $0.form == .own } ?? (packets.conversion == nil)
    format = isOwn ? SubtitleFileFormat(mediaType: task.track.sourceCodec) : nil
  }

  /// Reads, converts and writes all subtitles.
  mutating func run() throws(WorkerFailure) {
    var kept: [Subtitle] = []
    let isPlain = task.plan.map == nil
    try SubtitleInput(task, packets).read { (subtitle) throws(WorkerFailure) in
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
  ) throws(WorkerFailure) -> Subtitle.Content {
    guard let format, format != .srt, format != .sbv,
      start != subtitle.ownStart || end != subtitle.ownEnd || task.plan.map != nil
    else { return subtitle.content }
    let bytes = try task.input.reading { () throws(GStreamerError) in
      try subtitle.content.buffer.bytes()
    }
    let times = SubStationTimes(
      map,
      passes,
      source: (subtitle.ownStart, subtitle.ownEnd),
      shown: (start, end)
    )
    let new = format == .ass ? times.line(bytes) : words(bytes, format, subtitle, start, times)
    return new == bytes ? subtitle.content : try task.content(new)
  }

  /// Returns a text with the times of its words in the result, or without them if it is played backward.
  private func words(
    _ bytes: [UInt8],
    _ format: SubtitleFileFormat,
    _ subtitle: Subtitle,
    _ start: RationalTime,
    _ times: SubStationTimes
  ) -> [UInt8] {
    let own = subtitle.ownStart.streamTime, result = start.streamTime
    let text = InlineTimes.placed(
      String(decoding: bytes, as: UTF8.self),
      format,
      starts: (own, result)
    ) { time in
      guard !times.isBackward else { return nil }
      let place = times.place(Double((time - own).nanoseconds) / 1e6)
      return result + StreamTime(clamping: Int64(max(0, min(place, 1e12)) * 1e6))
    }
    return Array(text.utf8)
  }

  /// Writes the cues that the lane returns.
  private mutating func write(_ cues: [SubtitleSequencer.Cue]) throws(WorkerFailure) {
    for cue in cues {
      // `qtmux` shortens the last cue of a track by the start time of the first.
      if !hasBegun, cue.start > 0 { try write(task.content([]), 0, cue.start, frames: 0) }
      hasBegun = true
      try write(task.content(cue.text), cue.start, cue.end)
    }
  }

  private func write(
    _ content: Subtitle.Content,
    _ from: StreamTime,
    _ to: StreamTime,
    frames: Int = 1
  ) throws(WorkerFailure) {
    try task.push(from: from, to: to, frames: frames) { () throws(GStreamerError) in
      try content.buffer.sharingMemory()
    }
  }
}
