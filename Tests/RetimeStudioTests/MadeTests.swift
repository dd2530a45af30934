// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOHTTP1
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Output files` {
    private static func sound(_ id: String, _ name: String) -> String {
      #"{"file":"\#(id)","action":"resample","rate":8000,"noVideo":true,"name":"\#(name)"}"#
    }

    /// Extracts the audio of a clip in a subfolder, and returns the job and the file's id.
    private func make(_ name: String, _ bench: Bench) async throws -> (job: Int, file: String) {
      let source = try await bench.ready("sub/a.webm").id
      let number = try await bench.start(Self.sound(source, name))
      #expect(try await bench.over(number).state == .done)
      return (number, Bench.id("sub/\(name)"))
    }

    private func names(_ bench: Bench, _ folder: String = "sub") throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: bench.media.file(folder)).sorted()
    }

    private func isListed(_ bench: Bench, _ number: Int) async -> Bool {
      await bench.queue.numbers.contains(number)
    }

    @Test func `An output file is renamed in its folder, and its job follows`() async throws {
      try await Bench.open(["sub/a.webm"]) { bench in
        let (number, id) = try await make("o.wav", bench)
        let rename = { (name: String) in
          try await bench.post("/api/files/\(id)/rename", JSON.object(["name": .string(name)]).text)
        }
        _ = try bench.media.write([1], to: "sub/taken.wav")
        for (name, status) in [
          ("../o.wav", 400), ("x/o.wav", 400), (".o.wav", 400), ("", 400), ("o.mp4", 400),
          ("taken.wav", 409),
        ] {
          #expect(try await rename(name).status == status, "\(name)")
        }
        #expect(try await bench.post("/api/files/\(id)/rename", "{}").status == 400)
        let original = Bench.id("sub/a.webm")
        let other = try await bench.post("/api/files/\(original)/rename", #"{"name":"b.webm"}"#)
        #expect(other.status == 403 && other.message.contains("not made here"))
        let renamed = try await rename("慢.wav")
        #expect(renamed.status == 200 && renamed.json["path"]?.string == "sub/慢.wav")
        #expect(renamed.json["job"]?.int == number)
        #expect(try names(bench) == ["a.webm", "taken.wav", "慢.wav"].sorted())
        #expect(try bench.media.bytes(of: "sub/taken.wav") == [1])
        let job = try await bench.queue.job(number)
        #expect(job.output == "sub/慢.wav" && job.result == renamed.json["id"]?.string)
        let download = try await bench.get("/api/jobs/\(number)/download")
        #expect(download.status == 200 && download.body.starts(with: Array("RIFF".utf8)))
        let again = try await bench.post("/api/jobs/\(number)/rename", #"{"name":"p.wav"}"#)
        #expect(again.status == 200 && again.json["name"]?.string == "p.wav")
        #expect(try names(bench) == ["a.webm", "p.wav", "taken.wav"])
      }
    }

    @Test func `A deleted file can be restored with its job`() async throws {
      try await Bench.open(["sub/a.webm"]) { bench in
        let (number, id) = try await make("o.wav", bench)
        let bytes = try bench.media.bytes(of: "sub/o.wav")
        for path in ["/api/files/\(id)", "/api/jobs/\(number)?result=true"] {
          let gone = try await bench.ask(.DELETE, path)
          #expect(gone.status == 200 && gone.json["name"]?.string == "o.wav", "\(gone.message)")
          #expect(gone.json["seconds"]?.int == 600)
          #expect(try names(bench) == [".retime-trash", "a.webm"])
          #expect(await bench.library.files[id] == nil)
          #expect(await !isListed(bench, number))
          let token = try #require(gone.json["id"]?.string)
          _ = try bench.media.write([7], to: "sub/o.wav")
          let taken = try await bench.post("/api/trash/\(token)/restore", "")
          #expect(taken.status == 409, "\(taken.message)")
          try FileManager.default.removeItem(atPath: bench.media.file("sub/o.wav"))
          let back = try await bench.post("/api/trash/\(token)/restore", "")
          #expect(back.status == 200, "\(back.message)")
          #expect(back.json["job"]?["id"]?.int == number)
          #expect(back.json["file"]?["id"]?.string == id)
          #expect(try bench.media.bytes(of: "sub/o.wav") == bytes)
          #expect(try names(bench) == ["a.webm", "o.wav"])
          #expect(try await bench.queue.job(number).result == id)
          #expect(try await bench.post("/api/trash/\(token)/restore", "").status == 404)
        }
        #expect(try await bench.ask(.DELETE, "/api/files/\(Bench.id("sub/a.webm"))").status == 403)
        #expect(try await bench.ask(.DELETE, "/api/files/0000000000000000").status == 404)
        let form = ["Content-Type": "text/plain"]
        #expect(try await bench.post("/api/trash/x/restore", "", form).status == 415)
        // A waiting job keeps its file.
        _ = try await bench.post("/api/queue", #"{"isPaused":true}"#)
        _ = try await bench.ready("sub/o.wav")
        let waiting = try await bench.start(Self.sound(id, "p.wav"))
        let used = try await bench.ask(.DELETE, "/api/files/\(id)")
        #expect(used.status == 409 && used.message.contains("job \(waiting)"), "\(used.message)")
      }
    }

    @Test func `A deleted file is removed after the undo time, and at shutdown`() async throws {
      let (media, state) = (try TemporaryFolder(), try TemporaryFolder())
      try await Bench.open(["sub/a.webm"], media: media, state: state, undo: .milliseconds(1)) {
        bench in
        let (_, id) = try await make("o.wav", bench)
        let gone = try await bench.ask(.DELETE, "/api/files/\(id)")
        let token = try #require(gone.json["id"]?.string)
        try await bench.until { try self.names(bench) == ["a.webm"] }
        #expect(try await bench.post("/api/trash/\(token)/restore", "").status == 404)
      }
      try await Bench.open(media: media, state: state) { bench in
        let (_, id) = try await make("o.wav", bench)
        #expect(try await bench.ask(.DELETE, "/api/files/\(id)").status == 200)
        #expect(try names(bench) == [".retime-trash", "a.webm"])
      }
      #expect(media.leftovers == [])
      // A killed server has left this file.
      try await Bench.open(media: media, state: state) { bench in
        #expect(try names(bench) == ["a.webm"])
        try await bench.library.store.addTrash("0123456789abcdef", "sub/")
        _ = try await Program.succeed("mkdir", [media.file("sub/.retime-trash")])
        for name in ["0123456789abcdef", "mine"] {
          _ = try media.write([1], to: "sub/.retime-trash/\(name)")
        }
      }
      try await Bench.open(media: media, state: state) { bench in
        let left = try names(bench, "sub/.retime-trash")
        #expect(left == ["mine"])
      }
    }

    @Test func `Deleting does not follow links`() async throws {
      let outside = try TemporaryFolder()
      try await Bench.open(["sub/a.webm"]) { bench in
        let (_, id) = try await make("o.wav", bench)
        try bench.media.link("sub/.retime-trash", to: outside.path)
        #expect(try await bench.ask(.DELETE, "/api/files/\(id)").status == 403)
        #expect(try names(bench) == [".retime-trash", "a.webm", "o.wav"])
        #expect(outside.names == [])
      }
    }
  }
}
#endif
