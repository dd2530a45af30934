// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `The output folder` {
    @Test func `The output folder may be any subfolder`() async throws {
      try await Bench.open(["a.webm", "cuts/new/b.webm"]) { bench in
        let a = try await bench.ready("a.webm").id
        let b = try await bench.ready("cuts/new/b.webm").id
        #expect(try await folders(bench) == ["cuts", "cuts/new"])
        for (file, folder, output) in [
          (a, #""cuts/new""#, "cuts/new/o.wav"), (b, #""""#, "o.wav"),
          (b, #""cuts""#, "cuts/o.wav"), (b, "null", "cuts/new/p.wav"),
        ] {
          let name = output.split(separator: "/").last ?? ""
          let request =
            #"{"file":"\#(file)","action":"reverse","name":"\#(name)","noVideo":true,"folder":\#(folder)}"#
          let plan = try await bench.post("/api/plan", request)
          #expect(plan.status == 200, "\(plan.message)")
          let job = try await bench.over(bench.start(request))
          #expect(job.state == .done && job.output == output, "\(job.message ?? "")")
          #expect(try await bench.ready(output).job == job.id)
        }
        // A folder created later is announced.
        try Bench.put("later/c.webm", in: bench.media)
        try await bench.until { await bench.library.folders.contains("later") }
        #expect(try await folders(bench) == ["cuts", "cuts/new", "later"])
      }
    }

    @Test(arguments: [
      ("..", 400), ("../x", 400), ("cuts/..", 400), ("cuts/../..", 400), ("/tmp", 400), ("/", 400),
      ("cuts/", 400), ("cuts//new", 400), (".hidden", 400), ("cuts/.hidden", 400), (" ", 400),
      ("cuts\\n", 400), ("none", 422), ("a.webm", 422), ("elsewhere", 422), ("elsewhere/in", 422),
    ])
    func `The output folder cannot be outside`(folder: String, status: Int) async throws {
      let outside = try TemporaryFolder()
      try Bench.put("in/x.webm", in: outside)
      try await Bench.open(["a.webm", "cuts/b.webm"]) { bench in
        try bench.media.link("elsewhere", to: outside.path)
        let file = try await bench.ready("a.webm").id
        let request =
          #"{"file":"\#(file)","action":"reverse","name":"o.wav","noVideo":true,"folder":"\#(folder)"}"#
        for route in ["/api/plan", "/api/jobs"] {
          let answer = try await bench.post(route, request)
          #expect(answer.status == status, "\(route): \(answer.status) \(answer.message)")
        }
        #expect(outside.names == ["in"])
        #expect(await bench.queue.list.isEmpty)
      }
    }

    @Test func `The output folder is not part of a preset`() async throws {
      try await Bench.open { bench in
        let answer = try await bench.post(
          "/api/presets",
          #"{"retime-preset":1,"name":"Back","request":{"action":"reverse","folder":""}}"#
        )
        #expect(answer.status == 400 && answer.message.contains("leave folder out"))
      }
    }

    private func folders(_ bench: Bench) async throws -> [String] {
      try await bench.get("/api/files").json["folders"]?.elements.compactMap(\.string) ?? []
    }
  }
}
#endif
