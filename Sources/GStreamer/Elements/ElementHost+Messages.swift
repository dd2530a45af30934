// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

// Errors and warnings on the bus.
extension ElementHost {
  /// The cause of an error or a warning.
  public enum Fault: Sendable {
    /// A stream that does not match its caps.
    case format
    /// An operation that the element does not support.
    case unsupported
    /// Settings that cannot be applied.
    case settings
    /// A failure of memory allocation or of a library.
    case failed
    /// A source that is truncated, or does not contain the stream.
    case unreadable
    /// A downstream element that does not accept the stream.
    case stopped

    fileprivate var code: (domain: GQuark, code: UInt32) {
      switch self {
      case .format: (gst_stream_error_quark(), GST_STREAM_ERROR_FORMAT.rawValue)
      case .unsupported:
        (gst_stream_error_quark(), GST_STREAM_ERROR_NOT_IMPLEMENTED.rawValue)
      case .settings: (gst_library_error_quark(), GST_LIBRARY_ERROR_SETTINGS.rawValue)
      case .failed: (gst_library_error_quark(), GST_LIBRARY_ERROR_FAILED.rawValue)
      case .unreadable: (gst_stream_error_quark(), GST_STREAM_ERROR_DEMUX.rawValue)
      case .stopped: (gst_stream_error_quark(), GST_STREAM_ERROR_FAILED.rawValue)
      }
    }
  }

  /// Posts an error, after which the stream must end; returns ``Flow/error``.
  ///
  /// Wraps `gst_element_message_full`.
  public func fail(
    _ fault: Fault,
    _ message: String,
    file: StaticString = #fileID,
    function: StaticString = #function,
    line: Int = #line
  ) -> Flow {
    let origin = CodeLine(file: file, function: function, line: line)
    log(.error, message, file: file, function: function, line: line)
    post(GST_MESSAGE_ERROR, fault, message, from: origin)
    return .error
  }

  /// Posts a warning, after which the stream continues; does nothing if it was posted since the start.
  ///
  /// Wraps `gst_element_message_full`.
  public func warnOnce(
    _ fault: Fault,
    _ message: String,
    file: StaticString = #fileID,
    function: StaticString = #function,
    line: Int = #line
  ) {
    guard warnings.withLock({ $0.insert(message).inserted }) else { return }
    let origin = CodeLine(file: file, function: function, line: line)
    log(.warning, message, file: file, function: function, line: line)
    post(GST_MESSAGE_WARNING, fault, message, from: origin)
  }

  /// Makes all warnings new again, as at the start.
  func forgetWarnings() { warnings.withLock { $0.removeAll() } }

  private func post(
    _ type: GstMessageType,
    _ fault: Fault,
    _ message: String,
    from origin: CodeLine
  ) {
    let (domain, code) = fault.code
    unsafe gst_element_message_full(
      element,
      type,
      domain,
      Int32(code),
      g_strdup(message),
      nil,
      origin.file.cString,
      origin.function.cString,
      Int32(clamping: origin.line)
    )
  }
}
