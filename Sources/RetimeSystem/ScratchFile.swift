// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// An unnamed temporary file for data too large for memory, removed with this value.
///
/// It is in `TMPDIR`, or in /var/tmp, which unlike /tmp is never kept in memory. Any thread.
public final class ScratchFile: Sendable {
  private let descriptor: Int32

  /// Creates an empty file.
  ///
  /// Wraps `mkstemp`, and `unlink` at once: no file remains, however the process ends.
  public init() throws(SystemError) {
    var path = (Self.folder + "retime-" + String(repeating: "X", count: 6)).systemPath
    descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { throw .last }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// The path by which this process can open the file during this value's lifetime.
  public var path: String { "/proc/self/fd/\(descriptor)" }

  /// The folder of scratch files, with a trailing slash.
  public static var folder: String {
    let folder = FileSystem.temporaryFolder
    guard Environment.value("TMPDIR") == nil, unsafe access("/var/tmp", W_OK) == 0 else {
      return folder
    }
    return "/var/tmp/"
  }

  /// The number of bytes in the file.
  ///
  /// Wraps `lseek`.
  public var byteCount: Int { max(0, lseek(descriptor, 0, SEEK_END)) }

  /// Writes values at a byte offset.
  public func write<Value: BitwiseCopyable>(
    _ values: Span<Value>,
    at offset: Int
  ) throws(SystemError) {
    try Descriptors.write(values, to: descriptor, at: offset)
  }

  /// Reads values from a byte offset.
  public func read<Value: BitwiseCopyable>(
    into values: inout MutableSpan<Value>,
    at offset: Int
  ) throws(SystemError) {
    try Descriptors.fill(&values, from: descriptor, at: offset)
  }

  /// Frees the disk space after a byte offset.
  ///
  /// Wraps `ftruncate`; a failure loses no data.
  public func truncate(to byteCount: Int) { _ = ftruncate(descriptor, off_t(byteCount)) }
}
