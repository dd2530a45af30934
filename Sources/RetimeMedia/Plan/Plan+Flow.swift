// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

extension Plan.Video {
  /// The settings of frame interpolation.
  package struct Flow: Sendable, Equatable, Codable {
    /// The quality of the motion estimation.
    package var quality: FlowQuality
    /// Whether repeated frames are kept rather than replaced.
    package var keepsRepeats: Bool
    /// The output times within which repeated frames are replaced; nil for all.
    ///
    /// With smart rendering, those of the encoded frames.
    package var replaced: [Range<RationalTime>]?
  }
}
