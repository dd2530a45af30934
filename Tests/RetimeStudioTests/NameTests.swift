// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOHTTP1
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `File names that are not UTF-8` {
    /// A folder with one clip, and the files that `script` adds.
    private static func folder(_ script: String) async throws -> TemporaryFolder {
      let media = try TemporaryFolder()
      try Bench.put("a.webm", in: media)
      try await Program.succeed("bash", ["-c", script], in: media.path)
      return media
    }

    @Test func `A name that is not UTF-8 works, and unreadable bytes get a replacement character`()
      async throws
    {
      let media = try await Self.folder(
        #"""
        cp a.webm $'caf\xe9.webm'; cp a.webm $'caf\xe8.webm'; cp a.webm 'caf\xE9.webm'
        mkdir $'f\xeates'; cp a.webm $'f\xeates/b.webm'; echo > $'notes\xe9.txt'
        """#
      )
      try await Bench.open(media: media) { bench in
        // A byte that is not UTF-8 is mapped to one of the last characters of Unicode within Retime.
        let paths = [
          "a.webm", #"caf\xE9.webm"#, "caf\u{10FFE9}.webm", "caf\u{10FFE8}.webm",
          "f\u{10FFEA}tes/b.webm",
        ]
        for path in paths { #expect(try await bench.ready(path).state == .ready) }
        let shown = ["a.webm", #"caf\xE9.webm"#, "caf\u{FFFD}.webm", "f\u{FFFD}tes/b.webm"]
        let files = try await bench.get("/api/files").json["files"]?.elements ?? []
        #expect(files.count == 5)
        #expect(Set(files.compactMap { $0["id"]?.string }).count == 5)
        #expect(Set(files.compactMap { $0["path"]?.string }) == Set(shown))
        let clip = try media.bytes(of: "a.webm")
        for (index, file) in files.enumerated() {
          let id = try #require(file["id"]?.string)
          #expect(try await bench.get("/api/files/\(id)/media").body == clip)
          #expect(try await bench.get("/api/files/\(id)/thumbnail").status == 200)
          let job = #"{"file":"\#(id)","action":"reverse","name":"o\#(index).webm"}"#
          #expect(try await bench.post("/api/plan", job).status == 200)
          let number = try await bench.start(job)
          #expect(try await bench.over(number).state == .done)
          #expect(try await bench.get("/api/jobs/\(number)/download").body.isEmpty == false)
          #expect(try await bench.ask(.DELETE, "/api/jobs/\(number)?result=true").status == 200)
        }
        let left = try await Program.succeed(
          "bash",
          ["-c", "ls -1R | grep -ac '^o[0-9]' || true"],
          in: media.path
        )
        #expect(left.text == "0\n")
      }
    }

    @Test func `The served folder may have such a name`() async throws {
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

    @Test func `The folder on the command line may have such a name`() async throws {
      let media = try await Self.folder(#"mkdir $'f\xeates'; cp a.webm $'f\xeates/b.webm'"#)
      let program = try Program(
        "bash",
        [
          "-c",
          #"export XDG_STATE_HOME="$PWD/state"; exec "$0" studio $'f\xeates' --port 0 --no-open"#,
          Bench.executable,
        ],
        in: media.path
      )
      #expect(await program.says("Retime Studio: http://"))
      program.signal(SIGINT)
      #expect(try await program.wait().status < 128 + SIGKILL)
    }
  }
}
#endif
