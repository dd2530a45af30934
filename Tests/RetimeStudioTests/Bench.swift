// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOCore
import NIOHTTP1
@testable import RetimeStudio
import Synchronization
import TestSupport
import Testing

/// All tests of the studio; serialized, so that time limits are meaningful.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The studio` {}

/// A studio on its own folder, queried without a network.
final class Bench: Sendable {
  let media: TemporaryFolder, state: TemporaryFolder
  let studio: Studio

  /// The executable that `swift build` puts next to the test bundle.
  static let executable = Repository.program("retime")

  /// Two and a half seconds of video and audio.
  static let clip = Repository.file("media/rabbit-small.webm")

  private init(
    _ media: TemporaryFolder,
    _ state: TemporaryFolder,
    _ limits: Limits,
    _ undo: Duration
  ) async throws {
    (self.media, self.state) = (media, state)
    var settings = StudioSettings(folder: media.path)
    (settings.port, settings.state, settings.executable) = (0, state.path, Self.executable)
    (settings.limits, settings.undo) = (limits, undo)
    studio = try await Studio(settings)
  }

  /// Opens a studio on a folder with the clip under these names, runs the body, and closes it.
  static func open(
    _ clips: [String] = [],
    media: TemporaryFolder? = nil,
    state: TemporaryFolder? = nil,
    limits: Limits = Limits(),
    undo: Duration = .seconds(600),
    _ body: (Bench) async throws -> Void
  ) async throws {
    let media = try media ?? TemporaryFolder()
    for name in clips { try put(name, in: media) }
    let bench = try await Bench(media, try state ?? TemporaryFolder(), limits, undo)
    do {
      try await body(bench)
    } catch {
      await bench.studio.stop()
      throw error
    }
    await bench.studio.stop()
  }

  /// Puts the clip into a folder.
  static func put(_ name: String, in folder: TemporaryFolder) throws {
    let path = folder.file(name)
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: clip, toPath: path)
  }

  var library: Library { studio.router.library }
  var queue: JobQueue { studio.router.queue }
  var port: Int { studio.router.check.port }

  /// The id of a path.
  static func id(_ path: String) -> String { MediaFile(path: path, byteCount: 0, modified: 0).id }

  /// A response.
  struct Answer {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]
    var json: JSON { JSON(parsing: body) ?? .null }
    var message: String { json["message"]?.string ?? "" }
    subscript(header: String) -> String? { headers.first(name: header) }
  }

  /// Sends a request to the router as the server's library would.
  func ask(
    _ method: HTTPMethod,
    _ target: String,
    _ headers: [String: String] = [:],
    body: [UInt8] = []
  ) async throws -> Answer {
    var all = ["Host": "127.0.0.1:\(port)"]
    if method == .POST { all["Content-Type"] = "application/json" }
    all.merge(headers) { $1 }
    let request = Request(
      method: method,
      uri: target,
      headers: HTTPHeaders(all.map { ($0.key, $0.value) }),
      body: .whole(body)
    )
    let response = await studio.router.handleRequest(request)
    return Answer(
      status: Int(response.status.code),
      headers: response.headers,
      body: try await response.bytes
    )
  }

  func get(_ target: String, _ headers: [String: String] = [:]) async throws -> Answer {
    try await ask(.GET, target, headers)
  }

  func post(_ target: String, _ json: String, _ headers: [String: String] = [:]) async throws
    -> Answer
  {
    try await ask(.POST, target, headers, body: Array(json.utf8))
  }

  func upload(_ name: String, _ bytes: [UInt8], type: String = "application/octet-stream")
    async throws -> Answer
  {
    let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return try await ask(
      .POST,
      "/api/files?name=\(encoded)",
      ["Content-Type": type],
      body: bytes
    )
  }

  /// Waits for a condition that changes with the studio's events.
  func until(_ isSo: () async throws -> Bool) async throws {
    let news = studio.router.hub.listen()
    if try await isSo() { return }
    for await _ in news where try await isSo() { return }
    Issue.record("the studio was closed before it came to that")
  }

  /// Waits until a file has been probed.
  func ready(_ path: String) async throws -> MediaFile {
    try await until {
      let state = await self.library.files[Self.id(path)]?.state
      return state == .ready || state == .failed
    }
    return try await library.file(Self.id(path))
  }

  /// Waits until a job has ended.
  func over(_ id: Int) async throws -> Job {
    try await until { () async throws -> Bool in try await self.queue.job(id).isOver }
    return try await queue.job(id)
  }

  /// Starts a job and returns its number.
  func start(_ json: String) async throws -> Int {
    let answer = try await post("/api/jobs", json)
    #expect(answer.status == 201, "\(answer.message)")
    return try #require(answer.json["id"]?.int)
  }
}

extension RequestBody {
  /// A body that arrives in blocks, each a function of its number.
  static func blocks(
    _ count: Int?,
    _ block: @escaping @Sendable (Int) throws -> [UInt8]?
  ) -> RequestBody {
    let number = Counter()
    return RequestBody(count: count) { try block(number.next()).map { ByteBuffer(bytes: $0) } }
  }

  /// A body in memory.
  static func whole(_ bytes: [UInt8]) -> RequestBody {
    blocks(bytes.count) { $0 == 0 && !bytes.isEmpty ? bytes : nil }
  }
}

/// Counts from zero.
private final class Counter: Sendable {
  private let number = Atomic(0)
  func next() -> Int { number.wrappingAdd(1, ordering: .relaxed).oldValue }
}

extension Response {
  /// The body, if it has an end.
  var bytes: [UInt8] {
    get async throws {
      switch body {
      case .bytes(let bytes): return bytes
      case .file(let part):
        var bytes: [UInt8] = []
        try await part.read { bytes += $0 }
        return bytes
      case .events, .socket: return []
      }
    }
  }
}
#endif
