// SPDX-License-Identifier: MPL-2.0

package import MediaFiles

extension Plan {
  /// The closed captions of a video track that become a subtitle track.
  package struct Captions: Sendable, Equatable, Codable {
    /// The channel.
    package var channel: CaptionChannel
    /// Whether italics are marked with SubRip's tags.
    package var marksItalics: Bool
    /// Whether frames are decoded, as packets do not state the order in which they are shown.
    package var isDecoded: Bool
  }
}
