// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A file for random-access reads.
public final class RandomAccessFile: Sendable {
  private let descriptor: Int32
  /// The size in bytes, and the modification time in nanoseconds since 1970, both when it was opened.
  public let byteCount: Int, modified: Int64

  /// Opens a regular file for reading.
  public init(_ path: String) throws(SystemError) {
    let opened = try Descriptors.opening(path, O_RDONLY | O_NONBLOCK)
    var status = stat()
    guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw SystemError(code: EINVAL)
    }
    descriptor = opened
    byteCount = Int(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  deinit { close(descriptor) }

  /// Returns `count` bytes from an offset; nil when the file is too short.
  public func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= byteCount - count else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    var room = bytes.mutableSpan
    return read(into: &room, at: offset) ? bytes : nil
  }

  /// The real path of the open file, with symbolic links resolved; nil when the system does not report it.
  ///
  /// Reads the link in /proc/self/fd, so it names the file that *was* opened, even if the path has
  /// changed.
  public var resolvedPath: String? { FileSystem.target(ofLink: "/proc/self/fd/\(descriptor)") }

  /// Reads values from a byte offset; returns false when the file is too short or cannot be read.
  public func read<Value: BitwiseCopyable>(
    into values: inout MutableSpan<Value>,
    at offset: Int
  ) -> Bool {
    (try? Descriptors.fill(&values, from: descriptor, at: offset)) != nil
  }
}
