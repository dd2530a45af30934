// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The formats of data tracks, such as the position of a camera, that are kept packet by packet.
enum DataFormat {
  /// The media types that demuxers output, and that at least one muxer takes: KLV in MPEG-TS (MISB ST 1402).
  static let mediaTypes: Set<String> = ["meta/x-klv"]

  /// Returns whether a stream of these caps carries such data.
  static func isData(_ caps: Caps) -> Bool { mediaTypes.contains(caps.name) }
}
