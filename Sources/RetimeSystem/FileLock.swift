// SPDX-License-Identifier: MPL-2.0

internal import Glibc
internal import Synchronization

/// A file that one process at a time may hold; the system lets go of it when the process ends.
///
/// Wraps `flock`.
public final class FileLock: Sendable {
  private let descriptor: Mutex<Int32>

  /// Takes the lock, and makes the file if it is not there.
  ///
  /// A link is not followed.
  ///
  /// - Throws: an error with `isInUse` when another process holds it.
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

  /// Lets others have it.
  public func release() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { Descriptors.unlockAndClose(descriptor) }
      descriptor = -1
    }
  }
}
