// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `Conforming to a frame rate` {
    /// Video of 50 different frames at a rate, and audio of the same duration.
    private func folder(rate: String, name: String = "in.mkv") async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "color=black:size=160x90:rate=\(rate),format=gray,geq=20+2*N",
        "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000", "-frames:v", "50", "-shortest",
        "-c:v", "ffv1", "-c:a", "pcm_s16le", folder.file(name),
      ])
      return folder
    }

    @Test(arguments: [
      ("240", "30", "8"), ("24000/1001", "25", "960/1001"), ("25", "24000/1001", "1001/960"),
      ("30", "24", "1.25"), ("60000/1001", "12.5", "4800/1001"),
    ])
    func `Every frame is shown once at the new rate`(
      rate: String,
      wanted: String,
      factor: String
    ) async throws {
      let folder = try await folder(rate: rate)
      let plan = try await succeed(
        ["conform", "in.mkv", "out.mkv", "--fps", wanted, "--dry-run"],
        in: folder
      )
      #expect(plan.text.contains("factor \(factor)"), "\(plan.text)")
      try await succeed(
        ["conform", "in.mkv", "out.mkv", "--fps", wanted, "--video-encoder", "avenc_ffv1"],
        in: folder
      )
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      #expect(try await Judge.pictureSums(output) == Judge.pictureSums(input))
      let exact = try #require(Self.number(wanted))
      for (index, time) in try await Judge.times(output).enumerated() {
        #expect(abs(time - Double(index) / exact) < 0.001)
      }
      let (sound, made) = (try await Judge.sound(input).count, try await Judge.sound(output).count)
      let expected = Double(sound) * (try #require(Self.number(factor)))
      #expect(abs(Double(made) - expected) < 1)
    }

    @Test func `Audio alone follows the frame rate of the source's video`() async throws {
      let folder = try await folder(rate: "25")
      try await succeed(["conform", "in.mkv", "out.wav", "--fps", "24"], in: folder)
      let sound = try await Judge.sound(folder.file("in.mkv")).count
      let made = try await Judge.sound(folder.file("out.wav")).count
      #expect(abs(Double(made) - Double(sound) * 25 / 24) < 1)
      try await succeed(
        ["conform", "in.mkv", "silent.mka", "--fps", "24", "--no-video"],
        in: folder
      )
      #expect(try await Judge.sound(folder.file("silent.mka")).count == made)
    }

    @Test func `Copied video has the new times, and the same packets`() async throws {
      let folder = try await folder(rate: "50")
      try await succeed(
        ["conform", "in.mkv", "out.mkv", "--fps", "24", "--copy-video", "--no-audio"],
        in: folder
      )
      let output = folder.file("out.mkv")
      #expect(try await Judge.pictureSums(output) == Judge.pictureSums(folder.file("in.mkv")))
      for (index, time) in try await Judge.times(output).enumerated() {
        #expect(abs(time - Double(index) / 24) < 0.001)
      }
    }

    @Test func `The pitch can be preserved`() async throws {
      let folder = try await folder(rate: "24")
      try await succeed(
        [
          "conform", "in.mkv", "out.mkv", "--fps", "25", "--pitch", "keep",
          "--audio-encoder", "flacenc",
        ],
        in: folder
      )
      let sound = try await Judge.sound(folder.file("in.mkv")).count
      #expect(try await Judge.sound(folder.file("out.mkv")).count == sound * 24 / 25)
    }

    @Test(arguments: [
      ("25", "0.2s", [], 5, "25"), ("25", "0.2", ["--fps", "10"], 5, "10"),
      ("30000/1001", "1001/10000", [], 3, "30000/1001"), ("30", "1/30", [], 1, "30"),
    ])
    func `A time lapse shows one frame of each interval`(
      rate: String,
      interval: String,
      options: [String],
      step: Int,
      made: String
    ) async throws {
      let folder = try await folder(rate: rate)
      try await succeed(
        ["in.mkv", "out.mkv", "--every", interval, "--video-encoder", "avenc_ffv1"] + options,
        in: folder
      )
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      let lumas = try await Judge.lumas(input)
      #expect(
        try await Judge.lumas(output)
          == stride(from: 0, to: 50, by: step).map { lumas[$0] }
      )
      let exact = try #require(Self.number(made))
      for (index, time) in try await Judge.times(output).enumerated() {
        #expect(abs(time - Double(index) / exact) < 0.001)
      }
      #expect(try await Judge.streams(output).streams.count == 1)
    }

    @Test func `A source without a single frame rate is refused`() async throws {
      let folder = try await folder(rate: "25")
      try await Clips.ffmpeg([
        "-i", folder.file("in.mkv"), "-vf", "select=not(mod(n\\,7)*mod(n\\,5))", "-fps_mode", "vfr",
        "-c:v", "ffv1", folder.file("uneven.mkv"),
      ])
      try await Clips.ffmpeg(["-i", folder.file("in.mkv"), "-vn", folder.file("sound.wav")])
      for (arguments, reason) in [
        (["uneven.mkv", "out.mkv", "--fps", "30"], "unevenly spaced"),
        (["sound.wav", "out.wav", "--fps", "30"], "has no video"),
        (["in.mkv", "out.mkv"], "give the frame rate with --fps"),
        (["in.mkv", "out.mkv", "--fps", "vfr"], "give the frame rate with --fps"),
        (["in.mkv", "out.mkv", "--fps", "1/10000000"], "cannot be shown"),
      ] {
        let run = try await retime(["conform"] + arguments, in: folder)
        #expect(run.status == 64 && run.errors.contains(reason), "\(arguments): \(run.errors)")
        #expect(throws: (any Error).self) { try folder.bytes(of: "out.mkv") }
      }
    }

    private static func number(_ text: String) -> Double? {
      let terms = text.split(separator: "/").compactMap { Double($0) }
      return terms.first.map { $0 / (terms.count > 1 ? terms[1] : 1) }
    }
  }
}
