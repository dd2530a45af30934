// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The few calls on files that an output "whole or not at all" needs.
///
/// Paths are taken as they are, byte for byte. Any thread; each call may block on the disk.
public enum FileSystem {
  /// What stands at a path.
  public struct Entry: Sendable, Hashable {
    /// The sorts of entries that matter here.
    public enum Sort: Sendable {
      case file, directory
      /// What gives its bytes once, to whoever reads them: a pipe with a name.
      case pipe
      /// A terminal, or another device that gives and takes bytes.
      case device
      case other
    }
    /// Which sort it is, links followed.
    public let sort: Sort
    /// The size in bytes, and when it was last changed, in nanoseconds since 1970.
    public let byteCount: Int64, modified: Int64
    /// The device and the file's number on it: two paths to one file have the same.
    let device: UInt64, number: UInt64

    /// Whether the other path leads to the same file.
    public func isSameFile(as other: Entry) -> Bool {
      device == other.device && number == other.number
    }
  }

  /// What stands at `path`, links followed.
  public static func entry(at path: String) throws(SystemError) -> Entry {
    var status = stat()
    guard unsafe stat(path.systemPath, &status) == 0 else { throw .last }
    let sort: Entry.Sort =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      case S_IFCHR: .device
      default: .other
      }
    return Entry(
      sort: sort,
      byteCount: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
      device: UInt64(status.st_dev),
      number: UInt64(status.st_ino)
    )
  }

  /// The path with every link resolved; an error where that is not UTF-8.
  public static func resolved(_ path: String) throws(SystemError) -> String {
    guard let text = unsafe realpath(path.systemPath, nil) else { throw .last }
    defer { unsafe free(text) }
    return unsafe PathText.text(of: text)
  }

  /// Writes bytes to a new file that must not be there yet.
  public static func write(_ bytes: Span<UInt8>, to path: String) throws(SystemError) {
    let descriptor = try Descriptors.opening(path, O_CREAT | O_EXCL | O_WRONLY, mode: 0o666)
    defer { close(descriptor) }
    try Descriptors.write(bytes, to: descriptor)
  }

  /// Writes bytes over those that stand in a file from an offset on; beyond its end it grows.
  public static func overwrite(
    _ path: String,
    at offset: Int,
    with bytes: [UInt8]
  ) throws(SystemError) {
    let descriptor = try Descriptors.opening(path, O_WRONLY)
    defer { close(descriptor) }
    try Descriptors.write(bytes.span, to: descriptor, at: offset)
  }

  /// Cuts a file off.
  public static func truncate(_ path: String, to byteCount: Int) throws(SystemError) {
    guard unsafe Glibc.truncate(path.systemPath, off_t(byteCount)) == 0 else { throw .last }
  }

  /// Where a link leads, though nothing may be there; the path itself when it is none.
  ///
  /// Follows 40 links at most, as the system does.
  public static func end(ofLink path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = target(ofLink: path) else { return path }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }

  /// What stands in a link; nil when it is none.
  static func target(ofLink path: String) -> String? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path.systemPath, &text, text.count)
    return count > 0 ? PathText.text(of: text[..<count].map(UInt8.init(bitPattern:))) : nil
  }

  /// Waits until what was written is on the disk.
  public static func synchronize(_ path: String) throws(SystemError) {
    let descriptor = try Descriptors.opening(path, O_RDONLY)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
  }

  /// Gives a new file the permissions of the file that it will replace, and its owner and group where this user may.
  ///
  /// The set-user-ID and set-group-ID bits are left out, and the group's where the group cannot be kept. What the file
  /// system does not support is left as it is.
  public static func copyPermissions(of path: String, to new: String) {
    var status = stat()
    guard unsafe stat(path.systemPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return
    }
    // The owner first: a change of it clears bits of the mode.
    var isGroupKept = unsafe chown(new.systemPath, status.st_uid, status.st_gid) == 0
    if !isGroupKept {
      isGroupKept = unsafe chown(new.systemPath, uid_t.max, status.st_gid) == 0
    }
    _ = unsafe chmod(new.systemPath, status.st_mode & (isGroupKept ? 0o777 : 0o707))
  }

  /// Brings the names in the folder of a path to the disk, so that a rename survives a crash.
  ///
  /// Some file systems cannot do that for folders; that is no error.
  public static func synchronizeFolder(of path: String) {
    try? synchronize(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
  }

  /// Gives a file its final name at once, in place of what stands there.
  public static func replace(_ path: String, with new: String) throws(SystemError) {
    guard unsafe rename(new.systemPath, path.systemPath) == 0 else { throw .last }
  }

  /// Gives a file its final name, and fails when something stands there already.
  ///
  /// Wraps `link`, which is atomic; where the file system has no hard links, `rename` after a look.
  public static func place(_ new: String, at path: String) throws(SystemError) {
    if unsafe link(new.systemPath, path.systemPath) == 0 {
      try remove(new)
      return
    }
    guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK else {
      throw .last
    }
    var status = stat()
    guard unsafe lstat(path.systemPath, &status) != 0 else { throw SystemError(code: EEXIST) }
    try replace(path, with: new)
  }

  /// Removes a file.
  public static func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(path.systemPath) == 0 else { throw .last }
  }

  /// The folder for files that are nobody's, with a slash at its end: `TMPDIR`, or "/tmp/".
  public static var temporaryFolder: String {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    return folder.hasSuffix("/") ? folder : folder + "/"
  }

  /// A number that no other process has at this time, for temporary names.
  public static var processNumber: Int { Int(getpid()) }
}
