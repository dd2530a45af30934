// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// Operations on folders.
public enum Folder {
  /// An item in a folder; symbolic links are not followed.
  public struct Item: Sendable, Hashable {
    /// The types of items.
    public enum Sort: Sendable { case file, folder, link, other }
    /// The name in the folder, as `PathText`.
    public let name: String
    /// The type.
    public let sort: Sort
    /// The size in bytes, and the modification time in nanoseconds since 1970.
    public let byteCount: Int64, modified: Int64
  }

  /// Returns the items in a folder, in no order, without `.` and `..`.
  ///
  /// Wraps `readdir` and `fstatat`; blocks on the disk. Items removed meanwhile are left out.
  public static func items(of path: String) throws(SystemError) -> [Item] {
    guard let folder = unsafe opendir(path.systemPath) else { throw .last }
    defer { unsafe closedir(folder) }
    var items: [Item] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe name(of: entry)
      guard name != ".", name != ".." else { continue }
      var status = stat()
      if unsafe fstatat(dirfd(folder), name.systemPath, &status, AT_SYMLINK_NOFOLLOW) == 0 {
        items.append(Item(name: name, status))
      }
    }
    return items
  }

  /// Returns all names in a folder, in no order; empty for a folder that cannot be read.
  static func names(of path: String) -> [String] {
    guard let folder = unsafe opendir(path.systemPath) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      names.append(unsafe name(of: entry))
    }
    return names
  }

  /// Returns the name of a directory entry, as `PathText`.
  @unsafe static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { all in
      unsafe PathText.text(of: Array(all.prefix { $0 != 0 }))
    }
  }

  /// Returns the item at a path, without following symbolic links; nil if there is none.
  public static func item(at path: String) -> Item? {
    var status = stat()
    guard unsafe lstat(path.systemPath, &status) == 0 else { return nil }
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    return Item(name: String(name), status)
  }

  /// Creates a folder and its missing parents, with mode 0700 or as the umask allows.
  public static func make(_ path: String, isPrivate: Bool = true) throws(SystemError) {
    let mode: mode_t = isPrivate ? 0o700 : 0o777
    if unsafe mkdir(path.systemPath, mode) == 0 { return }
    guard errno != EEXIST else {
      guard try FileSystem.entry(at: path).sort == .directory else { throw .notAFolder }
      return
    }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .last
    }
    try make(String(path[..<slash]), isPrivate: isPrivate)
    guard unsafe mkdir(path.systemPath, mode) == 0 || errno == EEXIST else { throw .last }
  }

  /// Creates a folder for Retime's own files, or accepts an existing one of this user.
  ///
  /// A symbolic link is never followed, so no file elsewhere can be mistaken for Retime's own.
  ///
  /// - Throws: `isLink` for a symbolic link, `notOwned` for another user's folder.
  public static func makeOwn(_ path: String, isPrivate: Bool = true) throws(SystemError) {
    var status = stat()
    if unsafe lstat(path.systemPath, &status) != 0 {
      try make(path, isPrivate: isPrivate)
      guard unsafe lstat(path.systemPath, &status) == 0 else { throw .last }
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: guard status.st_uid == geteuid() else { throw .notOwned }
    case S_IFLNK: throw .isLink
    default: throw .notAFolder
    }
  }

  /// Removes an empty folder.
  public static func remove(_ path: String) throws(SystemError) {
    guard unsafe rmdir(path.systemPath) == 0 else { throw .last }
  }

  /// Returns the bytes that this user can still write to the folder's file system.
  public static func freeSpace(at path: String) throws(SystemError) -> Int64 {
    var status = statvfs()
    guard unsafe statvfs(path.systemPath, &status) == 0 else { throw .last }
    let bytes = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return bytes.overflow ? .max : Int64(clamping: bytes.partialValue)
  }

  /// Returns whether this user can create files in a folder.
  public static func isWritable(_ path: String) -> Bool {
    unsafe access(path.systemPath, W_OK | X_OK) == 0
  }
}

extension Folder.Item {
  fileprivate init(name: String, _ status: stat) {
    self.name = name
    sort =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    byteCount = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}
