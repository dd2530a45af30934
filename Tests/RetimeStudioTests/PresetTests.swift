// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOHTTP1
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Studio presets` {
    private static let map = #"{"retime-map":1,"sections":[{"from":"0","to":"end","speed":"1/2"}]}"#

    private static func preset(_ name: String, _ request: String, _ rest: String = "") -> String {
      #"{"retime-preset":1,"name":\#(JSON.string(name).text),"request":\#(request)\#(rest)}"#
    }

    private static func names(_ answer: Bench.Answer) -> [String] {
      answer.json["presets"]?.elements.compactMap { $0["name"]?.string } ?? []
    }

    @Test func `Presets outlive the server under any name`() async throws {
      let (media, state) = (try TemporaryFolder(), try TemporaryFolder())
      let names = ["1/2", "Zeitlupe", "slow ../../x", "慢动作 🐇", "בהילוך איטי", "медленно"].sorted()
      try await Bench.open(media: media, state: state) { bench in
        for name in names {
          let answer = try await bench.post(
            "/api/presets",
            Self.preset(name, #"{"action":"scale","factor":"2"}"#, #","container":"mp4""#)
          )
          #expect(answer.status == 201, "\(name): \(answer.message)")
          #expect(answer.json["name"]?.string == name)
        }
      }
      #expect(media.names == [])
      _ = try state.write(Array("nonsense".utf8), to: "presets/other.json")
      try await Bench.open(media: media, state: state) { bench in
        let kept = try await bench.get("/api/presets")
        #expect(Self.names(kept).sorted() == names)
        for one in kept.json["presets"]?.elements ?? [] {
          #expect(one["preset"]?["request"]?["factor"]?.string == "2")
          #expect(one["preset"]?["container"]?.string == "mp4")
        }
        let id = try #require(kept.json["presets"]?.elements.first?["id"]?.string)
        #expect(try await bench.ask(.DELETE, "/api/presets/\(id)").status == 204)
        #expect(try await bench.ask(.DELETE, "/api/presets/\(id)").status == 404)
        #expect(Self.names(try await bench.get("/api/presets")).count == names.count - 1)
      }
      try await Bench.open(media: media, state: state) { bench in
        let kept = try await bench.get("/api/presets")
        #expect(Self.names(kept).count == names.count - 1)
      }
    }

    @Test func `A preset replaces another only on demand`() async throws {
      try await Bench.open { bench in
        // The same letters, composed and decomposed.
        let names = ["Ze\u{301}ro", "Z\u{E9}ro"]
        let request = { (factor: String) in #"{"action":"scale","factor":"\#(factor)"}"# }
        #expect(
          try await bench.post("/api/presets", Self.preset(names[0], request("2"))).status == 201
        )
        let taken = try await bench.post("/api/presets", Self.preset(names[1], request("3")))
        #expect(taken.status == 409)
        let other = Self.preset(names[1], request("3"))
        #expect(try await bench.post("/api/presets?replace=maybe", other).status == 400)
        #expect(try await bench.post("/api/presets?replace=true", other).status == 201)
        let kept = try await bench.get("/api/presets").json["presets"]?.elements ?? []
        #expect(kept.count == 1 && kept[0]["preset"]?["request"]?["factor"]?.string == "3")
        let files = try FileManager.default.contentsOfDirectory(
          atPath: bench.state.file("presets")
        )
        #expect(files.count == 1)
      }
    }

    @Test func `An invalid preset is refused with the reason`() async throws {
      try await Bench.open { bench in
        let scale = #"{"action":"scale","factor":"2"}"#
        let mapped = #"{"action":"scale","map":\#(Self.map)}"#
        let wrong = [
          ("[]", "no preset"), (#"{"name":"x"}"#, "no preset"),
          (#"{"retime-preset":2,"name":"x","request":\#(scale)}"#, "version 2"),
          (Self.preset("x", scale, #","colour":"red""#), "does not know colour"),
          (#"{"retime-preset":1,"request":\#(scale)}"#, "no name"),
          (Self.preset(" ", scale), "name is empty"),
          (Self.preset("a\nb", scale), "control character"),
          (Self.preset(String(repeating: "慢", count: 70), scale), "210 bytes"),
          (Self.preset("x", "7"), "no request"),
          (Self.preset("x", #"{"action":"fly"}"#), "'fly' is no action"),
          (Self.preset("x", #"{"action":"scale"}"#), "exactly one of factor"),
          (Self.preset("x", #"{"action":"scale","factor":2}"#), "factor must be a short text"),
          (Self.preset("x", #"{"action":"reverse","warp":true}"#), "does not know warp"),
          (Self.preset("x", #"{"action":"reverse","file":"f"}"#), "leave file out"),
          (Self.preset("x", mapped), "over is null"),
          (Self.preset("x", mapped, #","over":"0""#), #"over is "0""#),
          (Self.preset("x", scale, #","over":"2""#), "for a map alone"),
          (Self.preset("x", scale, #","container":"../mp4""#), "container is"),
          (
            Self.preset(
              "x",
              #"{"action":"scale","start":"1","map":\#(Self.map)}"#,
              #","over":"2""#
            ),
            "leave start out"
          ),
          (
            Self.preset(
              "x",
              #"{"action":"scale","map":{"retime-map":1,"sections":[{"from":"0","to":"9","speed":"1"}]}}"#,
              #","over":"2""#
            ), "9 s"
          ),
        ]
        for (json, reason) in wrong {
          let answer = try await bench.post("/api/presets", json)
          #expect(
            answer.status == 400 && answer.message.contains(reason),
            "\(json): \(answer.message)"
          )
        }
        #expect(Self.names(try await bench.get("/api/presets")) == [])
        let good = try await bench.post("/api/presets", Self.preset("x", mapped, #","over":"2.5""#))
        #expect(good.status == 201, "\(good.message)")
      }
    }
  }
}
#endif
