// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem
internal import Synchronization

/// A file that appears under its name complete or not at all.
///
/// It is written under a hidden temporary name in the same folder, synchronized to the disk, and
/// renamed.
final class OutputFile: Sendable {
  /// The path as given.
  let name: String
  /// The path of the result with links resolved; nil for standard output.
  private let destination: String?
  /// The temporary file.
  private let partial: PartialFile
  /// The path of the temporary file.
  var temporaryPath: String { partial.path }
  private let replaces: Bool
  /// Whether the file is neither placed nor removed yet.
  private let isPending = Mutex(true)

  /// Creates and locks the temporary file for a result.
  ///
  /// - Throws: `cannotCreate` if the result cannot be created: the folder is missing or not
  ///   writable, a file exists and may not be replaced, it is the input itself, or another process
  ///   is writing the same file.
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
      try Self.check(name, there, isNot: input)
      guard replaces else {
        throw RetimeError(.cannotCreate, "'\(name)' is already there: give -y to replace it")
      }
      // The target of a link is replaced, and the link is kept.
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

  /// Checks that an output is none of the inputs that follow the first one.
  static func check(_ name: String, isNone inputs: [String]) throws(RetimeError) {
    guard name != "-", let there = try? FileSystem.entry(at: name) else { return }
    for input in inputs { try check(name, there, isNot: input) }
  }

  private static func check(
    _ name: String,
    _ there: FileSystem.Entry,
    isNot input: String
  ) throws(RetimeError) {
    guard let source = SpooledInput.path(of: input).flatMap({ try? FileSystem.entry(at: $0) }),
      source.isSameFile(as: there)
    else { return }
    throw RetimeError(
      .cannotCreate,
      "'\(name)' is the input itself: give the output another name"
    )
  }

  /// Returns the entry at a path; nil if there is none.
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

  /// Checks that a preview, which is updated while a job runs, can be written to a path.
  ///
  /// - Throws: `cannotCreate` if something other than a file exists there, the folder is not
  ///   writable, or it is a file of the job itself.
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

  /// Writes the complete content of the file.
  func fill(with bytes: [UInt8]) throws(RetimeError) {
    do {
      try FileSystem.overwrite(temporaryPath, at: 0, with: bytes)
    } catch {
      throw RetimeError(.inputOutput, "'\(name)' cannot be written: \(error)")
    }
  }

  /// Renames the finished file to its destination, or copies it to standard output.
  func commit() throws(RetimeError) {
    do {
      guard let destination else {
        try StandardStreams.copyToOutput(temporaryPath)
        discard()
        return
      }
      try FileSystem.synchronize(temporaryPath)
      try isPending.withLock { isPending throws(SystemError) in
        // Another thread may have given up the job and removed the file.
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

  /// Removes the temporary file; the destination does not change.
  ///
  /// Never waits for a `commit` in progress.
  func discard() {
    _ = isPending.withLockIfAvailable { isPending in
      if isPending { try? FileSystem.remove(temporaryPath) }
      isPending = false
    }
  }
}
