// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

extension Library {
  /// Where a result goes: next to its source, and of the clip that comes with Retime into the folder.
  nonisolated func output(for source: MediaFile, name: String) -> String {
    source.isSample ? name : source.parent + name
  }

  /// Makes sure that a file may be made, or replaced; whether there is one to be replaced.
  @discardableResult
  nonisolated func checkOutput(
    _ output: String,
    of source: MediaFile,
    overwrite: Bool
  ) async throws(Refusal) -> Bool {
    let (path, root) = ("\(root)/\(output)", root)
    let (item, isInside) = await Blocking.run { disk -> (Folder.Item?, Bool) in
      let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      let real = try? disk.files.resolved(folder.isEmpty ? "/" : folder)
      let isInside = real.map { $0 == root || $0.hasPrefix(root == "/" ? "/" : root + "/") }
      return (disk.folders.item(at: path), isInside ?? false)
    }
    guard isInside else {
      throw .unprocessable("'\(output)' would lie outside the folder: choose another source")
    }
    guard let item else { return false }
    guard item.sort == .file else {
      throw .conflict("'\(output)' is not a file that can be replaced: give another name")
    }
    guard output != source.path || source.isSample else {
      throw .conflict("'\(output)' is the source itself: give the result another name")
    }
    guard overwrite else {
      throw .conflict("'\(output)' is already there: give another name, or let it be replaced")
    }
    return true
  }

  /// Opens the result of a job.
  nonisolated func openResult(of job: Job) async throws(Refusal) -> RandomAccessFile {
    guard job.state == .done else {
      throw .notFound("job \(job.id) has no result: it is \(job.state.rawValue)")
    }
    return try await open(MediaFile(path: job.output, byteCount: 0, modified: 0))
  }

  /// Removes the result of a job, if it still is what the job made.
  func removeResult(of job: Job) async throws(Refusal) {
    let path = "\(root)/\(job.output)"
    let isGone = try await Blocking.run { (disk) throws(Refusal) in
      guard let item = disk.folders.item(at: path) else { return true }
      guard item.sort == .file, item.byteCount == job.resultByteCount,
        item.modified == job.resultModified
      else {
        throw .conflict("'\(job.output)' was changed since it was made: remove it by hand")
      }
      do throws(SystemError) {
        try disk.files.remove(path)
      } catch {
        throw Refusal(.internalServerError, "'\(job.output)' cannot be removed: \(error)")
      }
      return false
    }
    if !isGone { await refresh() }
  }
}
#endif
