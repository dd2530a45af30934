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

  /// The rate on whose grid every frame lies; nil for sound and for uneven pictures.
  var gridRate: FrameRate? { info.kind == .video && count.isOnGrid ? raw.frameRate : nil }

  /// The end of the last frame, counted from the file's common start.
  func end(from origin: Int64) -> RationalTime {
    let start = count.start ?? origin
    guard info.kind == .video else {
      let rate = info.audio?.sampleRate ?? 1
      return RationalTime(nanoseconds: start - origin)
        + RationalTime(Int64(count.frames), Int64(rate))
    }
    return FrameGrid(
      frameRate: gridRate,
      granularity: granularity,
      firstNanoseconds: start,
      origin: origin
    ).time(ofNanoseconds: count.end)
  }
}
