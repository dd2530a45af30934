// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

// Where tracks lie in source time and in played time, exactly; worked out in one place for the plan
// and for the run.

extension SourceTrack {
  /// Where the track's pictures lie in time, counted from the common start.
  func grid(origin: StreamTime) -> FrameGrid {
    FrameGrid(
      frameRate: gridRate,
      granularity: granularity,
      first: count.start ?? origin,
      origin: origin
    )
  }

  /// From the track's first frame to the end of its last, counted from the common start.
  func range(origin: StreamTime) -> (start: RationalTime, end: RationalTime) {
    let start = count.start ?? origin
    guard info.kind == .video, let grid = Optional(grid(origin: origin)) else {
      let first = RationalTime(start - origin)
      let rate = info.audio?.sampleRate ?? 1
      return (first, first + RationalTime(Int64(count.frames), Int64(rate)))
    }
    return (grid.time(of: start), grid.time(of: count.end))
  }
}

extension [SourceTrack] {
  /// The end of the last track, counted from the common start; nil where nothing lasts.
  func end(origin: StreamTime) -> RationalTime? {
    map { $0.range(origin: origin).end }.max().flatMap { $0 > .zero ? $0 : nil }
  }
}

/// How a track's source is played: when it begins and ends, and how many frames of sound that takes.
struct PlayedTrack {
  /// The passes, in their order.
  let passes: [PlaybackPass]
  /// When the first frame is played, and when the last one ends.
  let start: RationalTime, end: RationalTime
  /// Where the track lies in the source.
  private let source: (start: RationalTime, end: RationalTime)

  /// How a track that lies at `source` is played.
  init(
    _ playback: Playback,
    source: (start: RationalTime, end: RationalTime),
    sourceDuration: RationalTime
  ) {
    self.source = source
    passes = playback.passes(sourceDuration: sourceDuration)
    let played = passes.map { $0.played(from: source.start, to: source.end) }
    start = played.first?.start ?? .zero
    end = played.last?.end ?? .zero
  }

  /// Silent frames before each pass but the first, which keep a shorter track in step.
  func silentFrames(rate: Int) -> Int {
    guard passes.count > 1 else { return 0 }
    let ends = passes.map { $0.played(from: source.start, to: source.end) }
    return Int((ends[1].start - ends[0].end).ticks(timescale: Int64(rate)))
  }

  /// Frames of sound that are played, of so many in the source.
  func frames(ofSource count: Int, rate: Int) -> Int {
    // Times that a file made up can be centuries apart.
    let (sound, silence) = (Int128(count), Int128(silentFrames(rate: rate)))
    return Int(clamping: sound * Int128(passes.count) + silence * Int128(passes.count - 1))
  }
}

extension Plan {
  /// Where a track lies in source time, counted from the common start.
  func range(of track: Track) -> (start: RationalTime, end: RationalTime) {
    let start = RationalTime(track.start)
    switch track.media {
    case .audio(let audio):
      return (start, start + RationalTime(Int64(track.sourceFrames ?? 0), Int64(audio.sampleRate)))
    case .video, .packets:
      let grid = grid(of: track)
      return (
        grid.time(of: origin + track.start), grid.time(of: origin + track.end)
      )
    }
  }

  /// Where a track's pictures lie in source time, counted from the common start.
  func grid(of track: Track) -> FrameGrid {
    let (rate, granularity): (String?, Int64) =
      switch track.media {
      case .video(let video): (video.sourceFrameRate, video.granularity)
      case .packets(let packets): (packets.sourceFrameRate, packets.granularity)
      case .audio: (nil, 1)
      }
    return FrameGrid(
      frameRate: rate.flatMap { try? FrameRate(parsing: $0) },
      granularity: RationalTime(nanoseconds: granularity),
      first: origin + track.start,
      origin: origin
    )
  }

  /// How a track is played.
  ///
  /// - Throws: when the plan was changed by hand into one that makes no sense.
  func played(_ track: Track) throws(RetimeError) -> PlayedTrack {
    guard let playback = Playback(rawValue: playback), let end = try? Rational(parsing: sourceEnd)
    else { throw RetimeError(.usage, "'\(playback)' is no playback of '\(sourceEnd)' seconds") }
    return PlayedTrack(
      playback,
      source: range(of: track),
      sourceDuration: RationalTime(seconds: end)
    )
  }
}
