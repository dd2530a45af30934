// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

// The colorimetry and field order that the result's container states in place of its muxer's.

extension Planner {
  /// Returns the values of the source's container for a copied track; nil to keep the muxer's.
  func statedVideo(of candidate: SourceTrack) -> StatedVideo? {
    guard candidate.info.kind == .video, format.container.isMovie || format.container.isMatroska
    else { return nil }
    var stated = source.statedVideo(of: candidate.info.streamID) ?? StatedVideo()
    // Muxers write the colorimetry that GStreamer assumes by the frame size of raw video.
    if candidate.encoded.name == "video/x-raw", !stated.hasColors { stated.dropsOthers = true }
    // `qtmux` writes that video is progressive unless its caps state otherwise, which those of H.264 and DV do not.
    if format.container.name == "mov", stated.fields == nil { stated.dropsFields = true }
    return stated.isEmpty ? nil : stated
  }

  /// Returns the values for encoded frames that their codec leaves to the container; nil for none.
  func statedVideo(
    _ choice: EncoderChoice,
    _ colors: Plan.Colors?,
    _ fields: FieldPlan
  ) -> StatedVideo? {
    guard format.container.isMovie || format.container.isMatroska else { return nil }
    var stated = StatedVideo()
    if ["prores", "ffv1", "mjpeg"].contains(choice.codec) {
      stated.fields = fields.order?.interleaved
    }
    let meaning = colors.flatMap { $0.stated ?? $0.encoded ?? $0.colorimetry }
    if !choice.encoder.pictures.signals.contains(.light), format.container.signals.contains(.light),
      let colors = meaning.flatMap(Colorimetry.init), colors.matrix != 0,
      colors.transfer != Colorimetry.unspecified || colors.primaries != Colorimetry.unspecified
    {
      let code = { $0 == Colorimetry.unspecified ? nil : $0 }
      (stated.primaries, stated.transfer, stated.matrix) = (
        code(colors.primaries), code(colors.transfer), code(colors.matrix)
      )
      stated.isFullRange = colors.isFullRange
    }
    return stated.isEmpty ? nil : stated
  }

  /// Returns the colorimetry that the source's container states, if its demuxer ignores it; nil if not.
  func containerColors(of candidate: SourceTrack) -> String? {
    ["video/x-raw", "video/x-h263"].contains(candidate.encoded.name)
      ? source.containerColors(of: candidate.info.streamID)?.text : nil
  }
}
