// SPDX-License-Identifier: MPL-2.0

internal import Glibc
internal import Synchronization

/// A file that is written from its start to its end.
///
/// Any thread, one at a time; others wait. Each call may block on the disk.
public final class NewFile: Sendable {
  private let descriptor: Int32
  private let written = Mutex(0)

  /// Creates a file, which must not be there yet, readable as the user's mask allows.
  ///
  /// It is locked as long as this value is there, so that nobody takes it for what a dead process has left.
  public init(_ path: String) throws(SystemError) { descriptor = try PartialFile.create(path) }

  deinit { close(descriptor) }

  /// Writes what follows on what was written.
  public func append(_ bytes: Span<UInt8>) throws(SystemError) {
    try written.withLock { written throws(SystemError) in
      try Descriptors.write(bytes, to: descriptor)
      written += bytes.count
    }
  }

  /// Bytes that were written.
  public var byteCount: Int { written.withLock { $0 } }

  /// Waits until what was written is on the disk.
  public func synchronize() throws(SystemError) {
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
  }
}
