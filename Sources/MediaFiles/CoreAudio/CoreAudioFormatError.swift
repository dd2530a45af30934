// SPDX-License-Identifier: MPL-2.0

/// The reason why a file cannot be read, as a message for users.
package struct CoreAudioFormatError: Error, Hashable, Sendable {
  /// The message: what was found and what is allowed.
  package let message: String

  /// An error that says so.
  package init(_ message: String) { self.message = message }
}
