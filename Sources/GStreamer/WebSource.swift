// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A source that reads the resource at a web address, or a file.
///
/// A `souphttpsrc` follows redirections and resumes after lost connections.
public final class WebSource: Element, @unchecked Sendable {
  /// Creates a source that reads the resource alone, without the titles that radio servers mix in.
  public convenience init(_ address: String) throws(GStreamerError) {
    if let path = URI.path(address) {
      let file = try Element.make("filesrc")
      try file.set("location", toPath: path)
      unsafe self.init(retaining: file.raw)
      return
    }
    let made = try Element.make(
      "souphttpsrc",
      ["location": address, "iradio-mode": "false", "blocksize": "65536"]
    )
    unsafe self.init(retaining: made.raw)
  }

  /// Reads these bytes alone, where the server supports ranges.
  ///
  /// - Throws: for a file.
  public func limit(to range: Range<Int>) throws(GStreamerError) {
    let bytes = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
    try set("extra-headers", to: "headers, Range=(string)\"\(bytes)\"")
    // A retry would overwrite the range.
    try set("retries", to: "0")
  }

  /// The number of bytes of the resource; nil while it is unknown, or if it may not end.
  ///
  /// Wraps `gst_element_query_duration`.
  public var byteCount: Int? {
    var count: gint64 = -1
    guard unsafe gst_element_query_duration(element, GST_FORMAT_BYTES, &count) != 0, count >= 0
    else {
      return nil
    }
    return Int(count)
  }

  /// The address that is read, after redirections; nil before it is opened.
  ///
  /// Wraps `gst_query_parse_uri_redirection`.
  public var address: String? {
    guard let query = unsafe gst_query_new_uri() else { return nil }
    defer { unsafe gst_query_unref(query) }
    guard unsafe gst_element_query(element, query) != 0 else { return nil }
    var (uri, redirection): (UnsafeMutablePointer<gchar>?, UnsafeMutablePointer<gchar>?) = (
      nil, nil
    )
    unsafe gst_query_parse_uri(query, &uri)
    unsafe gst_query_parse_uri_redirection(query, &redirection)
    let original = unsafe String(taking: uri)
    return unsafe String(taking: redirection) ?? original
  }
}
