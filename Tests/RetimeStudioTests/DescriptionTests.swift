// SPDX-License-Identifier: MPL-2.0

#if Studio
import NIOHTTP1
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  /// Compares /api/openapi.json with the server.
  @Suite struct `The OpenAPI description` {
    private static let description = JSON(parsing: PageFiles.description) ?? .null

    private static func keys(_ json: JSON?) -> Set<String> {
      guard case .object(let values)? = json else { return [] }
      return Set(values.keys)
    }

    private static func schema(_ name: String) -> JSON? {
      description["components"]?["schemas"]?[name]
    }

    /// The value that a reference within the description points to, or the value itself.
    private static func resolved(_ json: JSON) -> JSON? {
      guard let reference = json["$ref"]?.string else { return json }
      return reference.split(separator: "/").dropFirst().reduce(description as JSON?) {
        $0?[String($1)]
      }
    }

    @Test func `The description has every route, and no other`() throws {
      let described = Self.keys(Self.description["paths"]).flatMap { path in
        Self.keys(Self.description["paths"]?[path]).map { "\($0.uppercased()) \(path)" }
      }
      let routes = Route.all.map { route in
        let path = route.names.map { $0 == "*" ? "{id}" : $0 }.joined(separator: "/")
        return "\(route.method.rawValue) /\(path)"
      }
      #expect(described.sorted() == routes.sorted())
    }

    @Test func `References resolve, and every schema is used`() throws {
      var references: Set<String> = []
      func look(_ json: JSON) throws {
        if let reference = json["$ref"]?.string {
          references.insert(reference)
          #expect(Self.resolved(json) != nil, "\(reference)")
        }
        for key in Self.keys(json) { if let value = json[key] { try look(value) } }
        for value in json.elements { try look(value) }
      }
      try look(Self.description)
      for kind in ["parameters", "responses", "schemas"] {
        for name in Self.keys(Self.description["components"]?[kind]) {
          #expect(references.contains("#/components/\(kind)/\(name)"), "\(name)")
        }
      }
      // Each path parameter is described, and each operation has its own name.
      var names: [String] = []
      for path in Self.keys(Self.description["paths"]) {
        for method in Self.keys(Self.description["paths"]?[path]) {
          let operation = try #require(Self.description["paths"]?[path]?[method])
          names.append(operation["operationId"]?.string ?? "")
          let inPath = operation["parameters"]?.elements.compactMap(Self.resolved)
            .filter { $0["in"]?.string == "path" }.compactMap { $0["name"]?.string }
          #expect((inPath ?? []) == (path.contains("{id}") ? ["id"] : []), "\(method) \(path)")
        }
      }
      #expect(Set(names).count == names.count && !names.contains(""))
    }

    @Test(arguments: StudioRequest.Action.allCases)
    func `The description has every key of a request, and no other`(action: StudioRequest.Action)
      throws
    {
      let name = action.rawValue.prefix(1).uppercased() + action.rawValue.dropFirst()
      let own = try #require(Self.schema(name)?["properties"])
      let all = StudioRequest.Action.allCases.flatMap { action in
        let name = action.rawValue.prefix(1).uppercased() + action.rawValue.dropFirst()
        return Self.keys(Self.schema(name)?["properties"])
      }
      var needed: [String: JSON] = [
        "file": .string("f"), "action": .string(action.rawValue), "name": .string("o.mp4"),
      ]
      if action == .resample { needed["rate"] = .integer(48_000) }
      if action == .fit { needed["table"] = .string("0,1,0,2") }
      let sample: [String: JSON] = [
        "string": .string("1"), "boolean": .bool(true), "integer": .integer(1),
        "array": .strings(["1=2"]),
      ]
      for key in Set(all).subtracting(needed.keys) {
        var values = needed
        if action == .scale,
          !["factor", "speed", "duration", "match", "every", "hits"].contains(key)
        {
          values["factor"] = .string("2")
        }
        let types = own[key]?["type"].map {
          $0.string.map { [$0] } ?? $0.elements.compactMap(\.string)
        }
        let map = #"{"retime-map":1,"sections":[{"from":"0","to":"1","speed":"1"}]}"#
        values[key] =
          key == "map" ? .string(map) : types?.compactMap { sample[$0] }.first ?? .string("1")
        if types == nil {
          #expect(throws: RequestError.self, "\(key)") { try StudioRequest(.object(values)) }
        } else {
          _ = try StudioRequest(.object(values))
        }
      }
    }

    @Test func `The description has every key of a response, and no other`() async throws {
      try await Bench.open(["a.webm"]) { bench in
        let id = Bench.id("a.webm")
        try await bench.until { await bench.library.files[id]?.hasWaveform == true }
        let file = try await bench.ready("a.webm")
        #expect(Self.keys(file.json) == Self.keys(Self.schema("File")?["properties"]))
        let answers = [
          ("Files", try await bench.get("/api/files")),
          ("Jobs", try await bench.get("/api/jobs")),
          (
            "Estimate",
            try await bench.post(
              "/api/estimate",
              #"{"file":"\#(id)","action":"scale","name":"o.webm","factor":"2"}"#
            )
          ),
          ("Queue", try await bench.post("/api/queue", #"{"isPaused":false}"#)),
          (
            "KeptPreset",
            try await bench.post(
              "/api/presets",
              #"{"retime-preset":1,"name":"Back","request":{"action":"reverse"}}"#
            )
          ),
          ("Presets", try await bench.get("/api/presets")),
          ("Waveform", try await bench.get("/api/files/\(file.id)/waveform")),
          (
            "Plan",
            try await bench.post(
              "/api/plan",
              #"{"file":"\#(file.id)","action":"scale","name":"o.mkv","factor":"2"}"#
            )
          ),
          (
            "Job",
            try await bench.post(
              "/api/jobs",
              #"{"file":"\#(file.id)","action":"scale","name":"o.mkv","factor":"2"}"#
            )
          ),
        ]
        for (name, answer) in answers {
          #expect((200...201).contains(answer.status), "\(name): \(answer.message)")
          #expect(Self.keys(answer.json) == Self.keys(Self.schema(name)?["properties"]), "\(name)")
        }
        let made = try #require(answers.last?.1.json["id"]?.int)
        #expect(try await bench.over(made).state == .done)
        let gone = try await bench.ask(.DELETE, "/api/jobs/\(made)?result=true")
        #expect(Self.keys(gone.json) == Self.keys(Self.schema("Trashed")?["properties"]))
        let token = try #require(gone.json["id"]?.string)
        let back = try await bench.post("/api/trash/\(token)/restore", "")
        #expect(Self.keys(back.json) == Self.keys(Self.schema("Restored")?["properties"]))
        let own = try await bench.get("/api/openapi.json")
        #expect(own["Content-Type"] == "application/json" && own.body == PageFiles.description)
      }
    }
  }
}
#endif
