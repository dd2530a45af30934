// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

/// The addresses of files, for GStreamer, and their paths as `PathText`.
enum FileAddress {
  /// The address of a path.
  static func uri(_ path: String) throws(GStreamerError) -> String {
    try URI.file(PathText.bytes(of: path))
  }

  /// The path of a file's address; nil for other addresses.
  static func path(_ uri: String) -> String? { URI.path(uri).map(PathText.text) }
}
