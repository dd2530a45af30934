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
  var gridRate: FrameRate? { info.kind == .video && count.isOnGrid ? raw.frameRate : nil }
}

extension Plan.Track {
  /// The same track with its program, the streams that go on with it and the clock that it has.
  func reading(_ count: TrackCount, of program: Int?) -> Plan.Track {
    var track = self
    track.program = program
    track.links = count.links.isEmpty ? nil : count.links
    track.clockShift = count.clockShift
    return track
  }
}
