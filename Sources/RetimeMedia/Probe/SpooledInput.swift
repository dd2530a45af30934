// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// Standard input as a file that can be read more than once; it goes when this value goes.
///
/// Every track has a reader of its own, and a file is counted before it is scaled: a pipe gives its
/// bytes only once.
final class SpooledInput: Sendable {
  /// Where the bytes are; nil for an input that is a file or an address itself.
  let path: String?

  /// Reads standard input to its end when `name` is "-".
  init(_ name: String, _ cancellation: Cancellation) throws(RetimeError) {
    guard name == "-" else {
      path = nil
      return
    }
    let path = OutputFile.temporaryName(for: FileSystem.temporaryFolder)
    self.path = path
    do {
      try StandardStreams.copyInput(to: path) { (try? cancellation.check()) != nil }
    } catch {
      throw RetimeError(.inputOutput, "standard input cannot be kept in \(path): \(error)")
    }
    try cancellation.check()
  }

  deinit {
    if let path { try? FileSystem.remove(path) }
  }
}
