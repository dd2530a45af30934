// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// Operations on this process's file descriptors.
enum Descriptors {
  /// The open descriptors, as /proc/self/fd lists them.
  static var open: [Int32] {
    guard let folder = unsafe opendir("/proc/self/fd") else { return [] }
    defer { unsafe closedir(folder) }
    var numbers: [Int32] = []
    let own = unsafe dirfd(folder)
    while let entry = unsafe readdir(folder) {
      let name = unsafe Folder.name(of: entry)
      if let number = Int32(name), number != own { numbers.append(number) }
    }
    return numbers
  }

  /// Opens a file with close-on-exec, so that no child program inherits it.
  ///
  /// Wraps `open`.
  static func opening(
    _ path: String,
    _ flags: Int32,
    mode: mode_t = 0
  ) throws(SystemError) -> Int32 {
    let descriptor = unsafe Glibc.open(path.systemPath, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Releases a file's lock and closes it.
  ///
  /// A child that another thread is starting shares the open file until it executes its program.
  /// Closing it here alone would keep the lock until then. Wraps `flock`.
  static func unlockAndClose(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Writes all values at a byte offset, which may extend the file, or where the last write ended.
  ///
  /// Wraps `pwrite` and `write`.
  static func write<Value: BitwiseCopyable>(
    _ values: Span<Value>,
    to descriptor: Int32,
    at offset: Int? = nil
  ) throws(SystemError) {
    var failure: SystemError?
    unsafe values.withUnsafeBytes { all in
      var done = 0
      while done < all.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[done...])
        let count =
          if let offset {
            unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
          } else {
            unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
          }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          failure = .last
          return
        }
        done += count
      }
    }
    if let failure { throw failure }
  }

  /// Reads values from a byte offset; throws where the file is too short.
  ///
  /// Wraps `pread`.
  static func fill<Value: BitwiseCopyable>(
    _ values: inout MutableSpan<Value>,
    from descriptor: Int32,
    at offset: Int
  ) throws(SystemError) {
    var failure: SystemError?
    unsafe values.withUnsafeMutableBytes { all in
      var done = 0
      while done < all.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: all[done...])
        let count = unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          failure = count == 0 ? .inputOutput : .last
          return
        }
        done += count
      }
    }
    if let failure { throw failure }
  }
}
