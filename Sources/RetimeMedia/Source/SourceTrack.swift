// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A source track that is to be made, with what is known of it.
struct SourceTrack {
  let info: MediaInfo.Track
  let encoded: Caps
  let raw: Caps
  let count: TrackCount
  /// How coarse the container's timestamps are.
  let granularity: RationalTime
  /// What its pictures are like; nil for sound, and where none was decoded.
  var colors: SourceColors?

  /// The rate on whose grid every frame lies; nil for sound and for uneven pictures.
  var gridRate: FrameRate? { info.kind == .video ? count.gridRate : nil }

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
    guard let audio = info.audio else {
      let grid = grid(origin: origin)
      return (grid.time(of: start), grid.time(of: count.end))
    }
    let first = RationalTime(start - origin)
    return (first, first + RationalTime(Int64(count.frames), Int64(audio.sampleRate)))
  }
}

extension [SourceTrack] {
  /// The end of the last track, counted from the common start; nil where nothing lasts.
  func end(origin: StreamTime) -> RationalTime? {
    map { $0.range(origin: origin).end }.max().flatMap { $0 > .zero ? $0 : nil }
  }
}
