// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

// The exact positions of tracks in source time and in played time, for the plan and for the run.

/// The playback of a track's source: its passes, start and end.
struct PlayedTrack {
  /// The passes, in playback order.
  let passes: [PlaybackPass]
  /// The start of the first frame and the end of the last one, in played time.
  let start: RationalTime, end: RationalTime
  /// The start and the end in output time; a hold at the end of the played part is included.
  let output: (start: RationalTime, end: RationalTime)

  /// Creates the playback of a track whose media is at `source`, in source time.
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
  /// Returns the source time range of a track, from the common start.
  func range(of track: Track) -> (start: RationalTime, end: RationalTime) {
    let start = RationalTime(track.start)
    switch track.media {
    case .audio(let audio):
      return (start, start + RationalTime(Int64(track.sourceFrames ?? 0), Int64(audio.sampleRate)))
    case .video, .packets:
      let grid = grid(of: track)
      return (
        grid.time(of: origin + track.start), track.exactEnd ?? grid.time(of: origin + track.end)
      )
    }
  }

  /// Returns the grid of a track's frame times in source time, from the common start.
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

  /// The map from source time to output time.
  var timeMap: TimeMap {
    guard let map else { return TimeMap(factor: factor) }
    return start == nil && end == nil
      ? map.map : map.map.delayed(bySource: .zero - RationalTime(mapShift))
  }

  /// The offset from times after the origin to the map's times.
  var mapShift: StreamTime { start == nil && end == nil ? 0 : origin - (beginning ?? 0) }

  /// Returns the playback of a track.
  func played(_ track: Track) -> PlayedTrack {
    PlayedTrack(timeMap, source: range(of: track), sourceDuration: sourceEnd)
  }
}
