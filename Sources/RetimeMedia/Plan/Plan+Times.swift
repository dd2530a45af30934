// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

// Where tracks lie in source time and in played time, exactly; worked out in one place for the plan
// and for the run.

/// How a track's source is played: when it begins and ends.
struct PlayedTrack {
  /// The passes, in their order.
  let passes: [PlaybackPass]
  /// When the first frame is played, and when the last one ends.
  let start: RationalTime, end: RationalTime
  /// The same in the output; a hold at the end of what is played belongs to it.
  let output: (start: RationalTime, end: RationalTime)

  /// How a track that lies at `source` is played.
  init(
    _ map: TimeMap,
    source: (start: RationalTime, end: RationalTime),
    sourceDuration: RationalTime
  ) {
    passes = map.passes(sourceDuration: sourceDuration)
    guard map.factor == nil else {
      (start, end) = source
      output = (map.outputTime(ofSource: start), map.outputTime(ofSource: end))
      return
    }
    let playing = passes.filter { $0.shows(from: source.start, until: source.end, isLasting: true) }
    guard let first = playing.first, let last = playing.last else {
      (start, end, output) = (.zero, .zero, (.zero, .zero))
      return
    }
    let played = { (pass: PlaybackPass) in
      pass.played(from: max(source.start, pass.sourceStart), to: min(source.end, pass.sourceEnd))
    }
    (start, end) = (played(first).start, played(last).end)
    let shown = { (pass: PlaybackPass) in
      map.output(from: source.start, to: source.end, of: pass, isLasting: true)
    }
    output = (shown(first)?.start ?? .zero, shown(last)?.end ?? .zero)
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
      return (grid.time(of: origin + track.start), grid.time(of: origin + track.end))
    }
  }

  /// Where a track's pictures lie in source time, counted from the common start.
  func grid(of track: Track) -> FrameGrid {
    let (rate, granularity): (FrameRate?, Int64) =
      switch track.media {
      case .video(let video): (video.sourceFrameRate, video.granularity)
      case .packets(let packets): (packets.sourceFrameRate, packets.granularity)
      case .audio: (nil, 1)
      }
    return FrameGrid(
      frameRate: rate,
      granularity: RationalTime(nanoseconds: granularity),
      first: origin + track.start,
      origin: origin
    )
  }

  /// How source time becomes output time.
  var timeMap: TimeMap {
    guard let map else { return TimeMap(factor: factor) }
    return start == nil && end == nil
      ? map.map : map.map.delayed(bySource: .zero - RationalTime(mapShift))
  }

  /// What is added to times after the origin to get those that the map has.
  var mapShift: StreamTime { start == nil && end == nil ? 0 : origin - (beginning ?? 0) }

  /// How a track is played.
  func played(_ track: Track) -> PlayedTrack {
    PlayedTrack(timeMap, source: range(of: track), sourceDuration: sourceEnd)
  }
}
