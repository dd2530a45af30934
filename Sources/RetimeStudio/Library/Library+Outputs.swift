// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

extension Library {
  /// Returns the command of a request for a file, with full paths.
  nonisolated func command(_ request: StudioRequest, of source: MediaFile) -> JobCommand {
    JobCommand(
      request,
      source: location(of: source),
      match: request.match.map { location(of: MediaFile(path: $0)) }
    )
  }

  /// Returns the output's path: in the requested folder, else beside the source.
  ///
  /// The outputs of the sample clip go to the served folder.
  nonisolated func output(for source: MediaFile, _ request: StudioRequest) -> String {
    let folder = request.folder.map { $0.isEmpty ? "" : "\($0)/" }
    return (folder ?? (source.isSample ? "" : source.parent)) + request.name
  }

  /// Throws unless `output` may be created or replaced; returns whether it exists.
  @discardableResult
  nonisolated func checkOutput(
    _ output: String,
    of source: MediaFile,
    overwrite: Bool
  ) async throws(RequestError) -> Bool {
    guard let item = try await item(at: output) else { return false }
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

  /// Returns the item at a path of the folder, or nil.
  ///
  /// - Throws: a refusal if the path is outside the folder.
  private nonisolated func item(at output: String) async throws(RequestError) -> Folder.Item? {
    let (path, root) = ("\(root)/\(output)", root)
    let (item, isInside) = await Blocking.run { disk -> (Folder.Item?, Bool) in
      let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      let real = try? disk.files.resolved(folder.isEmpty ? "/" : folder)
      let isInside = real.map {
        ($0 == root || $0.hasPrefix(root == "/" ? "/" : root + "/"))
          && disk.folders.item(at: $0)?.sort == .folder
      }
      return (disk.folders.item(at: path), isInside ?? false)
    }
    guard isInside else {
      throw .unprocessable(
        "'\(output)' would lie outside the folder, or in one that is not there: choose another one"
      )
    }
    return item
  }

  /// Returns the item of a result; throws unless it still exists in the folder as a regular file.
  nonisolated func checkMade(_ path: String) async throws(RequestError) -> Folder.Item {
    guard let item = try await item(at: path), item.sort == .file else {
      throw .notFound("'\(path)' is not there any more, or is a link: see to it by hand")
    }
    return item
  }

  /// Opens the output of a job.
  nonisolated func openResult(of job: Job) async throws(RequestError) -> RandomAccessFile {
    guard job.state == .done else {
      throw .notFound("job \(job.id) has no result: it is \(job.state.rawValue)")
    }
    return try await open(MediaFile(path: job.output))
  }

  /// Returns whether the output of a job exists.
  ///
  /// - Throws: a refusal if it is not the file that the job wrote.
  nonisolated func isUnchanged(resultOf job: Job) async throws(RequestError) -> Bool {
    guard let item = try await item(at: job.output) else { return false }
    guard item.sort == .file, item.byteCount == job.resultByteCount,
      item.modified == job.resultModified
    else {
      throw .conflict("'\(job.output)' was changed since it was made: remove it by hand")
    }
    return true
  }
}
#endif
