// SPDX-License-Identifier: MPL-2.0

/// Bytes that a reader of a file is to see in place of its own.
package struct FilePatch: Sendable, Equatable {
  /// Where they begin in the file.
  package let offset: Int
  package let bytes: [UInt8]

  package init(offset: Int, bytes: [UInt8]) { (self.offset, self.bytes) = (offset, bytes) }

  /// Returns a big-endian number of `count` bytes.
  package init(_ number: Int, at offset: Int, width: Int) {
    self.init(offset: offset, bytes: number.bytes(width))
  }
}
