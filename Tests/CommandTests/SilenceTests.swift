// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `Silence removal` {
    /// Video and audio of six seconds with tones from 1 s to 2 s and from 4 s to 5 s.
    private func folder() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "color=black:size=160x90:rate=25:duration=6,format=gray,geq=20+N",
        "-f", "lavfi", "-i",
        "aevalsrc=0.3*sin(2000*t)*(gte(t\\,1)*lt(t\\,2)+gte(t\\,4)*lt(t\\,5)):d=6:s=48000",
        "-c:v", "ffv1", "-c:a", "pcm_s16le", folder.file("in.mkv"),
      ])
      return folder
    }

    /// The folder, with the output for the file.
    private func made(_ output: String, _ options: [String]) async throws -> TemporaryFolder {
      let folder = try await folder()
      try await succeed(["silence", "in.mkv", output] + options, in: folder)
      return folder
    }

    @Test func `Silence is cut from video and audio`() async throws {
      let folder = try await made(
        "out.mkv",
        ["--margin", "0.2", "--video-encoder", "avenc_ffv1", "--verify"]
      )
      let lumas = try await Judge.lumas(folder.file("in.mkv"))
      // Twice a second and two margins.
      #expect(
        try await Judge.lumas(folder.file("out.mkv")) == Array(lumas[20..<55] + lumas[95..<130])
      )
      let sound = try await Judge.sound(folder.file("out.mkv"))
      #expect(abs(sound.count - 134_400) <= 48)
      #expect(
        sound[..<9500].allSatisfy { $0 == 0 } && sound[10_000..<57_000].contains { $0 > 0.29 }
      )
    }

    @Test func `Silence is detected in audio that is not written`() async throws {
      let folder = try await made(
        "out.mkv",
        ["--no-audio", "--end", "3.5", "--video-encoder", "avenc_ffv1"]
      )
      let lumas = try await Judge.lumas(folder.file("in.mkv"))
      #expect(try await Judge.lumas(folder.file("out.mkv")) == Array(lumas[20..<55]))
      #expect(try await Judge.streams(folder.file("out.mkv")).streams.count == 1)
    }

    @Test func `Silence is sped up`() async throws {
      let folder = try await made(
        "out.wav",
        ["--quiet-speed", "4", "--loud-speed", "4/5", "--margin", "0"]
      )
      // Four seconds at 4 and two at 4/5.
      #expect(try await Judge.sound(folder.file("out.wav")).count == 168_000)
      let check = try await retime(["check", "in.mkv", "out.wav"], in: folder)
      #expect(check.status == 0, "\(check.output)")
    }

    @Test func `The output lasts as long as it is to, and says which level was found`() async throws
    {
      let folder = try await folder()
      let options = ["--duration", "2.5", "--margin", "0", "--shortest", "0.1"]
      let run = try await retime(["silence", "in.mkv", "out.wav"] + options, in: folder)
      #expect(run.status == 0 && run.errors.contains("is silence, by its levels"), "\(run.errors)")
      #expect(try await Judge.sound(folder.file("out.wav")).count == 120_000)
      try await succeed(
        ["silence", "in.mkv", "part.wav", "--start", "0.5", "--end", "4.5"] + options,
        in: folder
      )
      #expect(try await Judge.sound(folder.file("part.wav")).count == 120_000)
    }

    @Test func `Long pauses are shortened, and ranges are kept and dropped`() async throws {
      let folder = try await made("out.wav", ["--longest-pause", "0.5", "--drop", "0-1"])
      // A second, half a second, a second, and the last pause's quarter.
      #expect(abs(try await Judge.sound(folder.file("out.wav")).count - 132_000) <= 48)
      try await succeed(
        ["silence", "in.mkv", "kept.wav", "--margin", "0", "--keep", "2-3", "--keep", "5-end"],
        in: folder
      )
      #expect(abs(try await Judge.sound(folder.file("kept.wav")).count - 192_000) <= 960)
    }

    @Test(
      arguments: [
        (
          ["--threshold", "-5"], 64,
          "no sound as loud as -5 dB, so nothing of it is left: give a lower"
        ),
        (["--threshold", "1"], 64, "-120 to 0 dB, or auto, is allowed"),
        (["--margin", "soon"], 64, "'soon'"),
        (["--duration", "1"], 64, "it cannot last 1 s: at the highest speeds allowed it lasts"),
        (["--duration", "5", "--loud-speed", "2"], 64, "--duration determines the speeds"),
        (["--rest-speed", "2"], 64, "are limits for --duration"),
        (["--longest-pause", "1", "--margin", "0"], 64, "determines --margin and --shortest"),
        (["--keep", "5"], 64, "'5' is no range: give A-B such as 1:00-1:30"),
        (["--drop", "0-end"], 64, "so nothing of it is left"),
        (["--quiet-speed", "0"], 64, "'0'"),
        (["--audio-track", "0"], 64, "'in.mkv' has no sound track 0"),
      ]
    )
    func `Contradictory options are refused`(
      options: [String],
      status: Int32,
      message: String
    ) async throws {
      let folder = try await folder()
      let run = try await retime(["silence", "in.mkv", "out.mkv"] + options, in: folder)
      #expect(run.status == status && run.errors.contains(message), "\(run.errors)")
      #expect(folder.names == ["in.mkv"])
    }

    @Test func `Silence removal needs audio`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc=d=1", "-c:v", "mjpeg", folder.file("in.mkv"),
      ])
      let run = try await retime(["silence", "in.mkv", "out.mkv"], in: folder)
      #expect(run.status == 65 && run.errors.contains("'in.mkv' has no sound"), "\(run.errors)")
    }
  }
}
