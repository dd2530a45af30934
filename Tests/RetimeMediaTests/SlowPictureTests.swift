// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Video with a low frame rate` {
    static let h264 = [
      "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-pix_fmt", "yuv420p",
    ]

    @Test(arguments: [10, 30, 100], ["mp4", "mkv"])
    func `Each frame is at its time, forwards and backwards`(
      seconds: Int,
      type: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(type)"), folder.file("out.mkv"))
      try await slides(input, seconds: seconds)
      let source = try await Judge.pictureSums(input)
      #expect(source.count == 6)
      for playback in [Playback.forward, .backward] {
        let request = try request(input, output, factor: "1") {
          ($0.playback, $0.frameTiming, $0.overwrites) = (playback, .variable, true)
          $0.videoEncoder = "avenc_ffv1"
        }
        let plan = try await plan(request)
        #expect(!plan.changed.contains { $0.contains("jump") })
        try await run(request)
        let made = try await Judge.pictureSums(output)
        #expect(made == (playback == .forward ? source : source.reversed()))
        #expect(try await Judge.times(output) == (0..<6).map { Double($0 * seconds) })
      }
    }

    @Test(arguments: [10, 30, 100], ["mp4", "mkv"])
    func `A copy keeps the frame times`(seconds: Int, type: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(type)")
      try await slides(input, seconds: seconds)
      for (name, factor) in [("1.mkv", 1), ("1.mp4", 1), ("2.mkv", 2), ("2.mov", 2), ("2.ts", 2)] {
        let output = folder.file(name)
        try await scale(input, output, factor: "\(factor)") { $0.copiesVideo = true }
        #expect(try await Judge.pictureSums(output) == (try await Judge.pictureSums(input)))
        let made = try await Judge.times(output)
        #expect(made.map { $0 - made[0] } == (0..<6).map { Double($0 * seconds * factor) })
      }
    }

    @Test func `Encoding with reordering keeps the frame times`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await slides(input, seconds: 30)
      try await scale(input, output, factor: "1") { $0.frameTiming = .variable }
      #expect(try await Judge.streams(output).streams[0].codec_name == "h264")
      #expect(try await Judge.times(output) == (0..<6).map { Double($0 * 30) })
    }

    /// At one frame in two seconds the reordering delay exceeds what `flvdemux` accepts, and soon what `tsdemux` does.
    @Test(arguments: [("2", true), ("1/2", false)], ["flv", "ts"])
    func `FLV and MPEG-TS keep the frame times or refuse the file`(
      rate: (text: String, isTaken: Bool),
      type: String
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(type)")
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=\(rate.text)", "-frames:v", "6"] + Self.h264
          + ["-bf", "2", input]
      )
      let request = try request(input, folder.file("out.mp4"), factor: "1")
      guard rate.isTaken else {
        let failure = try #require(try await failure(of: request))
        #expect(failure.kind == .badInput && "\(failure)".contains("-c copy"))
        return
      }
      try await run(request)
      #expect(try await Judge.times(request.output) == (0..<6).map { Double($0) / 2 })
    }

    private func slides(_ path: String, seconds: Int) async throws {
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=1/\(seconds):duration=\(6 * seconds)"]
          + Self.h264 + [path]
      )
    }
  }

  @Suite struct `Containers that count frames` {
    @Test(
      arguments: [("avi", "mpeg4", "libmp3lame"), ("avi", "mjpeg", "pcm_s16le")]
        + [("mp4", "mpeg4", "aac"), ("ogv", "libtheora", "libvorbis"), ("ogv", "vp8", "libopus")],
      ["2", "1/3", "1.234567"]
    )
    func `A copy keeps the distance of the frames`(
      source: (type: String, video: String, audio: String),
      factor: String
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(source.type)")
      let output = folder.file(source.type == "ogv" ? "out.ogv" : "out.avi")
      // Audio that starts before 0 makes a gap in the video of an AVI file.
      let pictures = source.type == "avi" ? ["-bf", "0"] : []
      try await Clips.clip(
        input,
        seconds: 3,
        ["-c:v", source.video] + pictures + ["-c:a", source.audio]
      )
      try await scale(input, output, factor: factor) { $0.copiesVideo = true }
      #expect(try await Judge.pictureSums(output) == (try await Judge.pictureSums(input)))
      let (before, after) = (try await Judge.times(input), try await Judge.times(output))
      let value = try Factor(parsing: factor).doubleValue
      for (one, other) in zip(before, after) {
        #expect(abs((one - before[0]) * value - (other - after[0])) < 0.001)
      }
      let sound = try await Judge.sound(output).count
      #expect(abs(Double(sound) / 48_000 - 3 * value) < 0.2)
    }

    @Test func `Reordered frames of AVI are not copied to other containers`() async throws {
      let folder = try TemporaryFolder()
      for (between, isRefused) in [("0", false), ("2", true)] {
        let input = folder.file("\(between).avi")
        try await Clips.ffmpeg([
          "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1", "-c:v", "libx264", "-bf",
          between, input,
        ])
        let request = JobRequest.copy(input: input, output: folder.file("\(between).mkv"))
        let failure = try await failure(of: request)
        #expect((failure?.kind == .usage) == isRefused && (failure == nil) == !isRefused)
      }
    }

    @Test func `A variable frame rate is refused`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1", "-vf",
        "settb=1/1000,setpts='if(eq(mod(N,3),0),PTS+13,PTS)'", "-fps_mode", "vfr", "-enc_time_base",
        "1/1000", "-c:v", "mjpeg", input,
      ])
      let request = JobRequest.copy(input: input, output: folder.file("out.avi"))
      let failure = try await failure(of: request)
      #expect(failure.map { "\($0)".contains("frame rate would vary") } == true)
    }
  }
}
