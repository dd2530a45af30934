// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// Where the plan and the parts of a job are kept while it is made.
///
/// One process at a time leads a job; those that make its parts need no leave.
struct WorkFolder {
  let path: String
  /// Whether it stays when the result is there.
  let isKept: Bool
  private let lock: FileLock

  /// The folder that was asked for, or a hidden one beside the result.
  ///
  /// The hidden one's name follows from the result's, so that a job that was killed is found and goes on.
  init(_ wanted: String?, output: String) throws(RetimeError) {
    let folder = output.lastIndex(of: "/").map { String(output[...$0]) } ?? ""
    let name = output == "-" ? "output-\(FileSystem.processNumber)" : output.dropFirst(folder.count)
    path = wanted ?? "\(folder).retime-\(name).parts"
    isKept = wanted != nil
    do throws(SystemError) {
      // A folder that was asked for may be a link; the hidden one is Retime's own.
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

  /// Takes a plan in, or finds that it is there already.
  ///
  /// - Throws: `cannotCreate` where a folder that was asked for holds another plan; the difference is named.
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

  /// Removes the folder, unless it was asked for.
  func clean() {
    guard !isKept else { return }
    removeParts()
    try? FileSystem.remove("\(path)/.lock")
    try? Folder.remove(path)
  }

  /// Writes a file of a work folder, whole or not at all.
  static func write(_ text: String, to path: String) throws(RetimeError) {
    do throws(SystemError) {
      try PartialFile.write(Array(text.utf8).span, to: path)
    } catch {
      throw RetimeError(.inputOutput, "'\(path)' cannot be written: \(error)")
    }
  }

  /// Removes files that a job makes, by their names; whatever else is there stays.
  private func removeParts() {
    for item in (try? Folder.items(of: path)) ?? []
    where item.sort == .file && Self.isMade(item.name) {
      try? FileSystem.remove("\(path)/\(item.name)")
    }
  }

  /// Whether a name is one that a job gives: the plan, a part, a cluster's queue and logs, a file that is not finished.
  private static func isMade(_ name: String) -> Bool {
    ["plan.json", "queue.json", "log-join"].contains(name) || PartialFile.isName(name)
      || name.wholeMatch(of: /(part|log)-[0-9]+/) != nil
  }
}
