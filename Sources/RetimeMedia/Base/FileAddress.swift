// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

/// Conversion between paths, as `PathText`, and GStreamer's file URIs.
enum FileAddress {
  /// Returns the URI of a path.
  static func uri(_ path: String) throws(GStreamerError) -> String {
    try URI.file(PathText.bytes(of: path))
  }

  /// Returns the path of a file URI; nil for other URIs.
  static func path(_ uri: String) -> String? { URI.path(uri).map(PathText.text) }
}
