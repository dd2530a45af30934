// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem
internal import Synchronization

/// A file that appears whole under its name or not at all.
///
/// It is written under a hidden temporary name in the same folder, brought to the disk, and renamed.
final class OutputFile: Sendable {
  /// The path as it was given.
  let name: String
  /// Where the result will stand, links resolved; nil for standard output.
  private let destination: String?
  /// What it is written to.
  private let partial: PartialFile
  /// Where it is written.
  var temporaryPath: String { partial.path }
  private let replaces: Bool
  /// Whether it is neither placed nor removed yet.
  private let isPending = Mutex(true)

  /// Reserves the place for a result.
  ///
  /// - Throws: `cannotCreate` when the result cannot stand there: the folder is missing or may not be
  ///   written, something is there already and may not be replaced, or it is the input itself; and when
  ///   another process is making the same.
  init(_ name: String, replaces: Bool, input: String) throws(RetimeError) {
    self.name = name
    self.replaces = replaces
    guard name != "-" else {
      destination = nil
      partial = try Self.partial(FileSystem.temporaryFolder + "output", isAlone: false, for: name)
      return
    }
    var target = name
    if let there = try Self.entry(at: name) {
      guard there.sort == .file else {
        throw RetimeError(
          .cannotCreate,
          "'\(name)' is \(there.sort == .directory ? "a directory" : "not a file"): give a file's name"
        )
      }
      if let source = SpooledInput.path(of: input).flatMap({ try? FileSystem.entry(at: $0) }),
        source.isSameFile(as: there)
      {
        throw RetimeError(
          .cannotCreate,
          "'\(name)' is the input itself: give the output another name"
        )
      }
      guard replaces else {
        throw RetimeError(.cannotCreate, "'\(name)' is already there: give -y to replace it")
      }
      // The file behind a link is replaced, and the link stays one.
      target = (try? FileSystem.resolved(name)) ?? name
    } else if Folder.item(at: name)?.sort == .link {
      target = FileSystem.end(ofLink: name)
      guard replaces else {
        throw RetimeError(
          .cannotCreate,
          "'\(name)' is a link to '\(target)', which is not there: give -y to make that file"
        )
      }
    }
    destination = target
    partial = try Self.partial(target, isAlone: !replaces, for: name)
  }

  /// What stands at the path; nil when nothing does.
  private static func entry(at name: String) throws(RetimeError) -> FileSystem.Entry? {
    do {
      return try FileSystem.entry(at: name)
    } catch {
      guard error.isNotFound else {
        throw RetimeError(.cannotCreate, "'\(name)' cannot be created: \(error)")
      }
      return nil
    }
  }

  /// Finds out whether a file that is kept up to date while a job runs can stand under a name.
  ///
  /// - Throws: `cannotCreate` when something else than a file is there, the folder may not be written, or it is one
  ///   of the job's own files.
  static func check(preview name: String, of request: JobRequest) throws(RetimeError) {
    let there = try entry(at: name)
    guard there?.sort ?? .file == .file else {
      throw RetimeError(.cannotCreate, "'\(name)' is not a file: give --preview a file's name")
    }
    let own = [SpooledInput.path(of: request.input), request.output].compactMap(\.self)
    let isOwn = own.contains { path in
      guard let there, let file = try? FileSystem.entry(at: path) else { return path == name }
      return file.isSameFile(as: there)
    }
    guard !isOwn else {
      throw RetimeError(
        .cannotCreate,
        "--preview '\(name)' is the input or the output: give it a name of its own"
      )
    }
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? "."
    guard Folder.isWritable(folder) else {
      throw RetimeError(
        .cannotCreate,
        "--preview '\(name)' cannot be created: its folder is not there, or may not be written"
      )
    }
  }

  private static func partial(
    _ path: String,
    isAlone: Bool,
    for name: String
  ) throws(RetimeError) -> PartialFile {
    do {
      return try PartialFile(becoming: path, isAlone: isAlone)
    } catch {
      guard !error.isInUse else {
        throw RetimeError(
          .cannotCreate,
          "'\(name)' is being made by another process: wait for it, or give -y to replace what it makes"
        )
      }
      throw RetimeError(.cannotCreate, "'\(name)' cannot be created: \(error)")
    }
  }

  /// Writes all that the file shall hold.
  func fill(with bytes: [UInt8]) throws(RetimeError) {
    do {
      try FileSystem.overwrite(temporaryPath, at: 0, with: bytes)
    } catch {
      throw RetimeError(.inputOutput, "'\(name)' cannot be written: \(error)")
    }
  }

  /// Gives the finished file its name.
  func commit() throws(RetimeError) {
    do {
      guard let destination else {
        try StandardStreams.copyToOutput(temporaryPath)
        discard()
        return
      }
      try FileSystem.synchronize(temporaryPath)
      try isPending.withLock { isPending throws(SystemError) in
        // Somebody who had no more patience has removed it.
        guard isPending else { return }
        if replaces {
          FileSystem.copyPermissions(of: destination, to: temporaryPath)
          try FileSystem.replace(destination, with: temporaryPath)
        } else {
          try FileSystem.place(temporaryPath, at: destination)
        }
        isPending = false
      }
      FileSystem.synchronizeFolder(of: destination)
    } catch {
      discard()
      guard !error.isAlreadyThere else {
        throw RetimeError(
          .cannotCreate,
          "'\(name)' came to be while this job ran: give -y to replace it"
        )
      }
      throw RetimeError(.inputOutput, "'\(name)' cannot be written: \(error)")
    }
  }

  /// Removes what was written so far; the destination is as it was.
  ///
  /// Never waits for a `commit` that is under way.
  func discard() {
    _ = isPending.withLockIfAvailable { isPending in
      if isPending { try? FileSystem.remove(temporaryPath) }
      isPending = false
    }
  }
}
