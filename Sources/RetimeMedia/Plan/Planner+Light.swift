// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

// Metadata of HDR that varies from frame to frame.

extension Planner {
  /// Notes the loss of Dolby Vision and HDR10+ of a video track, which GStreamer 1.22 does not write.
  func noteLight(_ candidate: SourceTrack, _ track: Plan.Track, _ notes: inout PlanNotes) {
    guard candidate.info.kind == .video else { return }
    let light =
      source.movie?.track(track.streamID).colors?.light
      ?? source.matroska?.track(track.streamID)?.light
    if let profile = light?.dolbyVision {
      // Frames of profile 5 are in a colour space of Dolby's own.
      let rest =
        profile == 5
        ? "which its base layer needs: its colors will be wrong"
        : "of every frame; the base layer is kept"
      notes.lose("Dolby Vision (profile \(profile)), \(rest)", of: candidate.info)
    }
    // A stream copy keeps metadata that is in the packets themselves.
    let isKept = track.encoder == nil && light?.isBesidePackets != true
    if candidate.count.hasVaryingLight || light?.isBesidePackets == true, !isKept {
      notes.lose("HDR10+ metadata; the static HDR10 metadata is kept", of: candidate.info)
    }
  }
}
