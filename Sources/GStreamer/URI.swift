// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// Conversions between URIs and file paths.
public enum URI {
  /// Returns the URI of a file's path, with bytes outside ASCII percent-encoded.
  ///
  /// Wraps `gst_filename_to_uri`.
  public static func file(_ path: [UInt8]) throws(GStreamerError) -> String {
    var error: UnsafeMutablePointer<GError>?
    let path = path.map(CChar.init(bitPattern:)) + [0]
    guard let text = unsafe String(taking: gst_filename_to_uri(path, &error)) else {
      throw unsafe GStreamerError(taking: error)
    }
    return text
  }

  /// Returns the path of a file URI; nil for other URIs.
  ///
  /// Wraps `g_filename_from_uri`.
  public static func path(_ uri: String) -> [UInt8]? {
    guard let path = unsafe g_filename_from_uri(uri, nil, nil) else { return nil }
    defer { unsafe g_free(path) }
    let bytes = unsafe UnsafeBufferPointer(start: path, count: strlen(path))
    return unsafe bytes.map(UInt8.init(bitPattern:))
  }

  /// Returns whether the text is a URI with a scheme, such as "https://…".
  ///
  /// Wraps `gst_uri_is_valid`.
  public static func isValid(_ text: String) -> Bool { unsafe gst_uri_is_valid(text) != 0 }

  /// Returns the scheme of a URI in lowercase, such as "https"; nil for another text.
  ///
  /// Wraps `gst_uri_get_protocol`.
  public static func scheme(_ text: String) -> String? {
    isValid(text) ? unsafe String(taking: gst_uri_get_protocol(text))?.lowercased() : nil
  }

  /// Returns the URI that `reference` means in a resource at `base`.
  ///
  /// Wraps `gst_uri_join_strings`.
  public static func resolve(_ reference: String, against base: String) -> String? {
    unsafe String(taking: gst_uri_join_strings(base, reference))
  }
}
