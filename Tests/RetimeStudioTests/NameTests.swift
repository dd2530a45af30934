// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `A name that is not UTF-8` {
    /// A folder with one clip, and what `script` makes beside it.
    private static func folder(_ script: String) async throws -> TemporaryFolder {
      let media = try TemporaryFolder()
      try Bench.put("a.webm", in: media)
      try await Program.succeed("bash", ["-c", script], in: media.path)
      return media
    }

    @Test(.timeLimit(.minutes(10))) func `is shown with the reason why it cannot be used`()
      async throws
    {
      let media = try await Self.folder(
        #"""
        cp a.webm $'caf\xe9.webm'; cp a.webm $'caf\xe8.webm'; cp a.webm 'caf\xE9.webm'
        mkdir $'f\xeates'; cp a.webm $'f\xeates/b.webm'; echo > $'notes\xe9.txt'
        """#
      )
      try await Bench.open(media: media) { bench in
        #expect(try await bench.ready("a.webm").state == .ready)
        #expect(try await bench.ready(#"caf\xE9.webm"#).state == .ready)
        let answer = try await bench.get("/api/files")
        let files = answer.json["files"]?.elements ?? []
        let failed = files.filter { $0["state"]?.string == "failed" }
        #expect(
          failed.compactMap { $0["name"]?.string }.sorted()
            == [#"caf\xE8.webm"#, #"caf\xE9.webm"#, #"f\xEAtes"#]
        )
        #expect(files.count == 5)
        #expect(Set(files.compactMap { $0["id"]?.string }).count == 5)
        for file in failed {
          #expect(file["message"]?.string?.contains("not UTF-8: rename it") == true)
          let id = try #require(file["id"]?.string)
          for part in ["media", "thumbnail", "waveform", "proxy", "spectrogram"] {
            #expect(try await bench.get("/api/files/\(id)/\(part)").status == 422)
          }
          let job = #"{"file":"\#(id)","action":"reverse","name":"o.webm"}"#
          for route in ["/api/plan", "/api/jobs"] {
            let refused = try await bench.post(route, job)
            #expect(refused.status == 422 && refused.message.contains("rename it"))
          }
        }
        // Renamed, it is a file like others.
        try await Program.succeed(
          "bash",
          ["-c", #"mv $'caf\xe8.webm' café.webm"#],
          in: bench.media.path
        )
        #expect(try await bench.ready("café.webm").state == .ready)
        let left = try await bench.get("/api/files").json["files"]?.elements ?? []
        #expect(left.count { $0["state"]?.string == "failed" } == 2)
      }
    }

    @Test(.timeLimit(.minutes(10))) func `may be that of the folder itself`() async throws {
      let media = try await Self.folder(
        #"mkdir $'f\xeates'; cp a.webm $'f\xeates/b.webm'; ln -s $'f\xeates' link"#
      )
      var settings = StudioSettings(folder: media.file("link"))
      (settings.port, settings.state) = (0, media.file("state"))
      settings.executable = Bench.executable
      let studio = try await Studio(settings)
      #expect(await studio.router.library.list.map(\.path) == ["b.webm"])
      await studio.stop()
    }
  }
}
#endif
