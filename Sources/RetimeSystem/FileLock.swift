// SPDX-License-Identifier: MPL-2.0

internal import Glibc
internal import Synchronization

/// A lock file held by one process at a time; the system releases it when the process ends.
///
/// Wraps `flock`.
public final class FileLock: Sendable {
  private let descriptor: Mutex<Int32>

  /// Takes the lock, and creates the file if it is missing.
  ///
  /// A symbolic link is not followed.
  ///
  /// - Throws: an error with `isInUse` when another process holds the lock.
  public init(_ path: String) throws(SystemError) {
    let opened = try Descriptors.opening(path, O_CREAT | O_RDWR | O_NOFOLLOW, mode: 0o600)
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError.last
      close(opened)
      throw error
    }
    descriptor = Mutex(opened)
  }

  deinit { release() }

  /// Releases the lock.
  public func release() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { Descriptors.unlockAndClose(descriptor) }
      descriptor = -1
    }
  }
}
