// SPDX-License-Identifier: MPL-2.0

extension Plan {
  /// Bytes that replace those of the file.
  package struct Patch: Sendable, Equatable, Codable {
    /// Their offset in the file.
    package var offset: Int64
    /// The bytes.
    package var bytes: [UInt8]
  }
}
