// SPDX-License-Identifier: MPL-2.0

/// What is wrong with a file, in words for a person.
package struct CoreAudioFormatError: Error, Hashable, Sendable {
  /// What was found and what is allowed.
  package let message: String

  /// An error that says so.
  package init(_ message: String) { self.message = message }
}
