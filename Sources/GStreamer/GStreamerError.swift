// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// An error of GStreamer or GLib, with all its information.
public struct GStreamerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error's domain, such as "gst-stream-error-quark".
  public var domain: String
  /// The code within the domain.
  public var code: Int
  /// The message for the user.
  public var message: String
  /// The element's debug information, if any.
  public var debug: String?
  /// The factory name of the element that posted the error, such as "qtdemux"; nil for none.
  public var element: String?

  /// The message.
  public var description: String { message }

  /// Returns the error for a stream that was present when the file was probed, and is now missing.
  public static func missing(stream: String) -> GStreamerError {
    GStreamerError("the stream \(stream) is not there any more")
  }

  /// The error for a file without audio to display.
  public static let noSound = GStreamerError("there is no sound in it")

  /// Creates an error of this overlay or its callers, in the domain "retime-gstreamer".
  public init(_ message: String, element: String? = nil) {
    domain = "retime-gstreamer"
    code = 0
    self.message = message
    self.element = element
  }

  /// Takes ownership of a `GError`; for nil, creates an "unknown error".
  init(taking error: UnsafeMutablePointer<GError>?, debug: String? = nil, element: String? = nil) {
    self.init("unknown error", element: element)
    self.debug = debug
    guard let error = unsafe error else { return }
    domain = unsafe String(cString: g_quark_to_string(error.pointee.domain))
    code = unsafe Int(error.pointee.code)
    message = unsafe String(cString: error.pointee.message)
    unsafe g_error_free(error)
  }
}

extension GStreamerError {
  /// The kind of failure, derived from domain and code.
  public enum Category: Sendable {
    /// An unreadable stream: of unknown type, or damaged.
    case badStream
    /// A missing decoder, encoder or element.
    case missingPlugin
    /// A source that does not exist or may not be opened.
    case cannotOpen
    /// A destination that cannot be created.
    case cannotCreate
    /// A failed read or write, such as on a full disk.
    case inputOutput
    /// Any other failure.
    case other
  }

  /// Whether a source stopped without a reason in its error.
  private var stopsSilently: Bool {
    guard let debug else { return false }
    return debug.contains("gst_base_src_loop") && debug.contains("reason error (-5)")
  }

  /// Whether a server answers that the resource does not exist or may not be read.
  public var isRefusal: Bool {
    // GST_RESOURCE_ERROR_NOT_FOUND and _NOT_AUTHORIZED.
    domain == "gst-resource-error-quark" && [3, 15].contains(code)
  }

  /// The category of `domain` and `code`.
  public var category: Category {
    switch (domain, code) {
    case ("gst-core-error-quark", 12): .missingPlugin  // GST_CORE_ERROR_MISSING_PLUGIN
    case ("gst-stream-error-quark", 6): .missingPlugin  // GST_STREAM_ERROR_CODEC_NOT_FOUND
    case ("gst_parse_error", 1): .missingPlugin  // GST_PARSE_ERROR_NO_SUCH_ELEMENT
    // A source that stops without a reason, such as `souphttpsrc` without a server.
    case ("gst-stream-error-quark", 1) where stopsSilently: .cannotOpen
    case ("gst-stream-error-quark", _): .badStream
    // GST_RESOURCE_ERROR_NOT_FOUND, _BUSY, _OPEN_READ and _NOT_AUTHORIZED.
    case ("gst-resource-error-quark", 3), ("gst-resource-error-quark", 4),
      ("gst-resource-error-quark", 5), ("gst-resource-error-quark", 15):
      .cannotOpen
    case ("gst-resource-error-quark", 6), ("gst-resource-error-quark", 7): .cannotCreate
    case ("gst-resource-error-quark", 9), ("gst-resource-error-quark", 10),
      ("gst-resource-error-quark", 11), ("gst-resource-error-quark", 14):
      .inputOutput
    default: .other
    }
  }
}
