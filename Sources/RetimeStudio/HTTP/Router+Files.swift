// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1
internal import RetimeCore
internal import RetimeSystem

extension Router {
  /// Answers GET /api/files.
  func files(_: Call) async throws -> Response {
    let root = library.root
    let (isWritable, space) = await Blocking.run { disk in
      (disk.folders.isWritable(root), (try? disk.folders.freeSpace(at: root)) ?? 0)
    }
    return .json(
      .object([
        "folder": .string(root.split(separator: "/").last.map(String.init) ?? "/"),
        "isWritable": .bool(isWritable), "freeSpace": .integer(Int(space)),
        "files": .array(await library.list.map(\.json)), "folders": .strings(await library.folders),
      ])
    )
  }

  /// Answers POST /api/files?name=….
  func upload(_ call: Call) async throws -> Response {
    try call.request.requireType("application/octet-stream")
    guard let given = call.target.query["name"] else {
      throw RequestError.badRequest("the name is missing: ask for /api/files?name=clip.mp4")
    }
    let upload = Upload(library: library, name: try FileName.checked(given))
    let file = try await upload.receive(call.request)
    return .json(file.json, .created)
  }

  /// Answers GET /api/files/{id}/media.
  func media(_ call: Call) async throws -> Response {
    let file = try await library.file(call.id)
    let type = MediaType.of(file.name)
    return FileReply(file: try await library.open(file), type: type).response(to: call.request)
  }

  /// Answers GET /api/files/{id}/thumbnail.
  func thumbnail(_ call: Call) async throws -> Response {
    try await kept(.thumbnails, ".jpg", "image/jpeg", call)
  }

  /// Answers GET /api/files/{id}/waveform.
  func waveform(_ call: Call) async throws -> Response {
    try await kept(.waveforms, ".json", "application/json", call)
  }

  /// Answers GET /api/files/{id}/proxy.
  func proxy(_ call: Call) async throws -> Response { try await made(.proxy, call) }

  /// Answers GET /api/files/{id}/spectrogram?colors=….
  func spectrogram(_ call: Call) async throws -> Response {
    let colors = call.target.query["colors"] ?? SpectrumColors.original.rawValue
    guard let table = SpectrumColors(rawValue: colors) else {
      let all = SpectrumColors.allCases.map(\.rawValue).joined(separator: ", ")
      throw RequestError.badRequest("'\(colors)' are no colours: give one of \(all)")
    }
    return try await made(.spectrogram(table), call)
  }

  /// Answers GET /api/files/{id}/flow?at=…&quality=….
  func flow(_ call: Call) async throws -> Response {
    let at = call.target.query["at"] ?? "0"
    guard let time = try? RationalTime(parsing: at) else {
      throw RequestError.badRequest("'\(at)' is no time: give seconds such as 1.5, or [hh:]mm:ss")
    }
    let name = call.target.query["quality"] ?? FlowQuality.good.rawValue
    guard let quality = FlowQuality(rawValue: name) else {
      let all = FlowQuality.allCases.map(\.rawValue).joined(separator: ", ")
      throw RequestError.badRequest("'\(name)' is no quality: give one of \(all)")
    }
    return try await made(.flow(Int(time.ticks(timescale: 1000)), quality), call)
  }

  private func made(_ product: DerivedFiles.Product, _ call: Call) async throws -> Response {
    switch try await derived.get(product, of: try await library.file(call.id)) {
    case .making(let fraction):
      return .json(.object(["state": .string("making"), "fraction": .number(fraction)]), .accepted)
    case .failed(let message): throw RequestError.unprocessable(message)
    case .ready(let path, let type, let facts):
      guard let opened = await Blocking.run({ try? $0.open(path) }) else {
        throw RequestError.notFound("that was removed meanwhile: ask again")
      }
      var response = FileReply(file: opened, type: type).response(to: call.request)
      if let duration = facts?["duration"]?.double {
        response["X-Spectrogram-Duration"] = "\(duration)"
      }
      if case .flow = product, let facts {
        response["X-Flow-Kind"] = facts["kind"]?.string
        for (header, key) in [("Mean", "mean"), ("Most", "most"), ("Trust", "trust")] {
          response["X-Flow-\(header)"] = facts[key]?.double.map { "\($0)" }
        }
      }
      return response
    }
  }

  /// Returns a small file that was derived from a media file in advance.
  private func kept(
    _ kind: StatePaths.Kind,
    _ suffix: String,
    _ type: String,
    _ call: Call
  ) async throws -> Response {
    let path = library.paths.file(kind, try await library.file(call.id).key, suffix)
    guard let opened = await Blocking.run({ try? $0.open(path) }) else {
      throw RequestError.notFound("there is none of this file, or not yet")
    }
    return FileReply(file: opened, type: type).response(to: call.request)
  }
}
#endif
