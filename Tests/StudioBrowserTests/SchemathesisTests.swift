// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import TestSupport
import Testing

/// Schemathesis, which generates requests from an API description; `scripts/setup tests` fetches it.
///
/// https://schemathesis.readthedocs.io/
enum Schemathesis {
  /// The folder of its packages; nil where the package index could not be reached.
  static let packages: String? = {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? "")/.cache"
    let folder = "\(cache)/retime/schemathesis-4.32.0"
    return FileManager.default.fileExists(atPath: "\(folder)/schemathesis/cli") ? folder : nil
  }()
}

extension StudioBrowserTests {
  /// Excludes what never ends or is not HTTP: events and the WebSocket have their own tests.
  @Test(.enabled(if: Schemathesis.packages != nil))
  func `Every route answers generated requests by its description`() async throws {
    let folder = try await Self.folderWithClip()
    let work = try TemporaryFolder()
    let server = try await StudioServer(folder: folder, state: try TemporaryFolder())
    do {
      let port = try #require(UInt16(server.port))
      let clip = try await Self.clip(at: port)
      let job: JSONValue = ["file": .string(clip), "action": "spectrogram", "name": "0.png"]
      let started = try await LocalConnection.ask("POST", "/api/jobs", job, port: port)
      let number = try #require(started["id"]?.number)
      let known = try work.write(
        """
        [[operations]]
        include-path-regex = "^/api/files/"
        parameters = { "path.id" = "\(clip)" }
        [[operations]]
        include-path-regex = "^/api/jobs/"
        parameters = { "path.id" = \(Int(number)) }
        """.utf8,
        to: "schemathesis.toml"
      )
      let result = try await Program.run(
        "python3",
        [
          "-m", "schemathesis.cli", "--config-file", known,
          "run", "\(server.address)api/openapi.json",
          "--exclude-path-regex", "^/api/(events|spectrum)$",
          "--phases", "examples,coverage,fuzzing", "--max-examples", "15", "--seed", "1",
          "--request-timeout", "300", "--no-color", "--checks",
          "not_a_server_error,status_code_conformance,content_type_conformance,"
            + "response_headers_conformance,response_schema_conformance",
        ],
        in: work.path,
        environment: ["PYTHONPATH": try #require(Schemathesis.packages)]
      )
      let said = String(decoding: result.output, as: UTF8.self)
      #expect(result.status == 0, "\(said.suffix(6000)) \(result.errors)")
      // It has tested all the others, and the clip is unchanged.
      let counts = said.firstMatch(of: /Selected: ([0-9]+)\/([0-9]+)/).map {
        (Int($0.1), Int($0.2))
      }
      let (tested, all) = try #require(counts)
      #expect(all == tested.map { $0 + 2 }, "\(said.suffix(2000))")
      #expect(try await Self.clip(at: port) == clip)
    } catch {
      _ = await server.isEndedWell()
      throw error
    }
    #expect(await server.isEndedWell())
  }

  /// The id of the clip, as the server lists it.
  private static func clip(at port: UInt16) async throws -> String {
    let answer = try await LocalConnection.ask("GET", "/api/files", nil, port: port)
    let files = answer["files"]?.elements ?? []
    return try #require(files.first { $0["name"] == "clip.webm" }?["id"]?.text)
  }
}
#endif
