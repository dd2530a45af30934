// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// How one track, played backwards once more, compares with the source.
public struct Verification: Sendable, Equatable {
  /// What the track holds, and its place among the source's tracks.
  public var kind: MediaInfo.Track.Kind, index: Int
  /// Frames of the source, and those that the result does not have.
  public var frames: Int, missing: Int
  /// Whether every value of every frame is the same.
  public var isIdentical: Bool
  /// Peak signal-to-noise ratio in decibels over all values; nil when they are identical.
  public var psnr: Double?

  /// A comparison of `frames` frames; `peak` is the largest value that there can be.
  init(
    _ track: Plan.Track,
    frames: Int,
    missing: Int,
    _ difference: Difference,
    peak: Double
  ) {
    (kind, index) = (track.media.kind, track.index)
    (self.frames, self.missing) = (frames, missing)
    isIdentical = difference.isNone && missing == 0
    psnr =
      difference.isNone || difference.meanSquare == 0
      ? nil : Decibels.ofPower(peak * peak / difference.meanSquare)
  }
}
