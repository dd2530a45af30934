// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  /// Every shell command in the documents is run here, or listed below with the test that runs it or the reason why
  /// none does.
  @Suite(.timeLimit(.minutes(10))) struct `The documents` {
    /// How the commands start that are not run here.
    private static let elsewhere: [(page: String, lines: [String], reason: String)] = [
      ("README.md", ["scripts/", "swift ", ".build/", "sudo "], "builds and installs"),
      ("README.md", ["retime spectrogram --live"], "the microphone; of a file: SpectrogramTests"),
      ("README.md", ["gst-launch-1.0 playbin"], "a window and a loudspeaker; without: player.sh"),
      ("CONTRIBUTING.md", ["scripts/", "swift ", "RETIME_REGENERATE=", "git "], "runs the tests"),
      ("docs/batch.md", ["retime batch inbox"], "never ends: BatchTests"),
      ("docs/benchmarks.md", ["benchmarks/"], "minutes"),
      ("docs/containers.md", ["retime scale in.ts", "retime reverse in.ts"], "CaptionTests"),
      (
        "docs/containers.md",
        [
          "retime stills slow.mp4 --speed 100 --times-from exif",
          "retime in.mp4 frames/ --container png --factor 1 --index frames.json",
          "retime frames/ out.mp4 --factor 1 --times-from frames.json",
        ], "StillTimeTests"
      ),
      ("docs/containers.md", ["retime in.webp", "retime reverse in.gif"], "AnimationInputTests"),
      ("docs/farm.md", ["retime in.mov out.mp4 --factor 2 --parts 24"], "PartTests, QueueTests"),
      ("docs/farm.md", ["retime farm", "retime media/"], "a cluster: QueueTests"),
      ("docs/farm.md", ["scripts/", "export ", "apt "], "a cluster: QueueTests"),
      ("docs/gstreamer.md", ["gst-", "map=", "export "], "PluginTests"),
      ("docs/gstreamer.md", ["ges-", "/usr/bin/python3"], "TimelineTests"),
      ("docs/motion.md", ["gst-"], "a part of a line: flow.sh"),
      ("docs/network.md", ["retime"], "servers: NetworkTests"),
      ("docs/subtitles.md", ["retime"], "SubtitleFileJobTests"),
      ("docs/packages.md", ["scripts/", "sudo ", "man ", "tar ", "eval "], "scripts/try-package"),
      ("docs/packages.md", ["systemctl ", "journalctl "], "a user's systemd"),
      ("docs/quality.md", ["python3 ", "swift ", "judge=", "$judge ", "benchmarks/"], "minutes"),
    ]

    /// Commands whose exit status is not 0.
    private static let statuses = ["retime join film/plan.json": 66]

    private static let pages = [
      "README.md", "docs/batch.md", "docs/certificates.md", "docs/concat.md", "docs/containers.md",
      "docs/encoders.md",
      "docs/farm.md",
      "docs/gstreamer-repairs.md", "docs/maps.md", "docs/motion.md", "docs/quality.md",
      "docs/smart-rendering.md",
    ]

    private static func isElsewhere(_ line: DocumentedLines.Line) -> Bool {
      elsewhere.contains { entry in
        entry.page == line.page && entry.lines.contains { line.command.hasPrefix($0) }
      }
    }

    @Test func `Each command of the documents is run or listed, and the list has no others`()
      async throws
    {
      let pages = try await Repository.files().filter { $0.hasSuffix(".md") }
      let lines = try pages.flatMap(DocumentedLines.lines)
      #expect(lines.count > 120)
      let known = Self.pages + ["docs/studio.md"]
      for line in lines { #expect(known.contains(line.page) || Self.isElsewhere(line), "\(line)") }
      for entry in Self.elsewhere {
        for start in entry.lines {
          let isThere = lines.contains { $0.page == entry.page && $0.command.hasPrefix(start) }
          #expect(isThere, "\(entry.page): \(start)")
        }
      }
    }

    /// The files that the commands name, small: video and a tone with silence in between; for `docs/maps.md` long
    /// video.
    private static func folder(for page: String) async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try folder.link("media", to: Repository.file("media"))
      let source = [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=6", "-f", "lavfi",
        "-i", "sine=sample_rate=16000:duration=6", "-af",
        "volume=0:enable='between(t,2,4)'",
      ]
      let film = folder.file("in.mp4")
      try await Clips.ffmpeg(
        source + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", film]
      )
      for name in ["in.mov", "film.mov", "talk.mp4", "a.mov", "b.mov", "c.mov"] {
        try FileManager.default.copyItem(atPath: film, toPath: folder.file(name))
      }
      for name in ["folder", "holiday", "film", "Videos"] {
        try folder.makeFolder(name)
        if name != "film" {
          try FileManager.default.copyItem(atPath: film, toPath: folder.file("\(name)/a.mp4"))
        }
      }
      if page == "docs/maps.md" {
        let pictures = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=1:duration=300"]
        try await Clips.ffmpeg(pictures + ["-c:v", "libx264", "-pix_fmt", "yuv420p", film])
        try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=d=6", folder.file("voice.wav")])
        for (name, start) in [("spoken", 1), ("a", 1), ("film", 2), ("b", 2)] {
          let cues = "1\n00:00:0\(start),000 --> 00:00:03,000\nOne\n\n"
          _ = try folder.write(cues.utf8, to: "\(name).srt")
        }
        _ = try folder.write("1,2,1,2.5\n".utf8, to: "times.csv")
        _ = try folder.write("12.5,20\n".utf8, to: "hits.csv")
      }
      if page == "docs/concat.md" {
        for name in ["a.mp4", "b.mp4", "c.mp4"] {
          try FileManager.default.copyItem(atPath: film, toPath: folder.file(name))
        }
      }
      if page == "README.md" {
        try await Clips.ffmpeg(
          source + ["-c:v", "libvpx", "-c:a", "libvorbis", folder.file("in.webm")]
        )
      }
      let list = try Repository.text(of: "docs/batch.md").firstMatch(of: /(?s)```\n({.*?)```/)
      _ = try folder.write(try #require(list?.1).utf8, to: "work.jsonl")
      return folder
    }

    /// Starts a studio with the arguments of a command, at a free port and without a browser.
    private static func studio(_ line: String, in folder: TemporaryFolder) throws -> Program {
      try Program(
        "bash",
        ["-c", "\(line.replacing("retime", with: "exec \"$0\"")) --no-open --port 0", executable],
        in: folder.path,
        environment: ["HOME": folder.path, "XDG_STATE_HOME": folder.file("state")]
      )
    }

    @Test(arguments: pages)
    func `The commands of a page work and print what the page shows`(page: String) async throws {
      let folder = try await Self.folder(for: page)
      for line in try DocumentedLines.lines(of: page) where !Self.isElsewhere(line) {
        if line.command.hasPrefix("retime studio") { continue }
        // A command may use the output of another one.
        for name in folder.names where name.hasPrefix("out.") || name.hasPrefix("short.") {
          guard line.command.hasPrefix("retime "), !line.command.hasPrefix("retime check"),
            !line.command.hasPrefix("retime undo"),
            line.command.contains(name)
          else {
            continue
          }
          try FileManager.default.removeItem(atPath: folder.file(name))
        }
        let run = try await shell(line.command, in: folder)
        #expect(run.status == Self.statuses[line.command, default: 0], "\(line): \(run.errors)")
        let said = (run.text + run.errors).split(separator: "\n").map(String.init)
        for text in line.printed {
          #expect(
            said.contains { $0.trimmingPrefix { $0 == " " }.hasPrefix(text) },
            "\(line): \(said)"
          )
        }
      }
    }

    @Test func `The studio's commands work`() async throws {
      let folder = try await Self.folder(for: "docs/studio.md")
      try FileManager.default.moveItem(
        atPath: folder.file("a.mov"),
        toPath: folder.file("clip.mov")
      )
      let lines = try ["README.md", "docs/studio.md"].flatMap(DocumentedLines.lines)
        .map(\.command).filter { $0.hasPrefix("retime studio") || $0.hasPrefix("curl ") }
      #expect(lines.count == 9)
      for line in lines where line.hasPrefix("retime studio") {
        let studio = try Self.studio(line, in: folder)
        #expect(await studio.says("http://"), "\(line)")
        studio.signal(SIGINT)
        _ = try await studio.wait()
      }
      let studio = try Self.studio("retime studio ~/Videos", in: folder)
      defer { studio.signal(SIGINT) }
      let address = try #require(await studio.says(matching: /http:\/\/([^\s\/]+)/))
      var id = ""
      for line in lines where line.hasPrefix("curl ") {
        let typed = line.replacing("curl ", with: "curl -sS --fail ")
          .replacing("127.0.0.1:8017", with: address).replacing("…", with: id)
        let answer = try await Program.run("bash", ["-c", typed], in: folder.path)
        #expect(answer.status == 0, "\(typed): \(answer.errors)")
        id = answer.text.firstMatch(of: /"id":\s*"(\w+)"/).map { String($0.1) } ?? id
      }
    }
  }
}
