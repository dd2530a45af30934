// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The identity, size and time of change of a source file, to find out whether it changed during the work.
///
/// Readers open the source several times, so a file that was cut off or replaced meanwhile would give a result that ends early.
/// `Plan.SourceMark` also looks at the content, as machines may not agree on identities and times; this is for one process.
struct SourceState {
  private let name: String, path: String
  private let entry: FileSystem.Entry

  /// The state of an input now; nil for what is no regular file: a stream, or an address of another machine.
  init?(of name: String) {
    guard let path = SpooledInput.path(of: name), let entry = try? FileSystem.entry(at: path),
      entry.sort == .file
    else { return nil }
    (self.name, self.path, self.entry) = (name, path, entry)
  }

  /// Finds out whether the file at the path is still the same one, with the same size and time.
  ///
  /// - Throws: `inputOutput` where it is not.
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
