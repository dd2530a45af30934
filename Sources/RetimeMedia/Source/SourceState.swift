// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The identity, size and modification time of a source file, for detecting changes during a job.
///
/// Readers open the source several times, so a file that was truncated or replaced meanwhile would
/// give a result that ends early. `Plan.SourceMark` also covers the content, as identities and
/// times may differ between machines; this type is for one process.
struct SourceState {
  private let name: String, path: String
  private let entry: FileSystem.Entry

  /// Reads the current state of an input; nil for a stream or a remote address.
  init?(of name: String) {
    guard let path = SpooledInput.path(of: name), let entry = try? FileSystem.entry(at: path),
      entry.sort == .file
    else { return nil }
    (self.name, self.path, self.entry) = (name, path, entry)
  }

  /// Checks that the file at the path is the same, with the same size and time.
  ///
  /// - Throws: `inputOutput` if it is not.
  func check() throws(RetimeError) {
    let now = try? FileSystem.entry(at: path)
    guard now != entry else { return }
    let change =
      switch now?.byteCount {
      case nil: "it is gone"
      case entry.byteCount?: "it was written to"
      case let size?: "it had \(Int(entry.byteCount).counting("byte")), and has \(size)"
      }
    throw RetimeError(
      .inputOutput,
      "'\(name)' changed while it was read: \(change). Start again when it is complete"
    )
  }
}
