// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

/// OpenTimelineIO and its adapters; `scripts/setup tests` fetches them.
private enum OpenTimelineIO {
  /// The folder of the packages; nil where the package index could not be reached.
  static let packages: String? = {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? "")/.cache"
    let folder = "\(cache)/retime/opentimelineio-0.18.1"
    return FileManager.default.fileExists(atPath: "\(folder)/opentimelineio") ? folder : nil
  }()

  /// Returns the tracks of a timeline, each as its kind and its clips.
  static func tracks(_ path: String) async throws -> [String] {
    let result = try await Program.run(
      "python3",
      [Repository.file("Tests/Oracles/timeline.py"), path, "25"],
      environment: ["PYTHONPATH": try #require(packages)]
    )
    #expect(result.status == 0, "\(result.errors)")
    return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

private let hasMelt = FileManager.default.isExecutableFile(atPath: "/usr/bin/melt")

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `Timelines for editors` {
    /// Video of eight seconds with the number of each frame as its luma, and audio.
    private func folder() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "color=black:size=160x90:rate=25:duration=8,format=gray,geq=20+N",
        "-f", "lavfi", "-i",
        "aevalsrc=0.3*sin(2000*t)*(gte(t\\,1)*lt(t\\,2)+gte(t\\,4)*lt(t\\,5)):d=8:s=48000",
        "-c:v", "ffv1", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le", folder.file("in.mkv"),
      ])
      return folder
    }

    /// A cut, double speed, a freeze frame and half the speed.
    private static let ranges = [
      "--range", "1-2=cut", "--range", "3-5=2", "--range", "6-7=1/2", "--hold", "5=0.4",
    ]
    private static let clips = "0+25*1 50+25*1 75+25*2 125+10*0 125+25*1 150+50*0.5 175+25*1"

    @Test(
      .enabled(if: OpenTimelineIO.packages != nil, "scripts/setup tests fetches OpenTimelineIO")
    )
    func `OpenTimelineIO reads the cuts and speeds of the plan`() async throws {
      let folder = try await folder()
      for name in ["cut.otio", "cut.edl", "cut.fcpxml"] {
        try await succeed(["in.mkv", "--export", name] + Self.ranges, in: folder)
        let expected =
          name == "cut.fcpxml"
          ? Self.clips.replacing(/[0-9]+\+([0-9]+)\*(2|0|0.5)( |$)/) { "0+\($0.1)*1\($0.3)" }
          : Self.clips
        let tracks = try await OpenTimelineIO.tracks(folder.file(name))
        // Of a clip with video and audio in FCPXML the adapter reads the video, and no speeds.
        let kinds = name == "cut.fcpxml" ? ["Video"] : ["Video", "Audio"]
        #expect(tracks == kinds.map { "\($0) \(expected)" }, "\(name)")
      }
    }

    @Test(arguments: ["cut.otio", "cut.edl", "cut.fcpxml"])
    func `A result and that of its exported timeline are the same`(name: String) async throws {
      let folder = try await folder()
      let encoder = ["--video-encoder", "avenc_ffv1", "--audio-encoder", "flacenc"]
      try await succeed(["in.mkv", "a.mkv", "--export", name] + Self.ranges + encoder, in: folder)
      try await succeed(["in.mkv", "b.mkv", "--map", name] + encoder, in: folder)
      let sums = try await (
        Judge.pictureSums(folder.file("a.mkv")), Judge.pictureSums(folder.file("b.mkv"))
      )
      #expect(sums.0 == sums.1)
      #expect(try await Judge.sound(folder.file("a.mkv")) == Judge.sound(folder.file("b.mkv")))
    }

    @Test(
      .enabled(if: OpenTimelineIO.packages != nil, "scripts/setup tests fetches OpenTimelineIO")
    )
    func `Silence, backwards and another frame rate become timelines`() async throws {
      let folder = try await folder()
      for (arguments, clips) in [
        (["silence", "in.mkv", "--margin", "0.2"], "20+35*1 95+35*1"),
        (["silence", "in.mkv", "--quiet-speed", "4", "--margin", "0"], nil),
        (["reverse", "in.mkv", "--speed", "2"], "0+100*-2"),
        (["conform", "in.mkv", "--fps", "50"], nil),
        (["in.mkv", "--factor", "3"], "0+600*0.333333"),
      ] {
        try await succeed(arguments + ["--export", "cut.otio", "-y"], in: folder)
        let tracks = try await OpenTimelineIO.tracks(folder.file("cut.otio"))
        if let clips { #expect(tracks == ["Video \(clips)", "Audio \(clips)"]) }
        #expect(tracks.count == 2)
      }
    }

    /// Plays a timeline into a file of lossless video.
    ///
    /// One run in a hundred of melt 7.12 on a busy machine waits for ever for a thread that has ended;
    /// such a run is stopped and repeated.
    private func play(_ name: String, as output: String, in folder: TemporaryFolder) async throws {
      let melt = [
        "30", "melt", "-silent", name, "-consumer", "avformat:\(output)", "real_time=-1",
        "vcodec=ffv1", "acodec=pcm_s16le", "pix_fmt=yuv420p",
      ]
      let stopped: Int32 = 124
      for _ in 0..<4 {
        let result = try await Program.run("timeout", melt, in: folder.path)
        if result.status != stopped {
          #expect(result.status == 0, "\(result.errors)")
          return
        }
      }
      try await Program.succeed("timeout", melt, in: folder.path)
    }

    @Test(.enabled(if: hasMelt, "scripts/setup tests installs melt"))
    func `melt plays the frames of the job`() async throws {
      let folder = try await folder()
      let lossless = ["--video-encoder", "avenc_ffv1"]
      for arguments in [["in.mkv"] + Self.ranges, ["silence", "in.mkv"], ["reverse", "in.mkv"]] {
        let head = arguments[0] == "in.mkv" ? ["scale", "in.mkv"] : Array(arguments.prefix(2))
        let rest = arguments.dropFirst(arguments[0] == "in.mkv" ? 1 : 2)
        try await succeed(
          head + ["out.mkv", "--export", "cut.mlt", "-y", "--fps", "25"] + rest + lossless,
          in: folder
        )
        try await play("cut.mlt", as: "played.mkv", in: folder)
        let made = try await Judge.lumas(folder.file("out.mkv"))
        let played = try await Judge.lumas(folder.file("played.mkv"))
        #expect(played.count == made.count, "\(arguments)")
        let differences = zip(played, made).map { abs(Int($0) - Int($1)) }
        // A timewarp producer counts its own frames: at double speed every second frame.
        #expect(differences.allSatisfy { $0 <= 1 }, "\(arguments): \(differences)")
        #expect(differences.count { $0 > 0 } <= made.count / 3, "\(arguments): \(differences)")
      }
    }

    @Test func `A timeline is read as the map that it was written from`() async throws {
      let folder = try await folder()
      try await succeed(["in.mkv", "--export", "cut.otio"] + Self.ranges, in: folder)
      var plans: [NSDictionary?] = []
      for options in [["--map", "cut.otio"], Self.ranges] {
        let result = try await succeed(
          ["in.mkv", "out.mkv", "--dry-run", "--json"] + options,
          in: folder
        )
        plans.append(try result.object()["map"] as? NSDictionary)
      }
      #expect(plans[0] != nil && plans[0] == plans[1])
    }

    @Test func `A table of speeds is a map`() async throws {
      let folder = try await folder()
      _ = try folder.write(Array("start,end,speed\n0,1,1\n5,3,2\n".utf8), to: "cut.csv")
      try await succeed(["in.mkv", "--map", "cut.csv", "--export", "cut.edl"], in: folder)
      let text = try String(contentsOfFile: folder.file("cut.edl"), encoding: .utf8)
      #expect(text.contains("00:00:03:00 00:00:05:00 00:00:01:00 00:00:02:00"), "\(text)")
      #expect(text.contains("M2   AX       -050.0"))
      _ = try folder.write(Array("0,1,fast".utf8), to: "cut.csv")
      let result = try await retime(
        ["in.mkv", "out.mkv", "--map", "cut.csv"],
        in: folder
      )
      #expect(
        result.status == 65 && result.errors.contains("'cut.csv': line 1, column 5: section 1")
      )
    }

    @Test func `A note states that a ramp became clips of constant speed`() async throws {
      let folder = try await folder()
      let result = try await succeed(
        ["in.mkv", "--export", "cut.edl", "--at", "2=1", "--at", "4=1/4"],
        in: folder
      )
      #expect(result.errors.contains("1 eased section became clips of constant speed"))
      #expect(result.errors.contains("'cut.edl' has "))
    }

    @Test func `An existing timeline is kept, and nothing is made`() async throws {
      let folder = try await folder()
      _ = try folder.write(Array("mine".utf8), to: "cut.mlt")
      for output in [[], ["out.mkv"]] {
        let result = try await retime(
          ["in.mkv"] + output + ["--factor", "2", "--export", "cut.mlt"],
          in: folder
        )
        #expect(result.status == 73 && result.errors.contains("'cut.mlt' is already there"))
      }
      #expect(try String(contentsOfFile: folder.file("cut.mlt"), encoding: .utf8) == "mine")
      #expect(!FileManager.default.fileExists(atPath: folder.file("out.mkv")))
      try await succeed(["in.mkv", "--factor", "2", "--export", "cut.mlt", "-y"], in: folder)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
          "cut.mlt", "in.mkv",
        ]
      )
    }

    @Test(arguments: [
      (
        ["--export", "cut.xml"], "'cut.xml' names no format for editors: .otio, .edl, .fcpxml, .mlt"
      ),
      ([], "Missing expected argument '<output>'"),
      (["out.mkv", "--export", "cut.edl", "--parts", "2"], "leave out --parts"),
      (["plan", "in.mkv", "out.mkv", "--export", "cut.edl"], "retime plan writes no timeline"),
      (["--export", "cut.edl", "--verify"], "need an output"),
      (["--export", "cut.mlt", "--speed", "30"], "MLT plays speeds of 0.01 to 20"),
    ])
    func `A timeline that cannot be written is a usage error`(
      arguments: [String],
      message: String
    ) async throws {
      let folder = try await folder()
      let factor = arguments.contains("--speed") ? [] : ["--factor", "2"]
      let result = try await retime(
        (arguments.first == "plan" ? [] : ["in.mkv"]) + arguments + factor,
        in: folder
      )
      #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }
  }
}
