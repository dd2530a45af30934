// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `A certificate` {
    /// Ten seconds of moving video and aperiodic audio, as `in.mkv`.
    static func folder() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=10", "-f", "lavfi", "-i",
        "anoisesrc=d=10:c=pink:r=48000:a=0.3:seed=7", "-c:v", "libx264", "-preset", "ultrafast",
        "-c:a", "flac", "-metadata", "comment=mine", "-metadata", "title=A film",
        folder.file("in.mkv"),
      ])
      return folder
    }

    /// A result of the file, optionally changed with ffmpeg.
    static func result(
      _ options: [String],
      named name: String = "out.mkv",
      _ folder: TemporaryFolder,
      spoiledBy spoil: [String]? = nil
    ) async throws -> String {
      try await succeed(["in.mkv", name] + options, in: folder)
      guard let spoil else { return name }
      try await Clips.ffmpeg(["-i", folder.file(name)] + spoil + [folder.file("spoiled.mkv")])
      return "spoiled.mkv"
    }

    /// The output of `check`: its exit code, and the certificate.
    static func check(
      _ result: String,
      _ folder: TemporaryFolder,
      _ options: [String] = [],
      source: String = "in.mkv"
    ) async throws -> (status: Int32, certificate: [String: Any], problems: [String]) {
      let run = try await retime(["check", source, result, "--json"] + options, in: folder)
      let certificate = try run.object()
      return (run.status, certificate, certificate["problems"] as? [String] ?? [])
    }

    static let good: [([String], String)] = [
      (["--factor", "2"], "mkv"), (["--factor", "1.5"], "mp4"), (["--speed", "2"], "webm"),
      (["--factor", "1.3", "--fps", "30"], "mov"), (["--factor", "2", "--fps", "vfr"], "mkv"),
      (["--factor", "1.25", "--frames", "blend"], "mkv"),
      (["--factor", "2", "--frames", "flow", "--parts", "3"], "mp4"),
      (["--factor", "1.5", "--parts", "4", "--jobs", "2"], "mkv"),
      (["--factor", "1.5", "--pitch", "keep"], "mp4"),
      (["--at", "2=1", "--at", "4=1/2", "--hold", "5=1", "--range", "7-8=cut"], "mp4"),
      (["--factor", "0.7", "--start", "2", "--end", "8"], "mkv"),
      (["--loop", "2", "--speed", "2", "--mono"], "mp4"),
      (["--factor", "2", "--copy-video"], "mkv"),
      (["--factor", "1.1", "--no-video"], "flac"), (["--factor", "1.1", "--no-video"], "mka"),
      (["--factor", "1.1", "--no-video"], "opus"), (["--factor", "0.8", "--no-video"], "mp3"),
      (["--factor", "1.7", "--no-audio"], "mp4"),
    ]

    @Test(arguments: good)
    func `A good result passes by the map that it carries`(
      options: [String],
      container: String
    ) async throws {
      let folder = try await Self.folder()
      let result = try await Self.result(options, named: "out.\(container)", folder)
      let found = try await Self.check(result, folder)
      #expect(found.status == 0 && found.certificate["ok"] as? Bool == true, "\(found)")
      if let offset = found.certificate["offset"] as? Double { #expect(abs(offset) < 2) }
      #expect((found.certificate["tracks"] as? [Any])?.isEmpty == false)
    }

    /// None of these is found by comparing levels and spectra alone, as for AAC.
    @Test(
      arguments: [
        "lowpass=8000", "aeval=exprs=trunc(val(0)*16)/16:c=same", "aecho=0.9:0.7:120:0.2",
        "volume=0.5:enable='between(t,2,2.1)'", "aresample=8000,aresample=48000",
      ]
    )
    func `Other samples in lossless audio are found`(filter: String) async throws {
      let folder = try await Self.folder()
      let result = try await Self.result(
        ["--factor", "1.5"],
        folder,
        spoiledBy: ["-c:v", "copy", "-c:a", "flac", "-af", filter]
      )
      let found = try await Self.check(result, folder)
      #expect(found.status == 70)
      #expect(found.problems.contains { $0.contains("its codec is lossless") }, "\(found)")
    }

    @Test func `A GPS location with fewer digits passes`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x120:r=24:d=2", "-c:v", "libx264", "-preset",
        "ultrafast", "-metadata", "location=+34.075393-118.254302+012.000/", folder.file("in.3gp"),
      ])
      try await succeed(["in.3gp", "out.mkv", "--factor", "2"], in: folder)
      let found = try await Self.check("out.mkv", folder, source: "in.3gp")
      #expect(found.status == 0, "\(found)")
    }

    @Test func `Reversed video and audio pass`() async throws {
      let folder = try await Self.folder()
      for name in ["back.mp4", "there and back.mkv"] {
        let options = name.hasPrefix("there") ? ["--boomerang"] : []
        try await succeed(["reverse", "in.mkv", name] + options, in: folder)
        let found = try await Self.check(name, folder)
        #expect(found.status == 0, "\(found)")
        #expect(abs(try #require(found.certificate["offset"] as? Double)) < 2)
      }
    }

    @Test(arguments: [40, -40, 120, 15])
    func `A delay of the audio is found in milliseconds`(shift: Int) async throws {
      let folder = try await Self.folder()
      let seconds = "\(Double(abs(shift)) / 1000)"
      // A stream cannot be moved to earlier times, so the other one is delayed.
      let spoil =
        shift > 0
        ? ["-itsoffset", seconds, "-i", folder.file("out.mkv"), "-map", "0:v", "-map", "1:a"]
        : ["-itsoffset", seconds, "-i", folder.file("out.mkv"), "-map", "1:v", "-map", "0:a"]
      let result = try await Self.result(
        ["--factor", "1.5"],
        folder,
        spoiledBy: spoil + ["-c", "copy"]
      )
      let found = try await Self.check(result, folder)
      #expect(found.status == 70)
      #expect(abs(try #require(found.certificate["offset"] as? Double) - Double(shift)) < 2)
      #expect(found.problems.contains { $0.contains("than the video") }, "\(found)")
    }

    @Test func `A delay within the samples is found, and in other codecs`() async throws {
      let folder = try await Self.folder()
      let result = try await Self.result(
        ["--factor", "1.5"],
        folder,
        spoiledBy: [
          "-af", "adelay=40:all=1", "-c:a", "aac", "-b:a", "64k", "-c:v", "libx264", "-crf",
          "35",
        ]
      )
      let found = try await Self.check(result, folder)
      #expect(found.status == 70)
      #expect(abs(try #require(found.certificate["offset"] as? Double) - 40) < 2)
    }

    @Test(
      arguments: [
        // The times of the other frames stay, or all later frames move up, or copies replace the lost ones.
        ["-vf", "select=not(between(n\\,100\\,102))", "-fps_mode", "vfr"],
        ["-vf", "select=not(between(n\\,100\\,102)),setpts=N/25/TB"],
        [
          "-vf", "select=not(between(n\\,100\\,102)),setpts=N/25/TB,tpad=stop=3:stop_mode=clone",
        ],
        ["-vf", "freezeframes=first=100:last=102:replace=99", "-filter_complex_threads", "1"],
      ]
    )
    func `Three lost frames are found`(spoil: [String]) async throws {
      let folder = try await Self.folder()
      var spoil = spoil
      if spoil.contains("-filter_complex_threads") {
        spoil = [
          "-i", folder.file("out.mkv"), "-filter_complex",
          "[0:v][1:v]freezeframes=first=100:last=102:replace=99[v]", "-map", "[v]", "-map", "0:a",
        ]
      }
      let result = try await Self.result(
        ["--speed", "1.25"],
        folder,
        spoiledBy: spoil + ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "copy"]
      )
      let found = try await Self.check(result, folder)
      #expect(found.status == 70, "\(found)")
      #expect(found.problems.contains { $0.hasPrefix("video track 0: ") }, "\(found)")
    }

    @Test func `A wrong speed and a wrong file are found`() async throws {
      let folder = try await Self.folder()
      let result = try await Self.result(["--factor", "1.5"], folder)
      let speed = try await Self.check(result, folder, ["--factor", "1.52"])
      #expect(speed.status == 70, "\(speed)")
      #expect(speed.problems.contains { $0.contains("instead of 15.200 s") }, "\(speed)")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "mandelbrot=s=160x120:r=25", "-f", "lavfi", "-i",
        "anoisesrc=d=10:c=pink:r=48000:a=0.3:seed=8", "-t", "10", "-c:v", "libx264", "-preset",
        "ultrafast", "-c:a", "flac", folder.file("other.mkv"),
      ])
      let other = try await Self.check(result, folder, source: "other.mkv")
      #expect(other.status == 70, "\(other)")
      #expect(other.problems.contains { $0.contains("another file") }, "\(other)")
      try await Clips.ffmpeg([
        "-i", folder.file("other.mkv"), "-vf", "scale=128:96", "-c:a", "copy",
        folder.file("small.mkv"),
      ])
      let small = try await Self.check(result, folder, source: "small.mkv")
      #expect(small.status == 70, "\(small)")
      let size = "video track 0: 375 of 375 frames are 160x120 instead of 128x96"
      #expect(small.problems.contains { $0.hasPrefix(size) }, "\(small)")
    }

    @Test(arguments: ["mkv", "mp4", "webm", "flac", "wav", "mp3", "opus", "avi"])
    func `The user's own comment is kept`(container: String) async throws {
      let folder = try await Self.folder()
      let options = ["flac", "wav", "mp3", "opus"].contains(container) ? ["--no-video"] : []
      let first = try await Self.result(
        ["--factor", "2"] + options,
        named: "one.\(container)",
        folder
      )
      let second = "two.\(container)"
      try await succeed([first, second, "--factor", "0.5"], in: folder)
      let tags = try await Program.succeed(
        "ffprobe",
        ["-v", "error", "-show_entries", "format_tags:stream_tags", folder.file(second)]
      ).text
      #expect(tags.contains("mine"), "\(tags)")
      #expect(tags.components(separatedBy: "RETIME_MAP=").count <= 2, "\(tags)")
      // A container with a single comment keeps it for the user's.
      let isAlone = ["wav", "avi"].contains(container)
      #expect(tags.contains("\"speed\":\"2\"") != isAlone, "\(tags)")
      let info = try await retime(["info", second, "--json"], in: folder)
      let all = try #require(try info.object()["tags"] as? [String: String])
      #expect(all["comment"] == "mine" || all.values.contains { $0.contains("mine") }, "\(all)")
      #expect(!info.text.contains("RETIME_MAP"))
      let found = try await Self.check(
        second,
        folder,
        isAlone ? ["--factor", "0.5"] : [],
        source: first
      )
      #expect(found.status == 0, "\(found)")
    }

    @Test func `Options replace the map where the container holds none`() async throws {
      let folder = try await Self.folder()
      let result = try await Self.result(["--factor", "2"], named: "out.ts", folder)
      let without = try await retime(["check", "in.mkv", result], in: folder)
      #expect(without.status == 64 && without.errors.contains("--factor"))
      let found = try await Self.check(result, folder, ["--factor", "2"])
      #expect(found.status == 0, "\(found)")
    }

    @Test(arguments: ["wav", "aiff", "caf"])
    func `The only comment of a container holds the map`(container: String) async throws {
      let folder = try await Self.folder()
      try await Clips.ffmpeg([
        "-i", folder.file("in.mkv"), "-vn", "-map_metadata", "-1", folder.file("plain.wav"),
      ])
      try await succeed(["plain.wav", "out.\(container)", "--factor", "2"], in: folder)
      let found = try await Self.check("out.\(container)", folder, source: "plain.wav")
      #expect(found.status == 0, "\(found)")
    }

    @Test func `Samples that are not numbers are reported`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=d=1", "-c:a", "pcm_f32le", "-fflags", "+bitexact", input,
      ])
      var bytes = try folder.bytes(of: "in.wav")
      bytes.replaceSubrange(bytes.count - 4000..<bytes.count - 3996, with: [0, 0, 0xc0, 0x7f])
      bytes.replaceSubrange(bytes.count - 2000..<bytes.count - 1996, with: [0, 0, 0x80, 0x7f])
      _ = try folder.write(bytes, to: "in.wav")
      let result = try await succeed(
        ["in.wav", "out.flac", "--factor", "1", "--verify", "--progress", "json"],
        in: folder
      )
      let done = try result.lastEvent()
      let tracks = try #require(done["verification"] as? [[String: Any]])
      #expect(tracks.map { $0["identical"] as? Bool } == [false])
      #expect(tracks[0]["psnr"] == nil, "All samples that are numbers are the same.")
    }

    @Test func `The done event holds the certificate with --verify`() async throws {
      let folder = try await Self.folder()
      let result = try await succeed(
        ["in.mkv", "out.mp4", "--factor", "2", "--verify", "--progress", "json"],
        in: folder
      )
      let done = try result.lastEvent()
      let certificate = try #require(done["certificate"] as? [String: Any])
      #expect(certificate["ok"] as? Bool == true)
      #expect(abs(try #require(certificate["offset"] as? Double)) < 2)
    }
  }
}
