// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import RetimeCore
internal import RetimeSystem

extension Router {
  /// Answers GET /api/files.
  func files() async throws -> HTTPResponse {
    let root = library.root
    let (isWritable, space) = await Blocking.run {
      (Folder.isWritable(root), (try? Folder.freeSpace(at: root)) ?? 0)
    }
    return .json(
      .object([
        "folder": .string(root.split(separator: "/").last.map(String.init) ?? "/"),
        "isWritable": .bool(isWritable), "freeSpace": .integer(Int(space)),
        "files": .array(await library.list.map(\.json)),
      ])
    )
  }

  /// Answers POST /api/files?name=….
  func upload(_ request: HTTPRequest, _ target: Target) async throws -> HTTPResponse {
    try RequestBody.requireType("application/octet-stream", request)
    guard let given = target.query["name"] else {
      throw Refusal.badRequest("the name is missing: ask for /api/files?name=clip.mp4")
    }
    let upload = Upload(library: library, name: try FileName.checked(given))
    let file = try await upload.receive(request)
    return .json(file.json, .created)
  }

  /// Answers GET /api/files/{id}/media.
  func media(_ request: HTTPRequest, _ id: String) async throws -> HTTPResponse {
    let file = try await library.file(id)
    let type = MediaType.of(file.name)
    return FileReply(file: try await library.open(file), type: type).response(to: request)
  }

  /// Answers GET /api/files/{id}/thumbnail.
  func thumbnail(_ request: HTTPRequest, _ id: String) async throws -> HTTPResponse {
    let file = try await library.file(id)
    return try await kept(.thumbnails, file.key, ".jpg", "image/jpeg", request)
  }

  /// Answers GET /api/files/{id}/waveform.
  func waveform(_ request: HTTPRequest, _ id: String) async throws -> HTTPResponse {
    let file = try await library.file(id)
    return try await kept(.waveforms, file.key, ".json", "application/json", request)
  }

  /// Answers GET /api/files/{id}/proxy.
  func proxy(_ request: HTTPRequest, _ id: String) async throws -> HTTPResponse {
    try await made(.proxy, of: try await library.file(id), request)
  }

  /// Answers GET /api/files/{id}/spectrogram?colors=….
  func spectrogram(
    _ request: HTTPRequest,
    _ target: Target,
    _ id: String
  ) async throws -> HTTPResponse {
    let colors = target.query["colors"] ?? SpectrumColors.original.rawValue
    guard let table = SpectrumColors(rawValue: colors) else {
      let all = SpectrumColors.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal.badRequest("'\(colors)' are no colours: give one of \(all)")
    }
    return try await made(.spectrogram(table), of: try await library.file(id), request)
  }

  private func made(
    _ product: Derived.Product,
    of file: MediaFile,
    _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch try await derived.get(product, of: file) {
    case .making(let fraction):
      return .json(.object(["state": .string("making"), "fraction": .number(fraction)]), .accepted)
    case .failed(let message): throw Refusal.unprocessable(message)
    case .ready(let path, let type, let facts):
      guard let opened = await Blocking.run({ try? RandomAccessFile(path) }) else {
        throw Refusal.notFound("that was removed meanwhile: ask again")
      }
      var response = FileReply(file: opened, type: type).response(to: request)
      if let duration = facts?["duration"]?.double {
        response.headers[HTTPHeader("X-Spectrogram-Duration")] = "\(duration)"
      }
      return response
    }
  }

  /// Something small that was made of a file beforehand.
  private func kept(
    _ kind: StatePaths.Kind,
    _ key: String,
    _ suffix: String,
    _ type: String,
    _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let path = library.paths.file(kind, key, suffix)
    guard let opened = await Blocking.run({ try? RandomAccessFile(path) }) else {
      throw Refusal.notFound("there is none of this file, or not yet")
    }
    return FileReply(file: opened, type: type).response(to: request)
  }
}
#endif
