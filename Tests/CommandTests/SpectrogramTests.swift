// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `A spectrogram` {
    /// Noise and a tone, one second by default.
    static func sound(_ path: String, seconds: Double = 1, _ options: [String]) async throws {
      let channels =
        "0.5*sin(2*PI*1000*t)+0.1*(random(0)-0.5)|0.3*(random(1)-0.5)*t|0.001*sin(9999*t)"
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "aevalsrc='\(channels)':s=32000:d=\(seconds)"] + options + [path]
      )
    }

    /// Compares the image with the formula, computed by numpy.
    static func judge(_ arguments: [String], in folder: TemporaryFolder) async throws {
      let script = Repository.file("Tests/Oracles/spectrogram.py")
      let result = try await Program.run("python3", ["-B", script] + arguments, in: folder.path)
      #expect(result.status == 0, "\(arguments): \(result.text)\(result.errors)")
    }

    @Test(
      arguments: [
        ("pcm_s16le", ["-ac", "1"], []), ("pcm_u8", [], []), ("pcm_s24le", [], ["--size", "256"]),
        ("pcm_s32le", [], ["--size", "480", "--hop", "77"]),
        ("pcm_f32le", [], ["--colors", "grey"]),
        ("pcm_f64le", [], ["--size", "64", "--hop", "300"]),
        ("pcm_s16le", ["-ac", "2"], ["--columns", "20", "--size", "512"]),
        ("pcm_s16le", [], ["--channel", "1", "--size", "1000"]),
        ("pcm_s16le", ["-t", "0.01"], []), ("pcm_f32le", ["-t", "0.2"], ["--size", "8192"]),
        ("flac", [], ["--columns", "1"]),
      ] as [(String, [String], [String])]
    )
    func `A spectrogram equals the formula`(codec: String, sound: [String], options: [String])
      async throws
    {
      let folder = try TemporaryFolder()
      let name = codec == "flac" ? "in.flac" : "in.wav"
      try await Self.sound(folder.file(name), sound + ["-c:a", codec])
      try await succeed(["spectrogram", name, "out.png"] + options, in: folder)
      try await Self.judge([name, "out.png"] + options, in: folder)
      #expect(folder.names == [name, "out.png"])
    }

    @Test func `Axes do not change the pixels between them`() async throws {
      let folder = try TemporaryFolder()
      try await Self.sound(folder.file("in.wav"), [])
      let options = ["--size", "256", "--columns", "50"]
      let made = try await succeed(
        ["spectrogram", "in.wav", "out.png", "--axes"] + options,
        in: folder
      )
      try await Self.judge(
        ["in.wav", "out.png", "--left", "72", "--top", "32"] + options,
        in: folder
      )
      #expect(made.errors == "out.png: 1.000 s, 249 frames in 50 columns, 218x328\n")
    }

    @Test func `A trim range is drawn exactly`() async throws {
      let folder = try TemporaryFolder()
      try await Self.sound(folder.file("in.wav"), [])
      try await Clips.ffmpeg(
        ["-i", folder.file("in.wav"), "-af", "atrim=start_sample=8000:end_sample=24000"]
          + [folder.file("part.wav")]
      )
      try await succeed(
        ["spectrogram", "in.wav", "out.png", "--start", "0.25", "--end", "0.75"],
        in: folder
      )
      try await Self.judge(["part.wav", "out.png"], in: folder)
    }

    @Test func `Gaps in the source are drawn as silence`() async throws {
      let folder = try TemporaryFolder()
      // Blocks of 32 ms, as Matroska counts milliseconds.
      func write(_ name: String, _ filter: String) async throws {
        try await Clips.ffmpeg([
          "-f", "lavfi", "-i", "sine=frequency=3000:sample_rate=32000:duration=3", "-af", filter,
          "-c:a", "pcm_s16le", folder.file(name),
        ])
      }
      try await write("gap.mka", "aselect='not(between(t,1,2))'")
      try await write("silent.wav", "volume='if(between(t,1,2),0,1)':eval=frame")
      try await succeed(["spectrogram", "gap.mka", "out.png"], in: folder)
      try await Self.judge(["silent.wav", "out.png"], in: folder)
    }

    @Test func `JSON progress describes the image`() async throws {
      let folder = try TemporaryFolder()
      try await Self.sound(folder.file("in.wav"), seconds: 20, [])
      let made = try await retime(
        ["spectrogram", "in.wav", "-", "--progress", "json", "--columns", "7"],
        in: folder
      )
      #expect(made.output.starts(with: [0x89] + Array("PNG".utf8)))
      let done = try made.lastEvent()
      #expect(done["event"] as? String == "done" && done["output"] as? String == "-")
      #expect(done["duration"] as? Double == 20)
      let numbers = ["frames", "columns", "rows", "width", "height"].map { done[$0] as? Int }
      #expect(numbers == [1_249, 7, 1_024, 7, 1_024] && done.count == 8)
      #expect(made.errorLines.dropLast().allSatisfy { $0.contains("\"event\":\"progress\"") })
    }

    @Test(
      arguments: [
        (64, []), (64, ["in.wav"]), (64, ["in.wav", "out.png", "--size", "1001"]),
        (64, ["in.wav", "out.png", "--hop", "0"]), (64, ["in.wav", "out.png", "--columns", "0"]),
        (64, ["in.wav", "out.png", "--colors", "jet"]),
        (64, ["in.wav", "out.png", "--channel", "3"]),
        (64, ["in.wav", "out.png", "--channel", "-1"]),
        (64, ["in.wav", "out.png", "--start", "2", "--end", "1"]),
        (64, ["in.wav", "out.png", "--sink", "fakesink"]),
        (64, ["--live", "in.wav", "out.png"]), (64, ["--live", "in.wav", "--axes"]),
        (64, ["--live", "in.wav", "--sink", "fakesink nonsense=1"]),
        (65, ["text.wav", "out.png"]), (65, ["empty.wav", "out.png"]),
        (65, ["silent.mkv", "out.png"]), (65, ["--live", "silent.mkv", "--sink", "fakesink"]),
        (65, ["--live", "cut.mp4", "--sink", "fakesink"]),
        (65, ["in.wav", "out.png", "--start", "5"]), (66, ["missing.wav", "out.png"]),
        (66, ["--live", "missing.wav", "--sink", "fakesink"]),
        (69, ["--live", "in.wav", "--sink", "flux8sink"]), (73, ["in.wav", "old.png"]),
        (73, ["in.wav", "in.wav", "-y"]), (73, ["in.wav", "missing/out.png"]),
      ] as [(Int32, [String])]
    )
    func `A refused spectrogram leaves existing files unchanged`(code: Int32, arguments: [String])
      async throws
    {
      let folder = try TemporaryFolder()
      try await Self.sound(folder.file("in.wav"), seconds: 0.1, [])
      try await Clips.clip(folder.file("silent.mkv"), seconds: 0.2, ["-an", "-c:v", "mjpeg"])
      for (name, text) in [
        ("text.wav", "no sound, but words"), ("empty.wav", ""), ("old.png", "old"),
      ] {
        _ = try folder.write(text.utf8, to: name)
      }
      try await Clips.clip(folder.file("cut.mp4"), seconds: 0.2, ["-vn", "-c:a", "aac"])
      _ = try folder.write(folder.bytes(of: "cut.mp4").prefix(2000), to: "cut.mp4")
      let before = folder.names
      let result = try await retime(["spectrogram"] + arguments, in: folder)
      #expect(result.status == code, "\(arguments): \(result.errors)")
      #expect(!result.errors.isEmpty && folder.names == before)
      #expect(try folder.bytes(of: "old.png") == Array("old".utf8))
    }

    @Test func `A damaged file fails or is drawn completely`() async throws {
      let folder = try TemporaryFolder()
      try await Self.sound(folder.file("in.flac"), seconds: 2, [])
      var bytes = try folder.bytes(of: "in.flac")
      for index in stride(from: bytes.count / 2, to: bytes.count * 3 / 4, by: 7) {
        bytes[index] ^= 91
      }
      _ = try folder.write(bytes, to: "in.flac")
      let result = try await retime(["spectrogram", "in.flac", "out.png"], in: folder)
      #expect(result.status == 0 || result.status == 65, "\(result.errors)")
      #expect(folder.names == (result.status == 0 ? ["in.flac", "out.png"] : ["in.flac"]))
    }

    @Test func `An interrupted spectrogram leaves no file`() async throws {
      let folder = try TemporaryFolder()
      try await Self.sound(folder.file("in.wav"), seconds: 60, [])
      let long = try Program(
        executable,
        ["spectrogram", "in.wav", "out.png", "--progress", "json", "--hop", "1", "--size", "8192"],
        in: folder.path
      )
      #expect(await long.says("\"event\":\"progress\""))
      #expect(folder.leftovers.count == 1)
      long.signal(SIGINT)
      #expect(try await long.wait().status == 130)
      #expect(folder.names == ["in.wav"])
    }

    @Test func `A live spectrogram plays into any sink`() async throws {
      let folder = try TemporaryFolder()
      try await Self.sound(folder.file("in.wav"), seconds: 2, [])
      let sink = "pngenc ! filesink location=last.png"
      let options = ["--size", "64", "--columns", "40", "--hop", "800"]
      try await succeed(
        [
          "spectrogram", "--live", "in.wav", "--sink",
          "videorate ! video/x-raw,framerate=1/2 ! \(sink)",
        ]
          + options,
        in: folder
      )
      #expect(
        try await Judge.entries("stream=width,height", of: folder.file("last.png")) == "40,64"
      )
    }

    @Test func `A live spectrogram needs a display or a sink`() async throws {
      let result = try await Program.run(
        executable,
        ["spectrogram", "--live", "in.wav"],
        environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
      )
      #expect(result.status == 73 && result.errors.contains("--sink"))
    }

    @Test func `A live spectrogram finishes its file at Ctrl-C`() async throws {
      let folder = try TemporaryFolder()
      try await Self.sound(folder.file("in.wav"), seconds: 60, [])
      let job = try Program(
        executable,
        [
          "spectrogram", "--live", "in.wav", "--size", "64", "--columns", "64", "--sink",
          "x264enc tune=zerolatency ! mp4mux ! filesink sync=true location=out.mp4",
        ],
        in: folder.path,
        environment: ["GST_DEBUG": "GST_STATES:4", "GST_DEBUG_NO_COLOR": "1"]
      )
      #expect(await job.says("completed state change to PLAYING"))
      job.signal(SIGINT)
      #expect(try await job.wait().status == 130)
      let probe = try await Program.succeed("ffprobe", ["-v", "error", folder.file("out.mp4")])
      #expect(probe.errors.isEmpty)
    }
  }
}
