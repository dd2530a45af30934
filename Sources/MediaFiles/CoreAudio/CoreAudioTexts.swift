// SPDX-License-Identifier: MPL-2.0

/// The chunk "info": what people wrote about the sound, keys with their texts.
///
/// Source: Apple Core Audio Format Specification 1.0, "CoreAudioTexts Chunk".
package struct CoreAudioTexts: Hashable, Sendable {
  /// The entries in the order of the file.
  package let entries: [Entry]

  /// A key and its text.
  package struct Entry: Hashable, Sendable {
    /// What it is, such as "artist".
    package let key: String
    /// What it says.
    package let text: String
  }

  /// Reads the chunk's content, as far as it goes, and no more than a thousand entries.
  package init(_ bytes: [UInt8]) {
    var cursor = ByteCursor(bytes)
    var (entries, count) = ([Entry](), min(cursor.number(UInt32.self) ?? 0, 1_000))
    while count > 0, let key = cursor.text(), let text = cursor.text() {
      if !key.isEmpty, !text.isEmpty { entries.append(Entry(key: key, text: text)) }
      count -= 1
    }
    self.entries = entries
  }
}
