// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// The folder that stores the plan and the parts of a running job.
///
/// One process at a time controls a job; the processes that encode its parts need no lock.
struct WorkFolder {
  let path: String
  /// Whether the folder stays after the output is finished.
  let isKept: Bool
  private let lock: FileLock

  /// Opens the requested folder, or a hidden one beside the output.
  ///
  /// The hidden folder's name is derived from the output's name, so that a killed job is found and
  /// resumed.
  init(_ wanted: String?, output: String) throws(RetimeError) {
    let folder = output.lastIndex(of: "/").map { String(output[...$0]) } ?? ""
    let name = output == "-" ? "output-\(FileSystem.processNumber)" : output.dropFirst(folder.count)
    path = wanted ?? "\(folder).retime-\(name).parts"
    isKept = wanted != nil
    do throws(SystemError) {
      // A requested folder may be a symbolic link; the hidden one is Retime's own.
      if isKept { try Folder.make(path) } else { try Folder.makeOwn(path) }
      lock = try FileLock("\(path)/.lock")
    } catch {
      throw RetimeError(
        .cannotCreate,
        error.isInUse
          ? "'\(path)' is the work folder of a job that runs: wait for it, or give another --work"
          : "the work folder '\(path)' cannot be used: \(error). Remove it, or give --work FOLDER"
      )
    }
  }

  var planPath: String { "\(path)/plan.json" }

  /// The path of what is received of an input from the network.
  var sourcePath: String { "\(path)/source" }

  /// Stores a plan, unless the folder already contains it.
  ///
  /// - Throws: `cannotCreate` if a requested folder contains another plan; the message names the
  ///   difference.
  func take(_ file: PlanFile) throws(RetimeError) {
    if let old = try? PlanFile(readingFrom: planPath) {
      guard let text = file.difference(from: old) else { return }
      guard !isKept else {
        throw RetimeError(
          .cannotCreate,
          "the work folder '\(path)' holds another plan: \(text). Give another --work, or remove it"
        )
      }
      removeParts()
    } else if Folder.item(at: planPath) != nil, isKept {
      throw RetimeError(
        .cannotCreate,
        "'\(planPath)' is no plan of this version of retime: give another --work, or remove it"
      )
    }
    do throws(SystemError) {
      try file.store(at: planPath)
    } catch {
      throw RetimeError(.inputOutput, "the work folder '\(path)' cannot be written: \(error)")
    }
  }

  /// Removes the folder, unless it was requested.
  func clean() {
    guard !isKept else { return }
    removeParts()
    try? FileSystem.remove("\(path)/.lock")
    try? Folder.remove(path)
  }

  /// Writes a file of a work folder atomically.
  static func write(_ text: String, to path: String) throws(RetimeError) {
    do throws(SystemError) {
      try PartialFile.write(Array(text.utf8).span, to: path)
    } catch {
      throw RetimeError(.inputOutput, "'\(path)' cannot be written: \(error)")
    }
  }

  /// Removes the files that a job creates, by their names; other files are kept.
  private func removeParts() {
    for item in (try? Folder.items(of: path)) ?? []
    where item.sort == .file && Self.isMade(item.name) {
      try? FileSystem.remove("\(path)/\(item.name)")
    }
  }

  /// Returns whether a job creates files of this name: plan, part, queue, log, source or unfinished file.
  private static func isMade(_ name: String) -> Bool {
    ["plan.json", "queue.json", "log-join", "source"].contains(name) || PartialFile.isName(name)
      || name.wholeMatch(of: /(part|log)-[0-9]+/) != nil
  }
}
