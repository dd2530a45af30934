// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

/// Deleted results; each is moved to a hidden folder beside it until the deletion can no longer be undone.
actor Trash {
  /// A file that can be restored.
  struct Entry: Sendable {
    /// The original path, relative to the served folder.
    let path: String
    /// The job that created it, if it was listed.
    let job: Job?
    /// The number of the job that created it.
    let number: Int?
  }

  private let library: Library
  /// The time for which a file can be restored.
  private let patience: Duration
  /// The entries by token, a random name of 64 bits.
  private var entries: [String: Entry] = [:]
  private var ends: [String: Task<Void, Never>] = [:]

  /// The name of the hidden folder.
  private static let folder = ".retime-trash"

  /// Creates the trash and permanently removes the files that an earlier server left.
  init(library: Library, patience: Duration) async throws {
    (self.library, self.patience) = (library, patience)
    for (token, parent) in try await library.store.trash() { try await remove(token, parent) }
  }

  /// Moves a file to the trash.
  func put(_ path: String, job: Job?, number: Int?) async throws -> JSON {
    var random = SystemRandomNumberGenerator()
    let token = Fingerprint.digits(of: random.next())
    let parent = MediaFile(path: path).parent
    try await library.store.addTrash(token, parent)
    let (root, folder) = (library.root, folder(parent))
    do throws(SystemError) {
      try await Blocking.run { (disk) throws(SystemError) in
        try disk.folders.make(folder)
        // A symbolic link could lead anywhere.
        guard disk.folders.item(at: folder)?.sort == .folder else { throw SystemError.notAFolder }
        try disk.files.replace("\(folder)/\(token)", with: "\(root)/\(path)")
      }
    } catch {
      try await remove(token, parent)
      throw RequestError(.forbidden, "'\(path)' cannot be deleted: \(error)")
    }
    entries[token] = Entry(path: path, job: job, number: number)
    ends[token] = Task {
      try? await Task.sleep(for: patience)
      if !Task.isCancelled { await self.forget(token) }
    }
    return .object([
      "id": .string(token),
      "name": .string(path.split(separator: "/").last.map(String.init) ?? path),
      "seconds": .integer(Int(patience.components.seconds)),
    ])
  }

  /// Moves a file back to its original path.
  ///
  /// - Throws: a refusal if it was permanently removed, or another file has its path.
  func take(_ token: String) async throws -> Entry {
    guard let entry = entries.removeValue(forKey: token) else {
      throw RequestError.notFound("that is gone: it cannot come back any more")
    }
    let parent = MediaFile(path: entry.path).parent
    let (root, folder) = (library.root, folder(parent))
    do throws(SystemError) {
      try await Blocking.run { (disk) throws(SystemError) in
        try disk.files.place("\(folder)/\(token)", at: "\(root)/\(entry.path)")
      }
    } catch {
      entries[token] = entry
      guard error.isAlreadyThere else {
        throw RequestError(.forbidden, "'\(entry.path)' cannot come back: \(error)")
      }
      throw RequestError.conflict(
        "'\(entry.path)' is there by now: rename that one, then try again"
      )
    }
    ends.removeValue(forKey: token)?.cancel()
    try await remove(token, parent)
    return entry
  }

  /// Permanently removes everything.
  func close() async {
    for token in entries.keys { await forget(token) }
  }

  private func forget(_ token: String) async {
    guard let entry = entries.removeValue(forKey: token) else { return }
    ends.removeValue(forKey: token)?.cancel()
    try? await remove(token, MediaFile(path: entry.path).parent)
    library.hub.send("trash", .object(["removed": .strings([token])]))
  }

  /// Removes a trashed file if it exists, and the hidden folder if it is empty.
  private func remove(_ token: String, _ parent: String) async throws {
    let folder = folder(parent)
    await Blocking.run { disk in
      guard disk.folders.item(at: folder)?.sort == .folder else { return }
      try? disk.files.remove("\(folder)/\(token)")
      try? disk.folders.remove(folder)
    }
    try await library.store.removeTrash(token)
  }

  private nonisolated func folder(_ parent: String) -> String {
    "\(library.root)/\(parent)\(Self.folder)"
  }
}
#endif
