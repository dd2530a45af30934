// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A temporary folder of files or symbolic links, removed with this value.
///
/// It is locked: an unlocked one was left by a killed process, and is removed when the next one is
/// created in the same place. Any thread.
public final class ScratchFolder: Sendable {
  /// The path.
  public let path: String
  private let descriptor: Int32

  /// Creates an empty folder.
  ///
  /// `parent`: the folder that holds it, with a slash at the end; empty for the current one.
  /// `isPrivate`: whether only this user can open it; otherwise it has the mode that the umask allows.
  public init(
    in parent: String = ScratchFile.folder,
    isPrivate: Bool = true
  ) throws(SystemError) {
    Self.removeAbandoned(in: parent)
    while true {
      let name = parent + Self.prefix + String(UInt64.random(in: 0 ... .max), radix: 16)
      if unsafe mkdir(name.systemPath, isPrivate ? 0o700 : 0o777) == 0 {
        path = name
        break
      }
      guard errno == EEXIST else { throw .last }
    }
    descriptor = unsafe open(path.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    Self.remove(path)
    close(descriptor)
  }

  /// Adds a symbolic link to an absolute path.
  ///
  /// Wraps `symlinkat`.
  public func link(_ name: String, to target: String) throws(SystemError) {
    guard unsafe symlinkat(target.systemPath, descriptor, name.systemPath) == 0 else { throw .last }
  }

  /// Renames the folder; throws if there is a file or a folder that is not empty.
  ///
  /// Wraps `rename`.
  public func move(to path: String) throws(SystemError) {
    try FileSystem.replace(path, with: self.path)
  }

  private static let prefix = ".retime-folder-"

  /// Removes a folder with its files and links; a folder in it stays, and so does this one then.
  public static func remove(_ path: String) {
    for item in (try? Folder.items(of: path)) ?? [] where item.sort == .link || item.sort == .file {
      unsafe unlink("\(path)/\(item.name)".systemPath)
    }
    unsafe rmdir(path.systemPath)
  }

  /// Removes this user's folders that no process holds.
  private static func removeAbandoned(in parent: String) {
    for item in (try? Folder.items(of: parent.isEmpty ? "." : parent)) ?? []
    where item.sort == .folder && item.name.hasPrefix(prefix) {
      let path = parent + item.name
      let folder = unsafe open(path.systemPath, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      var status = stat()
      // A new folder is not locked for a moment.
      if unsafe fstat(folder, &status) == 0, status.st_uid == geteuid(),
        time(nil) - status.st_mtim.tv_sec > 60, flock(folder, LOCK_EX | LOCK_NB) == 0,
        MountedDisk.isAbandoned(status)
      {
        remove(path)
      }
      close(folder)
    }
  }
}
