// SPDX-License-Identifier: MPL-2.0

/// The conversion of a source's video frames to the form of another source's.
package struct FrameFit: Sendable, Equatable, Codable {
  /// The caps of the other source's frames.
  package var caps: String
  /// The source's own pixel aspect ratio and colorimetry, where its decoder gets them wrong; nil if not.
  package var aspect: String?, colorimetry: String?
  /// The rotations and mirrorings, in order.
  package var turns: [Orientation]
  /// Whether the frames are marked as interlaced exactly where the other source's are.
  package var keepsFields: Bool
}
