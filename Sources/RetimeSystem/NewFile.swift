// SPDX-License-Identifier: MPL-2.0

internal import Glibc
internal import Synchronization

/// A new file that is written sequentially.
///
/// Any thread; concurrent calls wait for each other. Each call may block on the disk.
public final class NewFile: Sendable {
  private let descriptor: Int32
  private let written = Mutex(0)

  /// Creates a file, with the mode that the umask allows; throws if it exists.
  ///
  /// The file stays locked for the lifetime of this value, so that no process takes it for an
  /// abandoned one.
  public init(_ path: String) throws(SystemError) { descriptor = try PartialFile.create(path) }

  deinit { close(descriptor) }

  /// Appends bytes.
  public func append(_ bytes: Span<UInt8>) throws(SystemError) {
    try written.withLock { written throws(SystemError) in
      try Descriptors.write(bytes, to: descriptor)
      written += bytes.count
    }
  }

  /// The number of bytes written.
  public var byteCount: Int { written.withLock { $0 } }

  /// Waits until the written data is on the disk.
  ///
  /// Wraps `fsync`.
  public func synchronize() throws(SystemError) {
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
  }
}
