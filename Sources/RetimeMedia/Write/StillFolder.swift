// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// An output that appears under its name complete or not at all.
protocol PendingOutput: AnyObject, Sendable {
  /// The path to write to until then.
  var temporaryPath: String { get }
  /// Gives the output its name.
  func commit() throws(RetimeError)
  /// Removes what was written; never waits for a `commit` in progress.
  func discard()
}

extension OutputFile: PendingOutput {}

extension PendingOutput {
  /// Gives several files their names, with errors for the user about the output `name`.
  func placing(
    _ name: String,
    _ body: () throws(SystemError) -> Void
  ) throws(RetimeError) {
    do throws(SystemError) {
      try body()
    } catch {
      guard !error.isAlreadyThere else {
        throw RetimeError(
          .cannotCreate,
          "'\(name)': a file is already there: give -y to replace it"
        )
      }
      throw RetimeError(.inputOutput, "'\(name)' cannot be written: \(error)")
    }
  }

  /// Moves a finished file to its name.
  func place(_ path: String, at name: String, replaces: Bool) throws(SystemError) {
    if replaces {
      try FileSystem.replace(name, with: path)
    } else {
      try FileSystem.place(path, at: name)
    }
  }
}

/// An output that a sink takes while it is made, so that nothing is left to do at the end.
final class SentOutput: PendingOutput {
  var temporaryPath: String { "" }
  func commit() {}
  func discard() {}
}

/// The names of the still images that a job writes.
struct StillOutput: Sendable {
  /// The folder, without a slash at the end; "." for the current one.
  let folder: String
  /// The pattern of the file names, with one number such as `%06d`.
  let pattern: String
  /// Whether the folder is the output, otherwise the files are.
  let isWhole: Bool

  /// Parses the output of a request; nil if its container is a file.
  init?(_ request: JobRequest) throws(RetimeError) {
    let container =
      request.container.flatMap { Container.inTable($0) }
      ?? Container.inTable(forPath: request.output)
    guard let container, container.isStills else { return nil }
    try self.init(request.output, container)
  }

  /// Parses an output: a pattern, such as `out/shot-%05d.png`, or a folder.
  ///
  /// - Throws: `usage` for a single file, or for standard output.
  init(_ output: String, _ container: Container) throws(RetimeError) {
    let slash = output.lastIndex(of: "/")
    let last = slash.map { output[output.index(after: $0)...] } ?? output[...]
    if StillNames(last)?.isNumbered == true {
      folder = slash.map { $0 == output.startIndex ? "/" : String(output[..<$0]) } ?? "."
      (pattern, isWhole) = (String(last), false)
      return
    }
    guard output != "-", last.isEmpty || Container.inTable(forPath: output)?.isStills != true else {
      throw RetimeError(
        .usage,
        "'\(output)' would hold one frame: give a pattern, such as 'out-%05d.\(container.name)', or a folder with "
          + "--container \(container.name)"
      )
    }
    folder = last.isEmpty ? String(output.dropLast()) : output
    (pattern, isWhole) = ("%06d.\(container.extensions[0])", true)
  }

  /// Returns the file name with a number.
  func name(_ number: Int) -> String { StillNames.name(pattern, number) }
}

/// Still images that appear under their names all together, in a folder of their own or in an existing one.
final class StillFolder: PendingOutput {
  private let output: StillOutput
  private let scratch: ScratchFolder
  private let replaces: Bool
  private let name: String
  private let index: StillIndex?
  var temporaryPath: String { scratch.path }

  /// Creates the temporary folder beside the final one.
  ///
  /// - Throws: `cannotCreate` if the folder exists and may not be replaced, or cannot be created.
  init(_ output: StillOutput, for request: JobRequest) throws(RetimeError) {
    (self.output, name, replaces) = (output, request.output, request.overwrites)
    let parent =
      Self.exists(output) && !output.isWhole
      ? output.folder + "/"
      : output.folder.lastIndex(of: "/").map { String(output.folder[...$0]) } ?? ""
    if !output.isWhole, !replaces, let there = Self.first(of: output) {
      throw RetimeError(
        .cannotCreate,
        "'\(name)': '\(there)' is already there: give -y to replace such files"
      )
    }
    if output.isWhole, Self.exists(output) {
      guard replaces else {
        throw RetimeError(.cannotCreate, "'\(name)' is already there: give -y to replace it")
      }
      let others = ((try? Folder.items(of: output.folder)) ?? []).first {
        $0.sort != .file || !StillNames.isStill($0.name)
      }
      if let others {
        throw RetimeError(
          .cannotCreate,
          "'\(name)' holds '\(others.name)', which is no still image, and would be replaced as a whole: give another folder"
        )
      }
    }
    index = try StillIndex(of: output, for: request)
    do {
      scratch = try ScratchFolder(in: parent, isPrivate: false)
    } catch {
      throw RetimeError(.cannotCreate, "'\(name)' cannot be created: \(error)")
    }
  }

  /// Returns the index of the images, empty before a run of a plan; nil for none.
  func index(of plan: Plan) -> StillIndex? {
    index?.begin(plan)
    return index
  }

  /// Returns a file that an output of files would replace; nil if there is none.
  private static func first(of output: StillOutput) -> String? {
    let names = StillNames(output.pattern[...])
    return ((try? Folder.items(of: output.folder)) ?? []).map(\.name).sorted()
      .first { names?.number(in: $0) != nil }
  }

  private static func exists(_ output: StillOutput) -> Bool {
    (try? FileSystem.entry(at: output.folder)) != nil
  }

  func commit() throws(RetimeError) {
    try index?.finish()
    try placing(name) { () throws(SystemError) in
      for item in try Folder.items(of: scratch.path) {
        try FileSystem.synchronize("\(scratch.path)/\(item.name)")
      }
      if output.isWhole || !Self.exists(output) { try placeFolder() } else { try placeFiles() }
      FileSystem.synchronizeFolder(of: output.folder)
    }
    try index?.commit()
  }

  /// Renames the folder; an existing one is moved aside first, and removed.
  private func placeFolder() throws(SystemError) {
    guard Self.exists(output) else { return try scratch.move(to: output.folder) }
    let old = scratch.path + "-old"
    try FileSystem.replace(old, with: output.folder)
    do throws(SystemError) {
      try scratch.move(to: output.folder)
    } catch {
      try? FileSystem.replace(output.folder, with: old)
      throw error
    }
    ScratchFolder.remove(old)
  }

  /// Moves the files into the existing folder, once it is known that none is there.
  private func placeFiles() throws(SystemError) {
    let names = try Folder.items(of: scratch.path).map(\.name).sorted()
    if !replaces {
      for name in names where Folder.item(at: "\(output.folder)/\(name)") != nil {
        throw SystemError.isThere
      }
    }
    for name in names {
      let path = "\(scratch.path)/\(name)"
      try place(path, at: "\(output.folder)/\(name)", replaces: replaces)
    }
  }

  /// The folder is removed with this value.
  func discard() { index?.discard() }
}
