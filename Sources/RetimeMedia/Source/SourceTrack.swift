// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A source track to process, with its properties.
struct SourceTrack {
  let info: MediaInfo.Track
  let encoded: Caps
  let raw: Caps
  let count: TrackCount
  /// The resolution of the container's timestamps.
  let granularity: RationalTime
  /// The colorimetry and format of its video; nil for audio, and if no frame was decoded.
  var colors: SourceColors?

  /// The rate of the grid that has every frame; nil for audio and for unevenly spaced video.
  var gridRate: FrameRate? { info.kind == .video ? count.gridRate : nil }

  /// Returns the grid of the track's video frames, counted from the common start.
  func grid(origin: StreamTime) -> FrameGrid {
    FrameGrid(
      frameRate: gridRate,
      granularity: granularity,
      first: count.start ?? origin,
      origin: origin
    )
  }

  /// Returns the start of the track's first frame and the end of its last, from the common start.
  func range(origin: StreamTime) -> (start: RationalTime, end: RationalTime) {
    let start = count.start ?? origin
    guard let audio = info.audio else {
      let grid = grid(origin: origin)
      return (grid.time(of: start), count.exactEnd ?? grid.time(of: count.end))
    }
    let first = RationalTime(start - origin)
    return (first, first + RationalTime(Int64(count.frames), Int64(audio.sampleRate)))
  }
}

extension [SourceTrack] {
  /// Returns the end of the last track, counted from the common start; nil if all are empty.
  func end(origin: StreamTime) -> RationalTime? {
    map { $0.range(origin: origin).end }.max().flatMap { $0 > .zero ? $0 : nil }
  }
}
