// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeMedia

/// A waiting, running or finished operation on a file.
struct Job: Sendable, Hashable {
  /// The states of a job.
  enum State: String, Sendable {
    case waiting, running, done, failed, cancelled
  }

  var id = 0
  /// The position among the waiting jobs; the lowest one runs next.
  var place = 0
  let request: StudioRequest
  /// The source's path in the folder, or the path of the sample clip.
  let sourcePath: String
  let sourceIsSample: Bool
  /// The output's path in the folder.
  var output: String
  var state = State.waiting
  /// The error message of a failed job.
  var message: String?
  /// The time of creation, in seconds since 1970.
  let created: Double
  var started: Double?, finished: Double?
  /// The newest progress report.
  var progress: JSON?
  /// The number of preview frames produced so far.
  var preview = 0
  /// The report on the output.
  var report: JSON?
  /// The notices and warnings for the user.
  var notices: [String] = []
  /// The process that runs the job, or that ran it when the server ended.
  var process: Int?
  /// The output's size in bytes and modification time when the job finished, which identify it later.
  var resultByteCount: Int64?, resultModified: Int64?

  /// Whether the job is finished.
  var isOver: Bool { state != .waiting && state != .running }

  /// The current name of the output.
  var name: String { MediaFile(path: output).name }

  /// The source as an entry of the file list.
  var source: MediaFile {
    var file = MediaFile(path: sourcePath)
    file.isSample = sourceIsSample
    return file
  }

  /// The file list's identifier of the output; nil unless the job is done and the output is a media file.
  var result: String? {
    guard state == .done, MediaName.isMedia(output) else { return nil }
    return MediaFile(path: output).id
  }

  /// Returns the job in the page's format.
  func json(root: String, position: Int?) -> JSON {
    .object([
      "id": .integer(id), "request": request.json,
      "source": .object(["id": .string(source.id), "name": .string(source.name)]),
      "name": .string(name), "state": .string(state.rawValue),
      "message": .optional(message), "created": .number(created),
      "started": .optional(started), "finished": .optional(finished),
      "progress": .optional(state == .running ? progress : nil), "preview": .integer(preview),
      "position": .optional(position), "result": .optional(result),
      "path": state == .done ? .string("\(root)/\(output)") : .null,
      "report": .optional(report), "notices": .strings(notices),
      "commandLine": .string(JobCommand(request, source: sourcePath).text(output: output)),
    ])
  }
}
#endif
