// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `Jobs in parts` {
    /// A folder with a clip of 4 s, whose key frames are a second apart.
    static func folder() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try await Clips.clip(
        folder.file("in.mp4"),
        seconds: 4,
        ["-c:v", "libx264", "-g", "30", "-bf", "2", "-c:a", "aac"]
      )
      return folder
    }

    @Test(arguments: ["mp4", "mkv"])
    func `The number of concurrent jobs changes neither bytes nor frames`(
      container: String
    ) async throws {
      let folder = try await Self.folder()
      let arguments = ["--factor", "3.7", "--fps", "25"]
      let whole = folder.file("whole.\(container)")
      #expect(try await retime(["in.mp4", whole] + arguments, in: folder).status == 0)
      var made: [[UInt8]] = []
      for jobs in ["1", "2", "6"] {
        try await succeed(
          ["in.mp4", "out.\(container)", "-y", "--parts", "6", "--jobs", jobs] + arguments,
          in: folder
        )
        made.append(try folder.bytes(of: "out.\(container)"))
      }
      #expect(
        made[0] == made[1] && made[0] == made[2],
        "The bytes depend on the number of concurrent jobs."
      )
      let output = folder.file("out.\(container)")
      let (pictures, unit) = try await Judge.timestamps(output)
      let (expected, expectedUnit) = try await Judge.timestamps(whole)
      #expect(pictures == expected && unit == expectedUnit)
      #expect(try await Judge.samples(output, "s16le") == Judge.samples(whole, "s16le"))
      #expect(try await Judge.complaints(decoding: output).isEmpty)
      #expect(folder.names == ["in.mp4", "out.\(container)", "whole.\(container)"].sorted())
    }

    @Test(
      arguments: [
        "x264enc speed-preset=fast ! h264parse",
        #"x264enc option-string = "ref=5" speed-preset=fast"#,
      ]
    )
    func `An encoder description may have several words`(encoder: String) async throws {
      let folder = try await Self.folder()
      try await succeed(
        ["in.mp4", "out.mkv", "--factor", "2", "--parts", "2", "--video-encoder", encoder],
        in: folder
      )
      let settings = try folder.bytes(of: "out.mkv")
      #expect(settings.firstRange(of: Array(" threads=1 ".utf8)) != nil)
      #expect((settings.firstRange(of: Array(" ref=5 ".utf8)) != nil) == encoder.contains("ref"))
    }

    /// Jobs that change the order of the source's frames.
    private static let jobs = [
      ["--factor", "1.37", "--fps", "24000/1001"],
      ["--factor", "2.5", "--frames", "blend", "--fps", "30"],
      ["--factor", "0.11", "--frames", "previous"],
      ["--fps", "vfr", "--range", "1-2=1/4", "--hold", "3=1", "--range", "3.2-3.4=cut"],
      ["--at", "0.5=1", "--at", "1.5=1/3", "--at", "2=2", "--loop", "2", "--fps", "30"],
      ["--start", "1.3", "--end", "3.71", "--factor", "2"],
    ]

    @Test(arguments: jobs, [false, true])
    func `Every frame of the job is at its time`(
      arguments: [String],
      isBackward: Bool
    ) async throws {
      let folder = try await Self.folder()
      var random = SeededGenerator()
      let parts = Int.random(in: 2...9, using: &random)
      let job =
        (isBackward ? ["reverse", "--boomerang"] : ["scale"]) + arguments + [
          "in.mp4", "--video-encoder", "avenc_ffv1 gop-size=1", "--progress", "none",
        ]
      for options in [["whole.mkv"], ["out.mkv", "--parts", "\(parts)"]] {
        try await succeed(job + options, in: folder)
      }
      let note = "\(parts) parts, RETIME_SEED=\(SeededGenerator.seed)"
      let (output, whole) = (folder.file("out.mkv"), folder.file("whole.mkv"))
      let (made, expected) = try await (Judge.pictureSums(output), Judge.pictureSums(whole))
      #expect(made == expected, "\(note)")
      #expect(try await Judge.timestamps(output) == Judge.timestamps(whole), "\(note)")
      #expect(try await Judge.samples(output, "s16le") == Judge.samples(whole, "s16le"), "\(note)")
    }

    @Test(arguments: ["mov", "webm", "avi", "ts", "mpg", "ogg", "flac"])
    func `Parts are joined in every container`(container: String) async throws {
      let folder = try await Self.folder()
      let output = folder.file("out.\(container)"), whole = folder.file("whole.\(container)")
      for options in [[whole], [output, "--parts", "3"]] {
        try await succeed(["in.mp4", "--factor", "1.5"] + options, in: folder)
      }
      #expect(try await Judge.samples(output, "s16le") == Judge.samples(whole, "s16le"))
      #expect(try await Judge.complaints(decoding: output).isEmpty)
      if container != "flac" {
        #expect(try await Judge.timestamps(output) == Judge.timestamps(whole))
      }
    }

    /// An audio part does not know of the video: the plan contains its start.
    @Test(arguments: [("avi", "avenc_ac3"), ("ogg", "vorbisenc")])
    func `Parts start with the silence of the job`(container: String, encoder: String) async throws
    {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x90:r=30:d=1.5", "-itsoffset", "0.5", "-f", "lavfi",
        "-i", "sine=r=48000:d=1", "-c:v", "ffv1", "-c:a", "flac", folder.file("in.mkv"),
      ])
      let output = folder.file("out.\(container)"), whole = folder.file("whole.\(container)")
      for options in [[whole], [output, "--parts", "2"]] {
        let job = ["in.mkv", "--factor", "1.5", "--audio-encoder", encoder]
        try await succeed(job + options, in: folder)
      }
      let samples = try await Judge.samples(output, "s16le")
      #expect(samples == (try await Judge.samples(whole, "s16le")))
      #expect(samples.prefix(2 * 30_000).allSatisfy { $0 == 0 })
    }

    // MARK: - Work folders

    private static let longJob = [
      "in.mp4", "out.mp4", "--factor", "8", "--parts", "12", "--jobs", "2", "--work", "work",
      "--progress", "json",
    ]

    /// The parts in a work folder, and their dates.
    private static func parts(_ folder: TemporaryFolder) throws -> [String: Date] {
      let work = folder.file("work")
      let names = try FileManager.default.contentsOfDirectory(atPath: work)
      return try names.filter { $0.hasPrefix("part-") }.reduce(into: [:]) { dates, name in
        let facts = try FileManager.default.attributesOfItem(atPath: "\(work)/\(name)")
        dates[name] = facts[.modificationDate] as? Date
      }
    }

    @Test func `A job resumes after kill -9 and makes only the missing parts`() async throws {
      let folder = try await Self.folder()
      var random = SeededGenerator()
      let note = Comment("RETIME_SEED=\(SeededGenerator.seed)")
      var before: [String: Date] = [:]
      for _ in 0..<20 {
        // The finished parts are used on another machine.
        if folder.names.contains("out.mp4") {
          let name = try #require(before.keys.sorted().randomElement(using: &random))
          for path in ["out.mp4", "work/\(name)"] {
            try FileManager.default.removeItem(atPath: folder.file(path))
          }
          before[name] = nil
        }
        let job = try Program(executable, Self.longJob, in: folder.path)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          guard await job.says("event") else { break }
        }
        job.signal(SIGKILL)
        _ = try await job.wait()
        guard folder.names.contains("work") else { continue }
        let now = try Self.parts(folder)
        for (name, date) in before { #expect(now[name] == date, note) }
        before = now
      }
      try await succeed(Self.longJob + ["-y"], in: folder)
      let now = try Self.parts(folder)
      #expect(now.count == 13)
      for (name, date) in before { #expect(now[name] == date, note) }
      try await succeed(["in.mp4", "whole.mp4", "--factor", "8", "--parts", "12"], in: folder)
      #expect(try folder.bytes(of: "out.mp4") == folder.bytes(of: "whole.mp4"), note)
      let again = try await retime(Self.longJob + ["-y"], in: folder)
      #expect(again.errors.contains("13 of 13 parts are there already"))
    }

    @Test func `Running parts stop when another one fails`() async throws {
      let folder = try await Self.folder()
      let job = try Program(executable, Self.longJob, in: folder.path)
      #expect(await job.says("event"))
      // The first one waits, so that it cannot finish before the second has failed, until it is interrupted (signal 2).
      // A child that has not begun its program still blocks its parent, which then would wait for ever.
      let script = """
        begun() { ! cmp -s /proc/$0/cmdline /proc/$1/cmdline; }
        until set -- $(cat /proc/$0/task/*/children); [ $# = 2 ] && begun $1 && begun $2; do :; done
        kill -STOP $1 && kill -KILL $2
        until [ ! -e /proc/$1 ] || grep -q '^ShdPnd:.*[2367abef]$' /proc/$1/status; do :; done
        kill -CONT $1
        """
      _ = try await Program.run("bash", ["-c", script, "\(job.number)"], in: folder.path)
      let result = try await job.wait()
      #expect(result.status == 65 && result.errors.contains("its process ended with"))
    }

    @Test func `Damaged parts are made again, and no others`() async throws {
      let folder = try await Self.folder()
      #expect(try await retime(Self.longJob, in: folder).status == 0)
      let first = try folder.bytes(of: "out.mp4")
      let before = try Self.parts(folder)
      let damaged = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file("work/part-0003")))
      try damaged.seek(toOffset: 900)
      try damaged.write(contentsOf: [0x55, 0xAA, 0x55])
      try damaged.close()
      let short = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file("work/part-0007")))
      try short.truncate(atOffset: 300)
      try short.close()
      let result = try await succeed(Self.longJob + ["-y"], in: folder)
      #expect(result.errors.contains("11 of 13 parts are there already"))
      #expect(try folder.bytes(of: "out.mp4") == first)
      let now = try Self.parts(folder)
      for (name, date) in before where name != "part-0003" && name != "part-0007" {
        #expect(now[name] == date)
      }
    }

    @Test func `Parts of another plan or a changed source are refused`() async throws {
      let folder = try await Self.folder()
      #expect(try await retime(Self.longJob, in: folder).status == 0)
      let other = try await retime(Self.longJob + ["-y", "--fps", "20"], in: folder)
      #expect(other.status == 73)
      #expect(other.errors.contains("holds another plan"), "\(other.errors)")
      let source = try folder.bytes(of: "in.mp4")
      _ = try folder.write(source + [0], to: "in.mp4")
      for arguments in [Self.longJob + ["-y"], ["part", "work/plan.json", "2", "--work", "new"]] {
        let changed = try await retime(arguments, in: folder)
        #expect(changed.status == 73)
        let said = "it has \(source.count + 1) bytes, and had \(source.count)"
        #expect(changed.errors.contains(said), "\(changed.errors)")
      }
    }

    // MARK: - By hand

    @Test func `Parts of a plan can be made one by one, anywhere, and joined`() async throws {
      let folder = try await Self.folder()
      let plan = try await succeed(
        ["plan", "in.mp4", "out.mp4", "--factor", "2", "--parts", "2"],
        in: folder
      )
      _ = try folder.write(plan.output, to: "plan.json")
      let early = try await retime(["join", "plan.json", "--work", "parts"], in: folder)
      #expect(early.status == 66)
      #expect(early.errors.contains("parts 1, 2, 3 of 3 are missing"), "\(early.errors)")
      let wrong = try await retime(["part", "plan.json", "4"], in: folder)
      #expect(wrong.status == 64)
      #expect(wrong.errors.contains("the plan has parts 1 to 3"), "\(wrong.errors)")
      for number in [3, 1, 2, 1] {
        try await succeed(["part", "plan.json", "\(number)", "--work", "parts"], in: folder)
      }
      #expect(try await retime(["join", "plan.json", "--work", "parts"], in: folder).status == 0)
      try await succeed(["in.mp4", "direct.mp4", "--factor", "2", "--parts", "2"], in: folder)
      #expect(try folder.bytes(of: "out.mp4") == folder.bytes(of: "direct.mp4"))
    }

    @Test func `A failing part leaves no output`() async throws {
      let folder = try await Self.folder()
      let result = try await retime(
        [
          "in.mp4", "out.mp4", "--factor", "2", "--parts", "3", "--video-encoder",
          "x264enc reference=99",
        ],
        in: folder
      )
      #expect(result.status == 64, "\(result.errors)")
      #expect(folder.names == ["in.mp4"])
      let queue = try await Program.run(
        executable,
        ["in.mp4", "out.mp4", "--factor", "2", "--parts", "3", "--on", "slurm", "--work", "w"],
        in: folder.path,
        environment: ["PATH": "/usr/bin/none"]
      )
      #expect(queue.status == 127 || queue.status == 69)
      #expect(folder.names == ["in.mp4"])
    }
  }
}
