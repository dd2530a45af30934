// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

/// The served folder, its lock and its stored state.
struct ServedFolder: Sendable {
  /// The folder's real path, without a trailing slash.
  let root: String
  let paths: StatePaths
  /// The lock that keeps other studios from opening the folder.
  let lock: FileLock
  let store: Store
  let sample: MediaFile?

  /// Resolves the folder, locks it and opens its stored state.
  ///
  /// - Throws: if the folder cannot be read, or its state is in use by another studio or cannot be
  ///   stored.
  init(_ settings: StudioSettings, _ disk: borrowing DiskAccess) throws(StudioError) {
    root = try Self.root(settings.folder, disk)
    if let state = settings.state {
      paths = StatePaths(folder: state)
    } else {
      paths = try StatePaths.usual(for: root)
    }
    try paths.make(disk)
    lock = try Self.locked(paths, root, disk)
    sample = SampleClip.prepare(in: paths, disk)
    store = try Store(paths.database, disk)
  }

  private static func root(
    _ folder: String,
    _ disk: borrowing DiskAccess
  ) throws(StudioError) -> String {
    do throws(SystemError) {
      let root = try disk.files.resolved(folder)
      guard try disk.files.entry(at: root).sort == .directory else {
        throw SystemError.notAFolder
      }
      _ = try disk.folders.items(of: root)
      return root
    } catch {
      throw StudioError("'\(folder)' cannot be opened: \(error). Give a folder with media files")
    }
  }

  private static func locked(
    _ paths: StatePaths,
    _ root: String,
    _ disk: borrowing DiskAccess
  ) throws(StudioError) -> FileLock {
    do throws(SystemError) {
      return try disk.lock(paths.lock)
    } catch {
      guard error.isInUse else { throw StudioError("'\(paths.lock)' cannot be used: \(error)") }
      throw StudioError("'\(root)' is open in another studio: use that one, or end it first")
    }
  }
}
#endif
