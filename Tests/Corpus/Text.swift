// SPDX-License-Identifier: MPL-2.0

import Foundation

/// Numbers and cells of tables.
enum Text {
  /// Seconds to the millisecond.
  static func seconds(_ value: Double) -> String { String(format: "%.3f", value) }

  /// A text in one cell of a Markdown table.
  static func cell(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 }).replacingOccurrences(of: "|", with: "\\|")
  }

  /// A text in one field of a TSV file.
  static func field(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// A text truncated to a number of characters.
  static func short(_ text: String, _ length: Int) -> String {
    text.count <= length ? text : text.prefix(length - 1) + "…"
  }
}
