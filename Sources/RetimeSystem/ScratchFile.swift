// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A file without a name for what memory is too small for; it is gone when this value is gone.
///
/// It lies in `TMPDIR`, or in /var/tmp, which unlike /tmp is never kept in memory. Any thread.
public final class ScratchFile: Sendable {
  private let descriptor: Int32

  /// Creates an empty file.
  ///
  /// Wraps `mkstemp`, and `unlink` at once: however the process ends, nothing is left.
  public init() throws(SystemError) {
    var path = (Self.folder + "retime-" + String(repeating: "X", count: 6)).systemPath
    descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { throw .last }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Where this process finds the file as long as this value is there.
  public var path: String { "/proc/self/fd/\(descriptor)" }

  /// The folder in which scratch files lie, with a slash at its end.
  public static var folder: String {
    let folder = FileSystem.temporaryFolder
    guard Environment.value("TMPDIR") == nil, unsafe access("/var/tmp", W_OK) == 0 else {
      return folder
    }
    return "/var/tmp/"
  }

  /// Writes values at an offset in bytes.
  public func write<Value: BitwiseCopyable>(
    _ values: Span<Value>,
    at offset: Int
  ) throws(SystemError) {
    try Descriptors.write(values, to: descriptor, at: offset)
  }

  /// Fills values from an offset in bytes.
  public func read<Value: BitwiseCopyable>(
    into values: inout MutableSpan<Value>,
    at offset: Int
  ) throws(SystemError) {
    try Descriptors.fill(&values, from: descriptor, at: offset)
  }

  /// Gives the disk back what lies after an offset in bytes.
  ///
  /// Wraps `ftruncate`; nothing is lost when it fails.
  public func truncate(to byteCount: Int) { _ = ftruncate(descriptor, off_t(byteCount)) }
}
