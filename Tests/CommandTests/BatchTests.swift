// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `A batch` {
    /// A folder `in` with short audio files under these names.
    static func folder(_ names: [String]) async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=440:r=8000:d=0.2", folder.file("clip.wav"),
      ])
      for name in names { try add(name, to: folder) }
      return folder
    }

    static func add(_ name: String, to folder: TemporaryFolder) throws {
      let url = URL(fileURLWithPath: folder.file("in/\(name)"))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try FileManager.default.copyItem(atPath: folder.file("clip.wav"), toPath: url.path)
    }

    /// The paths in the folder of the outputs, without hidden ones.
    static func results(_ folder: TemporaryFolder, in name: String = "out") -> [String] {
      let all = FileManager.default.enumerator(atPath: folder.file(name))?.allObjects ?? []
      return all.compactMap { $0 as? String }
        .filter { !$0.contains("/.") && !$0.hasPrefix(".") && $0.contains(".") }.sorted()
    }

    /// The inode of a file, which changes whenever it is written anew.
    static func number(_ name: String, _ folder: TemporaryFolder) throws -> Int {
      let facts = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      return try #require(facts[.systemFileNumber] as? Int)
    }

    static func seconds(_ name: String, _ folder: TemporaryFolder) async throws -> Double {
      try #require(Double(try await Judge.entries("format=duration", of: folder.file(name))))
    }

    static func objects(_ result: Program.Result) -> [[String: Any]] {
      result.errorLines.compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }

    @Test
    func `A batch keeps names and folders, skips other files, and continues after bad ones`()
      async throws
    {
      let names = (0..<60).map { "part \($0 / 20)/\($0).wav" }
      let bad = (0..<9).map { "part \($0 % 3)/bad \($0).wav" }
      let folder = try await Self.folder(names)
      for name in bad { _ = try folder.write("no sound".utf8, to: "in/\(name)") }
      _ = try folder.write("a note".utf8, to: "in/part 0/read me.txt")
      _ = try folder.write("hidden".utf8, to: "in/.hidden.wav")
      let arguments = [
        "batch", "in", "--to", "out", "--factor", "2", "--jobs", "2", "--progress", "json",
      ]
      let result = try await retime(arguments, in: folder)
      #expect(result.status == 65)
      #expect(Self.results(folder) == names.sorted())
      let done = try #require(Self.objects(result).last)
      #expect(done["event"] as? String == "done")
      #expect(done["made"] as? Int == 60 && done["failed"] as? Int == 9)
      let failures = try #require(done["failures"] as? [[String: Any]])
      #expect(Set(failures.compactMap { $0["input"] as? String }) == Set(bad.map { "in/\($0)" }))
      #expect(failures.allSatisfy { $0["code"] as? Int == 65 })
      #expect(try await Self.seconds("out/part 2/50.wav", folder) == 0.4)

      let again = try await retime(arguments, in: folder)
      #expect(again.status == 65)
      let second = try #require(Self.objects(again).last)
      #expect(second["made"] as? Int == 0 && second["skipped"] as? Int == 60)
    }

    /// The audio and its subtitles have the same new times; with a container for media, subtitles are left out.
    @Test func `A batch of a folder takes subtitle files along`() async throws {
      let folder = try await Self.folder(["a.wav"])
      let cue = "1\n00:00:00,100 --> 00:00:00,150\nOne\n"
      _ = try folder.write(cue.utf8, to: "in/a.srt")
      _ = try folder.write("[00:00.05]Two\n".utf8, to: "in/a.lrc")
      let arguments = ["batch", "in", "--to", "out", "--factor", "2"]
      try await succeed(arguments + ["--fps", "30"], in: folder)
      #expect(Self.results(folder) == ["a.lrc", "a.srt", "a.wav"])
      let text = String(decoding: try folder.bytes(of: "out/a.srt"), as: UTF8.self)
      #expect(text == "1\n00:00:00,200 --> 00:00:00,300\nOne\n\n")
      for (name, options) in [
        ("mka", ["--container", "mka", "--factor", "2"]),
        ("wav", ["--job", "resample", "--rate", "8000"]),
      ] {
        try await succeed(["batch", "in", "--to", name] + options, in: folder)
        #expect(Self.results(folder, in: name) == ["a.\(name)"])
      }
    }

    @Test func `A batch redoes what changed, and everything with --again`() async throws {
      let folder = try await Self.folder(["a.wav", "b.wav"])
      let results = ["out/a.wav", "out/b.wav"]
      func run(_ options: [String]) async throws -> [Bool] {
        let before = results.map { try? Self.number($0, folder) }
        try await succeed(["batch", "in", "--to", "out"] + options, in: folder)
        return try zip(results, before).map { try Self.number($0, folder) != $1 }
      }
      #expect(try await run(["--factor", "2"]) == [true, true])
      #expect(try await run(["--factor", "2"]) == [false, false])
      try FileManager.default.removeItem(atPath: folder.file("in/b.wav"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=300:r=8000:d=0.3", folder.file("in/b.wav"),
      ])
      #expect(try await run(["--factor", "2"]) == [false, true])
      #expect(try await run(["--factor", "3"]) == [true, true])
      #expect(try await Self.seconds("out/b.wav", folder) == 0.9)
      #expect(try await run(["--factor", "3", "--again"]) == [true, true])
      try FileManager.default.removeItem(atPath: folder.file("out/a.wav"))
      #expect(try await run(["--factor", "3"]) == [true, false])
    }

    @Test func `A file that no batch has made is kept, unless it may be replaced`() async throws {
      let folder = try await Self.folder(["a.wav", "b.wav"])
      try folder.makeFolder("out")
      _ = try folder.write("mine".utf8, to: "out/a.wav")
      let arguments = ["batch", "in", "--to", "out", "--factor", "2"]
      let result = try await retime(arguments, in: folder)
      #expect(result.status == 65)
      #expect(result.errors.contains("1 of 2 files made, 1 failed"))
      #expect(try folder.bytes(of: "out/a.wav") == Array("mine".utf8))
      #expect(try await retime(arguments, in: folder).status == 65)
      #expect(try await retime(arguments + ["-y"], in: folder).status == 0)
      #expect(try await Self.seconds("out/a.wav", folder) == 0.4)
    }

    @Test func `Each line of a list has its own options`() async throws {
      let folder = try await Self.folder(["a.wav", "b.wav", "c.wav"])
      let lines = """
        {"input":"in/a.wav"}
        {"input":"in/b.wav","options":["--factor","3"]}

        {"input":"in/c.wav","output":"sub/turned.flac","job":"reverse"}

        """
      _ = try folder.write(lines.utf8, to: "list")
      let arguments = ["batch", "--list", "list", "--to", "out", "--factor", "2"]
      try await succeed(arguments, in: folder)
      #expect(try await Self.seconds("out/a.wav", folder) == 0.4)
      #expect(abs(try await Self.seconds("out/b.wav", folder) - 0.6) < 1e-6)
      #expect(abs(try await Self.seconds("sub/turned.flac", folder) - 0.4) < 1e-6)
    }

    @Test(
      arguments: [
        (#"{"input":"in/b.wav","options":["--factor","nine"]}"#, "line 2: The value 'nine'", 64),
        (#"{"input":"in/b.wav","speed":2}"#, "line 2: there is no \"speed\"", 64),
        (#"{"input":"in/b.wav","job":"spin"}"#, "line 2: there is no job \"spin\"", 64),
        (#"{"input":"in/missing.wav"}"#, "line 2: 'in/missing.wav' cannot be opened", 66),
        (#"in/b.wav"#, "line 2 is no JSON object", 64),
        (#"{"input":"in/b.wav","output":"a.wav"}"#, "would both become 'out/a.wav'", 64),
        (
          #"{"input":"in/b.wav","output":"./out/./a.wav"}"#,
          "would both become './out/./a.wav'", 64
        ),
        (#"{"input":"in/b.wav","output":"in/../in/a.wav"}"#, "take the place of a source", 64),
      ]
    )
    func `A wrong line of a list stops the batch before it starts`(
      line: String,
      message: String,
      status: Int
    ) async throws {
      let folder = try await Self.folder(["a.wav", "b.wav"])
      _ = try folder.write("{\"input\":\"in/a.wav\"}\n\(line)\n".utf8, to: "list")
      let result = try await retime(
        ["batch", "--list", "list", "--to", "out", "--factor", "2"],
        in: folder
      )
      #expect(result.status == Int32(status), "\(result.errors)")
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
    }

    @Test(
      arguments: [
        (["batch", "in", "--to", "out", "--factor", "2", "--container", "flac"], "would both"),
        (["batch", "in", "--to", "in", "--factor", "2"], "is where the results go"),
        (["batch", "in/a.wav", "--to", "in", "--factor", "2"], "take the place of a source"),
        (["batch", "in", "--to", "out"], "exactly one of --factor"),
        (["batch", "in", "--factor", "2"], "--to"),
        (["batch", "--to", "out", "--factor", "2"], "before the job's options"),
        (["batch", "in", "--to", "out", "--factor", "2", "--preview", "p.jpg"], "--preview"),
        (["batch", "in", "--to", "out", "--factor", "2", "--container", "xyz"], "xyz"),
      ]
    )
    func `Contradictory arguments stop the batch before it starts`(
      arguments: [String],
      message: String
    ) async throws {
      let folder = try await Self.folder(["a.wav", "a.aiff"])
      let result = try await retime(arguments, in: folder)
      #expect(result.status == 64)
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
    }

    @Test func `Two batches in the same folder share the work`() async throws {
      let names = (0..<30).map { "\($0).wav" }
      let folder = try await Self.folder(names)
      let arguments = [
        "batch", "in", "--to", "out", "--factor", "2", "--progress", "json",
      ]
      async let first = retime(arguments, in: folder)
      async let second = retime(arguments, in: folder)
      let ends = try await [first, second].map { result in
        #expect(result.status == 0, "\(result.errors)")
        return try #require(Self.objects(result).last)
      }
      #expect(ends.compactMap { $0["made"] as? Int }.reduce(0, +) == 30)
      #expect(ends.compactMap { $0["skipped"] as? Int }.reduce(0, +) == 30)
      #expect(Self.results(folder) == names.sorted())
    }

    @Test func `An interrupted batch resumes`() async throws {
      let folder = try await folderWithClip()
      for name in ["a.mkv", "b.mkv"] {
        try folder.makeFolder("in")
        try FileManager.default.copyItem(
          atPath: folder.file("in.mkv"),
          toPath: folder.file("in/\(name)")
        )
      }
      let job = try Program(
        executable,
        ["batch", "in", "--to", "out", "--factor", "3600", "--progress", "json"],
        in: folder.path
      )
      #expect(await job.says("\"state\":\"started\""))
      job.signal(SIGINT)
      let result = try await job.wait()
      #expect(result.status == 130)
      #expect(Self.results(folder).isEmpty)
      try await succeed(["batch", "in", "--to", "out", "--factor", "2"], in: folder)
      #expect(Self.results(folder) == ["a.mkv", "b.mkv"])
    }

    @Test func `A watching batch takes new files in its folder`() async throws {
      let folder = try await Self.folder(["a.wav"])
      let job = try Program(
        executable,
        ["batch", "in", "--to", "out", "--factor", "2", "--watch", "--progress", "json"],
        in: folder.path
      )
      #expect(await job.says("\"output\":\"out/a.wav\",\"state\":\"made\""))
      try Self.add("sub/b.wav", to: folder)
      #expect(await job.says("\"output\":\"out/sub/b.wav\",\"state\":\"made\""))
      // A bad file counts once, after it has become a good one.
      _ = try folder.write("no sound".utf8, to: "in/c.wav")
      #expect(await job.says("\"output\":\"out/c.wav\",\"state\":\"failed\""))
      try FileManager.default.removeItem(atPath: folder.file("in/c.wav"))
      try Self.add("c.wav", to: folder)
      #expect(await job.says("\"output\":\"out/c.wav\",\"state\":\"made\""))
      job.signal(SIGINT)
      let ended = try await job.wait()
      #expect(ended.status == 130)
      #expect(Self.results(folder) == ["a.wav", "c.wav", "sub/b.wav"])
      let done = try #require(ended.errors.split(separator: "\n").last)
      #expect(done.contains("\"total\":3") && done.contains("\"made\":3"), "\(done)")
    }
  }
}
