// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeMedia

/// Something that is done with a file, has been, or waits for it.
struct Job: Sendable, Hashable {
  /// What becomes of a job.
  enum State: String, Sendable {
    case waiting, running, done, failed, cancelled
  }

  var id = 0
  /// Where it stands among those that wait: the least comes next.
  var place = 0
  let request: StudioRequest
  /// The source's path in the folder, or that of the clip that comes with Retime.
  let sourcePath: String
  let sourceIsSample: Bool
  /// The result's path in the folder.
  var output: String
  var state = State.waiting
  /// Why it failed.
  var message: String?
  /// Seconds since 1970.
  let created: Double
  var started: Double?, finished: Double?
  /// The last word on how far it has come.
  var progress: JSON?
  /// How many pictures have been seen of it.
  var preview = 0
  /// What was made.
  var report: JSON?
  /// What the person should know.
  var notices: [String] = []
  /// The process that runs it, or ran it when the server was ended.
  var process: Int?
  /// What the result was like when it was made, to know it again.
  var resultByteCount: Int64?, resultModified: Int64?

  /// Whether nothing will become of it any more.
  var isOver: Bool { state != .waiting && state != .running }

  /// What the result is called now.
  var name: String { MediaFile(path: output).name }

  /// The source as the list has it.
  var source: MediaFile {
    var file = MediaFile(path: sourcePath)
    file.isSample = sourceIsSample
    return file
  }

  /// The list's id of the result, where that is a media file and there.
  var result: String? {
    guard state == .done, MediaName.isMedia(output) else { return nil }
    return MediaFile(path: output).id
  }

  /// As the page gets it.
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
      "commandLine": .string(JobCommand.text(request, source: sourcePath, output: output)),
    ])
  }
}
#endif
