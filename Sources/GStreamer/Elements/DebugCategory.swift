// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A category of GStreamer's debug log: `GST_DEBUG=audioretime:DEBUG` shows what is in that one.
@safe struct DebugCategory: @unchecked Sendable {
  // `@unchecked Sendable`: GStreamer never frees a category, and its threshold is atomic.
  private let raw: UnsafeMutablePointer<GstDebugCategory>?

  /// The category of a name; the one that is there already, if another copy of this code has made it.
  ///
  /// Wraps `GST_DEBUG_CATEGORY_INIT`, which is a macro.
  init(_ name: String, _ summary: String) {
    unsafe raw = unsafe _gst_debug_category_new(name, 0, summary)
  }

  /// Whether messages of a level are wanted.
  ///
  /// Wraps `gst_debug_category_get_threshold`.
  func shows(_ level: DebugLevel) -> Bool {
    guard let raw = unsafe raw else { return false }
    return unsafe gst_debug_category_get_threshold(raw).rawValue >= level.rawValue
  }

  /// Writes a message about an element.
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
  /// The stream has failed.
  case error = 1
  /// A fault that does not stop the element.
  case warning = 2
  /// What happens once or seldom: what was negotiated, a new factor.
  case info = 4
  /// What happens now and then: events, and what was made of them.
  case debug = 5
  /// What happens with each buffer.
  case log = 6
  /// What happens more often than buffers: queries.
  case trace = 7
}

/// The line of source code that logs a message.
struct CodeLine {
  let file: StaticString, function: StaticString, line: Int
}

extension StaticString {
  /// The text as C has it; a literal lives as long as the program and ends with a zero.
  var cString: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// An object as text, as GStreamer's debug log shows it.
///
/// Wraps `GST_PTR_FORMAT`.
func described(_ object: UnsafeMutableRawPointer) -> String {
  unsafe String(taking: CGStreamer_describe(object)) ?? "?"
}
