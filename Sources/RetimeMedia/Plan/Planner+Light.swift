// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

// What becomes of light that varies from picture to picture.

extension Planner {
  /// Says what a track of pictures has of Dolby Vision and HDR10+, which GStreamer 1.22 does not write.
  func noteLight(_ candidate: SourceTrack, _ track: Plan.Track, _ notes: inout PlanNotes) {
    guard candidate.info.kind == .video else { return }
    let light =
      source.movie?.track(track.streamID).colors?.light
      ?? source.matroska?.track(track.streamID)?.light
    if let profile = light?.dolbyVision {
      // Pictures of profile 5 are in colours of Dolby's own.
      let rest =
        profile == 5
        ? "which all of its colours depend on: they will be wrong"
        : "of every picture; what lies below it stays"
      notes.lose("Dolby Vision (profile \(profile)), \(rest)", of: candidate.info)
    }
    // A copy keeps what is in the packets themselves.
    let isKept = track.encoder == nil && light?.isBesidePackets != true
    if candidate.count.hasVaryingLight || light?.isBesidePackets == true, !isKept {
      notes.lose("HDR10+, of every picture; the HDR10 below it stays", of: candidate.info)
    }
  }
}
