// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

extension SourceReference {
  /// Returns the colorimetry and field order that an MP4, QuickTime or Matroska file states for a stream.
  func statedVideo(of streamID: String) -> StatedVideo? {
    movie?.track(streamID).colors?.video ?? matroska?.track(streamID)?.video
  }

  /// Returns the colorimetry that the container states for a stream; nil if it states none.
  func containerColors(of streamID: String) -> Colorimetry? {
    guard let stated = statedVideo(of: streamID), stated.hasColors else { return nil }
    let unspecified = Colorimetry.unspecified
    return Colorimetry(
      isFullRange: stated.isFullRange ?? false,
      matrix: stated.matrix ?? unspecified,
      transfer: stated.transfer ?? unspecified,
      primaries: stated.primaries ?? unspecified
    )
  }
}
