// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The file operations for an output that is written completely or not at all.
///
/// Paths keep their bytes (`PathText`). Any thread; each call may block on the disk.
public enum FileSystem {
  /// The properties of a file system entry.
  public struct Entry: Sendable, Hashable {
    /// The types of entries.
    public enum Sort: Sendable {
      case file, directory
      /// A named pipe, whose bytes can be read once.
      case pipe
      /// A terminal, or another character device.
      case device
      case other
    }
    /// The type; symbolic links are followed.
    public let sort: Sort
    /// The size in bytes, and the modification time in nanoseconds since 1970.
    public let byteCount: Int64, modified: Int64
    /// The device and the inode, which are the same for all paths of one file.
    let device: UInt64, number: UInt64

    /// Returns whether both entries are the same file.
    public func isSameFile(as other: Entry) -> Bool {
      device == other.device && number == other.number
    }
  }

  /// Returns the entry at `path`; symbolic links are followed.
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

  /// Returns the path with all symbolic links resolved, as `PathText`.
  public static func resolved(_ path: String) throws(SystemError) -> String {
    guard let text = unsafe realpath(path.systemPath, nil) else { throw .last }
    defer { unsafe free(text) }
    return unsafe PathText.text(of: text)
  }

  /// Writes bytes to a new file; throws if the file exists.
  public static func write(_ bytes: Span<UInt8>, to path: String) throws(SystemError) {
    let descriptor = try Descriptors.opening(path, O_CREAT | O_EXCL | O_WRONLY, mode: 0o666)
    defer { close(descriptor) }
    try Descriptors.write(bytes, to: descriptor)
  }

  /// Overwrites a file's bytes from an offset; the file grows if they extend beyond its end.
  public static func overwrite(
    _ path: String,
    at offset: Int,
    with bytes: [UInt8]
  ) throws(SystemError) {
    let descriptor = try Descriptors.opening(path, O_WRONLY)
    defer { close(descriptor) }
    try Descriptors.write(bytes.span, to: descriptor, at: offset)
  }

  /// Truncates a file to `byteCount` bytes.
  public static func truncate(_ path: String, to byteCount: Int) throws(SystemError) {
    guard unsafe Glibc.truncate(path.systemPath, off_t(byteCount)) == 0 else { throw .last }
  }

  /// Returns the target of a symbolic link, which need not exist; the path itself if it is no link.
  ///
  /// Follows at most 40 links, as the system does.
  public static func end(ofLink path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = target(ofLink: path) else { return path }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }

  /// Returns the text of a symbolic link; nil if the path is no link.
  static func target(ofLink path: String) -> String? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path.systemPath, &text, text.count)
    return count > 0 ? PathText.text(of: text[..<count].map(UInt8.init(bitPattern:))) : nil
  }

  /// Waits until the file's data is on the disk.
  ///
  /// Wraps `fsync`.
  public static func synchronize(_ path: String) throws(SystemError) {
    let descriptor = try Descriptors.opening(path, O_RDONLY)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
  }

  /// Copies permissions from the file to be replaced; the owner and group too, where this user may.
  ///
  /// The set-user-ID and set-group-ID bits are left out, and the group's permissions where the
  /// group cannot be kept. Settings that the file system does not support are skipped.
  public static func copyPermissions(of path: String, to new: String) {
    var status = stat()
    guard unsafe stat(path.systemPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return
    }
    // The owner first: changing it clears bits of the mode.
    var isGroupKept = unsafe chown(new.systemPath, status.st_uid, status.st_gid) == 0
    if !isGroupKept {
      isGroupKept = unsafe chown(new.systemPath, uid_t.max, status.st_gid) == 0
    }
    _ = unsafe chmod(new.systemPath, status.st_mode & (isGroupKept ? 0o777 : 0o707))
  }

  /// Writes the folder of a path to the disk, so that a rename survives a crash.
  ///
  /// File systems that cannot synchronize folders are no error.
  public static func synchronizeFolder(of path: String) {
    try? synchronize(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
  }

  /// Renames a file to its final name atomically, replacing an existing file.
  public static func replace(_ path: String, with new: String) throws(SystemError) {
    guard unsafe rename(new.systemPath, path.systemPath) == 0 else { throw .last }
  }

  /// Gives a file its final name; throws if that name exists.
  ///
  /// Wraps `link`, which is atomic. Where the file system has no hard links, it checks for the name
  /// and calls `rename`.
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

  /// The folder for temporary files, with a trailing slash: `TMPDIR`, or "/tmp/".
  public static var temporaryFolder: String {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    return folder.hasSuffix("/") ? folder : folder + "/"
  }

  /// The process ID, for temporary names.
  public static var processNumber: Int { Int(getpid()) }
}
