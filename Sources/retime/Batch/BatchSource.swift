// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// One file of a batch: its input, its output, and the job with its options.
struct BatchItem: Sendable {
  let input: String
  var output: String
  /// The subcommand and its options, without the paths.
  let arguments: [String]
  /// All sources as given, if there are several; empty for one.
  var sources: [String] = []

  /// The arguments of the command that processes it.
  var command: [String] {
    [arguments[0]] + (sources.isEmpty ? [input] : sources).map(Self.safe) + [Self.safe(output)]
      + arguments.dropFirst()
  }

  /// The paths of the sources after the first one.
  var following: [String] {
    sources.dropFirst().compactMap { text in try? JobRequest.Source(parsing: text).input }
  }

  /// Returns `path` in a form that is not parsed as an option.
  private static func safe(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }
}

/// The files and folders of a batch, and the job with its options.
struct BatchSource {
  /// The given files and folders.
  let inputs: [String]
  /// The lines of a list, with their numbers.
  let lines: [(number: Int, line: BatchLine)]
  /// The output folder.
  let folder: String?
  let job: BatchJob
  /// The job's options, which apply to all files.
  let options: [String]

  /// The maximum depth of the folder search.
  private static let maximumDepth = 64

  /// Returns the files that exist now, each with its own output.
  ///
  /// - Throws: an error for an invalid option, path or name, before any processing.
  func items() throws(RetimeError) -> [BatchItem] {
    guard job != .concat || inputs.isEmpty else {
      throw RetimeError(
        .usage,
        "--job concat joins the files of a line: give a --list with lines such as "
          + "{\"inputs\":[\"a.mp4\",\"b.mp4\"],\"output\":\"c.mp4\"}"
      )
    }
    // The options of a line complete those of the command line.
    let fixed =
      inputs.isEmpty && !lines.isEmpty ? nil : try Self.fixedSuffix(job, options, told: "")
    var items: [BatchItem] = []
    for (path, kept) in try files(withSubtitles: keepsSubtitleFiles(fixed)) {
      let output = "\(try resultFolder())/\(Self.output(of: kept, fixed))"
      items.append(BatchItem(input: path, output: output, arguments: [job.rawValue] + options))
    }
    for (number, line) in lines { items.append(try item(line, number)) }
    try Self.checkNames(items)
    return items
  }

  /// Returns whether subtitle files of folders are processed: each keeps its format.
  private func keepsSubtitleFiles(_ fixed: String?) -> Bool {
    [.scale, .reverse, .copy].contains(job)
      && fixed.map { Retime.isSubtitleFile("*.\($0)") } ?? true
  }

  private func resultFolder() throws(RetimeError) -> String {
    guard let folder else {
      throw RetimeError(.usage, "--to says in which folder the results go")
    }
    return folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// Creates an output folder unless it exists.
  static func makeFolder(_ path: String) throws(RetimeError) {
    do throws(SystemError) {
      try Folder.make(path, isPrivate: false)
    } catch {
      throw RetimeError(.cannotCreate, "the folder '\(path)' cannot be made: \(error)")
    }
  }

  // MARK: - Files

  /// Returns the files, each with the path that its output keeps.
  private func files(withSubtitles: Bool) throws(RetimeError) -> [(path: String, kept: String)] {
    let results = try folder.map { _ throws(RetimeError) in try resultFolder() }
    let left = results.flatMap { try? FileSystem.entry(at: $0) }
    var files: [(path: String, kept: String)] = []
    for input in inputs {
      guard !MediaName.isNetworkAddress(input) else {
        files.append((input, MediaName.fileName(of: input)))
        continue
      }
      let entry: FileSystem.Entry
      do throws(SystemError) {
        entry = try FileSystem.entry(at: input)
      } catch {
        throw RetimeError(.cannotOpen, "'\(input)' cannot be opened: \(error)")
      }
      guard entry.sort == .directory else {
        files.append((input, MediaName.fileName(of: input)))
        continue
      }
      if let left, entry.isSameFile(as: left) {
        throw RetimeError(.usage, "'\(input)' is where the results go: give another folder to --to")
      }
      let isTaken = { (name: String) in
        MediaName.isMedia(name) || withSubtitles && Retime.isSubtitleFile(name)
      }
      for kept in Self.files(below: input, besides: left, where: isTaken) {
        files.append((input.hasSuffix("/") ? input + kept : "\(input)/\(kept)", kept))
      }
    }
    return files
  }

  /// Returns the paths of files below a folder whose names are taken, sorted.
  ///
  /// Hidden files are skipped, and so are symbolic links to folders, which could form cycles.
  private static func files(
    below root: String,
    besides left: FileSystem.Entry?,
    where isTaken: (String) -> Bool
  ) -> [String] {
    var (found, folders) = ([String](), [("", 0)])
    while let (folder, depth) = folders.popLast() {
      let items = (try? Folder.items(of: "\(root)/\(folder)")) ?? []
      for item in items where !item.name.hasPrefix(".") {
        let path = folder + item.name
        switch item.sort {
        case .folder where depth < maximumDepth:
          let entry = try? FileSystem.entry(at: "\(root)/\(path)")
          if let left, entry?.isSameFile(as: left) == true { continue }
          folders.append((path + "/", depth + 1))
        case .file where isTaken(item.name): found.append(path)
        case .link where isTaken(item.name):
          if (try? FileSystem.entry(at: "\(root)/\(path)"))?.sort == .file { found.append(path) }
        case .file, .folder, .link, .other: continue
        }
      }
    }
    return found.sorted()
  }

  // MARK: - Lists

  private func item(_ line: BatchLine, _ number: Int) throws(RetimeError) -> BatchItem {
    let (job, options) = (line.job ?? self.job, self.options + line.options)
    let told = "line \(number): "
    var item = BatchItem(input: line.input, output: "", arguments: [job.rawValue] + options)
    if line.inputs.count > 1 { item.sources = line.inputs }
    for input in [line.input] + item.following {
      do throws(SystemError) {
        if !MediaName.isNetworkAddress(input),
          try FileSystem.entry(at: input).sort == .directory
        {
          throw SystemError.isFolder
        }
      } catch {
        throw RetimeError(.cannotOpen, "\(told)'\(input)' cannot be opened: \(error)")
      }
    }
    let fixed = try Self.fixedSuffix(job, options, told: told)
    let kept = line.output ?? Self.output(of: MediaName.fileName(of: line.input), fixed)
    let isWhole = line.output?.contains("/") ?? false
    guard isWhole || folder != nil else {
      throw RetimeError(.usage, "\(told)give \"output\" as a path, or a folder with --to")
    }
    item.output = isWhole ? kept : "\(try resultFolder())/\(kept)"
    _ = try Self.command(item.command, told: told)
    return item
  }

  // MARK: - Options and names

  /// Parses arguments to a command.
  ///
  /// - Throws: a usage error with the message of the command itself.
  private static func command(
    _ arguments: [String],
    told: String
  ) throws(RetimeError) -> any JobCommand {
    do {
      let command = try RetimeCommand.parseAsRoot(arguments)
      guard let command = command as? any JobCommand else {
        throw RetimeError(.usage, "\(told)'\(arguments[0])' makes no file")
      }
      guard command.planning.preview == nil else {
        throw ValidationError("--preview shows one job: leave it out")
      }
      guard command.exportPath == nil else {
        throw ValidationError("--export writes the timeline of one job: leave it out")
      }
      return command
    } catch {
      throw RetimeError(.usage, "\(told)\(RetimeCommand.message(for: error))")
    }
  }

  /// Returns the extension of all outputs; nil if each input's own is kept.
  private static func fixedSuffix(
    _ job: BatchJob,
    _ options: [String],
    told: String
  ) throws(RetimeError) -> String? {
    let inputs = job == .concat ? ["in.mkv", "in.mkv"] : ["in.mkv"]
    let command = try command([job.rawValue] + inputs + ["out.mkv"] + options, told: told)
    return try Retime.suffix(
      container: command.format.container,
      profile: command.format.profile
    )
  }

  /// Returns the path of an input's output, with the fixed extension, the input's own or Matroska's.
  private static func output(of path: String, _ fixed: String?) -> String {
    let suffix = fixed ?? Retime.writableSuffix(of: path) ?? "mkv"
    let name = MediaName.fileName(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return "\(path).\(suffix)"
    }
    let old = name[name.index(after: dot)...]
    return old.lowercased() == suffix ? path : "\(path.dropLast(old.count))\(suffix)"
  }

  /// Throws if two files would have the same output, or an output would replace a source.
  private static func checkNames(_ items: [BatchItem]) throws(RetimeError) {
    let sources = Set(items.flatMap { [$0.input] + $0.following }.map(resolved))
    var owners: [String: String] = [:]
    for item in items {
      let result = resolved(item.output)
      if let other = owners.updateValue(item.input, forKey: result) {
        throw RetimeError(
          .usage,
          "'\(other)' and '\(item.input)' would both become '\(item.output)': put them into batches with folders of their "
            + "own, or give them names in a --list"
        )
      }
      guard !sources.contains(result) else {
        throw RetimeError(
          .usage,
          "the result of '\(item.input)' would take the place of a source: give another folder to --to"
        )
      }
    }
  }

  /// Returns a path with all symbolic links resolved, so that two paths of one file are equal.
  ///
  /// Components that do not exist are kept.
  private static func resolved(_ path: String) -> String {
    if let path = try? FileSystem.resolved(path) { return path }
    guard let slash = path.lastIndex(of: "/") else { return "\(resolved("."))/\(path)" }
    let name = path[path.index(after: slash)...]
    let folder = resolved(slash == path.startIndex ? "/" : String(path[..<slash]))
    return name.isEmpty || name == "." ? folder : "\(folder)/\(name)"
  }
}
