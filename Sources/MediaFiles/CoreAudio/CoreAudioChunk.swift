// SPDX-License-Identifier: MPL-2.0

/// What stands before each chunk: its name and its size.
///
/// Source: Apple Core Audio Format Specification 1.0, "CAF Chunk Header".
package struct CoreAudioChunkHeader: Hashable, Sendable {
  /// The size of the header itself in bytes.
  package static let byteCount = 12

  /// What the chunk holds.
  package let type: FourCharCode
  /// How many bytes follow; nil for all there are, which only the sound may say.
  package let size: Int64?

  /// Reads a header; nil for too few bytes, and for what cannot be one.
  package init?(_ bytes: [UInt8]) {
    var cursor = ByteCursor(bytes)
    guard let type: UInt32 = cursor.number(), let size: Int64 = cursor.number(), type != 0
    else { return nil }
    self.type = FourCharCode(rawValue: type)
    let isOpen = size == -1 && self.type == "data"
    guard size >= 0 || isOpen else { return nil }
    self.size = isOpen ? nil : size
  }
}

/// What is wrong with a file, in words for a person.
package struct CoreAudioFormatError: Error, Hashable, Sendable {
  /// What was found and what is allowed.
  package let message: String

  /// An error that says so.
  package init(_ message: String) { self.message = message }
}
