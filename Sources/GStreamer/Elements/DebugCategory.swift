// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A category of GStreamer's debug log, shown by `GST_DEBUG=audioretime:DEBUG`, for example.
@safe struct DebugCategory: @unchecked Sendable {
  // `@unchecked Sendable`: GStreamer never frees a category, and its threshold is atomic.
  private let raw: UnsafeMutablePointer<GstDebugCategory>?

  /// Creates a category, or finds the one that another copy of this code created under the same name.
  ///
  /// Wraps `GST_DEBUG_CATEGORY_INIT`, which is a macro.
  init(_ name: String, _ summary: String) {
    unsafe raw = unsafe _gst_debug_category_new(name, 0, summary)
  }

  /// Returns whether messages of a level are logged.
  ///
  /// Wraps `gst_debug_category_get_threshold`.
  func shows(_ level: DebugLevel) -> Bool {
    guard let raw = unsafe raw else { return false }
    return unsafe gst_debug_category_get_threshold(raw).rawValue >= level.rawValue
  }

  /// Logs a message about an element.
  ///
  /// Wraps `gst_debug_log_literal`.
  func log(
    _ level: DebugLevel,
    _ message: String,
    about element: UnsafeMutablePointer<GstElement>,
    from origin: CodeLine
  ) {
    unsafe gst_debug_log_literal(
      raw,
      GstDebugLevel(level.rawValue),
      origin.file.cString,
      origin.function.cString,
      Int32(clamping: origin.line),
      UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self),
      message
    )
  }
}

/// The level of a debug message, a `GstDebugLevel`.
public enum DebugLevel: UInt32, Sendable {
  /// A failure of the stream.
  case error = 1
  /// A fault that does not stop the element.
  case warning = 2
  /// A rare event: negotiated caps, a new factor.
  case info = 4
  /// An occasional event: GStreamer events and their results.
  case debug = 5
  /// An event for each buffer.
  case log = 6
  /// An event more frequent than buffers: queries.
  case trace = 7
}

/// The source location of a log message.
struct CodeLine {
  let file: StaticString, function: StaticString, line: Int
}

extension StaticString {
  /// The text as a C string; a literal is null-terminated and lives as long as the program.
  var cString: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// Returns an object as text, in the format of GStreamer's debug log.
///
/// Wraps `GST_PTR_FORMAT`.
func described(_ object: UnsafeMutableRawPointer) -> String {
  unsafe String(taking: CGStreamer_describe(object)) ?? "?"
}
