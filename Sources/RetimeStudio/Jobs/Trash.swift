// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

/// Files that were made and then deleted: each stands hidden beside its place, until it cannot come back any more.
actor Trash {
  /// A file that can come back.
  struct Entry: Sendable {
    /// Where it stood in the folder.
    let path: String
    /// The job that made it, if that was on the list.
    let job: Job?
    /// The number of the job that made it.
    let number: Int?
  }

  private let library: Library
  /// For how long a file can come back.
  private let patience: Duration
  /// By what they are called in the trash: 64 bits that nobody can guess.
  private var entries: [String: Entry] = [:]
  private var ends: [String: Task<Void, Never>] = [:]

  /// The hidden folder beside a file.
  private static let folder = ".retime-trash"

  /// Removes for good what an earlier server has left.
  init(library: Library, patience: Duration) async throws {
    (self.library, self.patience) = (library, patience)
    for (token, parent) in try await library.store.trash() { try await remove(token, parent) }
  }

  /// Takes a file out of the folder.
  func put(_ path: String, job: Job?, number: Int?) async throws -> JSON {
    var random = SystemRandomNumberGenerator()
    let token = Fingerprint.digits(of: random.next())
    let parent = MediaFile(path: path).parent
    try await library.store.addTrash(token, parent)
    let (root, folder) = (library.root, folder(parent))
    do throws(SystemError) {
      try await Blocking.run { (disk) throws(SystemError) in
        try disk.folders.make(folder)
        // A link may lead anywhere.
        guard disk.folders.item(at: folder)?.sort == .folder else { throw SystemError.notAFolder }
        try disk.files.replace("\(folder)/\(token)", with: "\(root)/\(path)")
      }
    } catch {
      try await remove(token, parent)
      throw Refusal(.forbidden, "'\(path)' cannot be deleted: \(error)")
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

  /// Puts a file back where it stood.
  ///
  /// - Throws: a refusal where it is gone for good, or something else stands there by now.
  func take(_ token: String) async throws -> Entry {
    guard let entry = entries.removeValue(forKey: token) else {
      throw Refusal.notFound("that is gone: it cannot come back any more")
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
        throw Refusal(.forbidden, "'\(entry.path)' cannot come back: \(error)")
      }
      throw Refusal.conflict("'\(entry.path)' is there by now: rename that one, then try again")
    }
    ends.removeValue(forKey: token)?.cancel()
    try await remove(token, parent)
    return entry
  }

  /// Removes everything for good.
  func close() async {
    for token in entries.keys { await forget(token) }
  }

  private func forget(_ token: String) async {
    guard let entry = entries.removeValue(forKey: token) else { return }
    ends.removeValue(forKey: token)?.cancel()
    try? await remove(token, MediaFile(path: entry.path).parent)
    library.hub.send("trash", .object(["removed": .strings([token])]))
  }

  /// Removes a file that is in the trash, if it is there, and the trash where nothing else is in it.
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
