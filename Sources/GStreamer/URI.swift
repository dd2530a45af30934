// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// Addresses of media, as GStreamer reads them.
public enum URI {
  /// The URI of a file's path.
  ///
  /// Wraps `gst_filename_to_uri`.
  public static func file(_ path: String) throws(GStreamerError) -> String {
    var error: UnsafeMutablePointer<GError>?
    guard let text = unsafe gst_filename_to_uri(path, &error) else {
      throw unsafe GStreamerError(taking: error)
    }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// Whether the text is a URI with a scheme, such as "https://…".
  ///
  /// Wraps `gst_uri_is_valid`.
  public static func isValid(_ text: String) -> Bool { unsafe gst_uri_is_valid(text) != 0 }
}
