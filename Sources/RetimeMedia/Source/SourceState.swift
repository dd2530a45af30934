// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The identity, size and time of change of a source file, to find out whether it changed during the work.
///
/// Readers open the source several times, so a file that was cut off or replaced meanwhile would give a result that ends early.
struct SourceState {
  private let name: String, path: String
  private let entry: FileSystem.Entry
  private let modified: Int64

  /// The state of an input now; nil for what is no regular file: a stream, or an address of another machine.
  init?(of name: String) {
    guard let path = SpooledInput.path(of: name), let entry = try? FileSystem.entry(at: path),
      entry.sort == .file, let file = try? RandomAccessFile(path)
    else { return nil }
    (self.name, self.path, self.entry, modified) = (name, path, entry, file.modified)
  }

  /// Whether the file at the path is still the same one, with the same size and time.
  var isCurrent: Bool {
    guard let now = SourceState(of: name) else { return false }
    return now.entry == entry && now.modified == modified
  }

  /// The error for a source that has changed.
  var error: RetimeError {
    let size = (try? FileSystem.entry(at: path))?.byteCount
    let change =
      switch size {
      case nil: "it is gone"
      case entry.byteCount?: "it was written to"
      case let size?: "it had \(Int(entry.byteCount).counting("byte")), and has \(size)"
      }
    return RetimeError(
      .inputOutput,
      "'\(name)' changed while it was read: \(change). Start again when it is complete"
    )
  }
}
