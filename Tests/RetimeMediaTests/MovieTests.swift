// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Films in MP4` {
    @Test func `A fragmented file whose first frames are in the header keeps them`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await Clips.clip(
        input,
        seconds: 2,
        h264 + ["-g", "10", "-bf", "0", "-c:a", "aac", "-movflags", "frag_keyframe"]
      )
      let report = try await scale(input, output, factor: "1") { $0.frameTiming = .variable }
      #expect(report.tracks[0].frames == 60)
      #expect(try await Judge.pictureSums(output).count == 60)
      #expect(abs(report.duration - 2) < 0.05)
    }

    /// Writes 32-bit numbers into the first atoms of their types, at an offset from the type.
    static func change(_ path: String, _ changes: [(kind: String, offset: Int, number: UInt32)])
      throws
    {
      var bytes = try Data(contentsOf: URL(filePath: path))
      for change in changes {
        let place = try #require(bytes.firstRange(of: Data(change.kind.utf8))).lowerBound
        let start = place + change.offset
        bytes.replaceSubrange(start..<start + 4, with: Clips.bytes(change.number.bigEndian))
      }
      try bytes.write(to: URL(filePath: path))
    }

    @Test(arguments: [UInt32(600), 640, 720])
    func `An edit list that ends early plays every frame up to its end`(milliseconds: UInt32)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1.2"] + h264
          + ["-bf", "2", "-movflags", "negative_cts_offsets", input]
      )
      try Self.change(
        input,
        [("elst", 12, milliseconds), ("mvhd", 20, milliseconds), ("tkhd", 24, milliseconds)]
      )
      let shown = try await Judge.pictureSums(input)
      try #require(shown.count == milliseconds / 40)
      for playback in [Playback.forward, .backward] {
        let request = try request(input, output, factor: "1") {
          $0.playback = playback
          $0.frameTiming = .variable
          $0.videoEncoder = "avenc_ffv1"
          $0.overwrites = true
        }
        let report = try await run(request)
        #expect(abs(report.duration - Double(milliseconds) / 1000) < 0.0001)
        let made = try await Judge.pictureSums(output)
        #expect(made == (playback == .forward ? shown : shown.reversed()))
      }
      var copy = JobRequest.copy(input: input, output: output)
      copy.overwrites = true
      let plan = try await plan(copy)
      let report = try await run(copy)
      // At 640 ms the cut does not lie between a frame and the reference frames before it.
      #expect(plan.changed.count == (milliseconds == 640 ? 0 : 1))
      let made = try await Judge.pictureSums(output)
      #expect(made.count == report.tracks[0].frames && made.starts(with: shown))
      #expect(made.count == shown.count + (milliseconds == 640 ? 0 : 1))
    }

    @Test(arguments: [Playback.forward, .backward])
    func `Without an edit list the frames displayed after the last one decoded are kept`(
      playback: Playback
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await Clips.clip(
        input,
        h264 + ["-bf", "2", "-c:a", "aac", "-use_editlist", "0"]
      )
      let shown = try await Judge.pictureSums(input)
      try #require(shown.count == 60)
      let report = try await scale(input, output, factor: "1") {
        $0.playback = playback
        $0.frameTiming = .variable
        $0.videoEncoder = "avenc_ffv1"
      }
      #expect(report.tracks[0].frames == 60)
      let made = try await Judge.pictureSums(output)
      #expect(made == (playback == .forward ? shown : shown.reversed()))
    }

    @Test func `A copy whose edit list starts within a frame starts with that frame`() async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1.2"] + h264
          + ["-bf", "0", input]
      )
      let all = try await Judge.pictureSums(input)
      // Half a frame, in ffmpeg's 12800 ticks a second.
      try Self.change(input, [("elst", 16, 256)])
      try await run(.copy(input: input, output: output))
      #expect(try await Judge.pictureSums(output) == all)
      #expect(try await Judge.timestamps(output).counts.prefix(3) == [0, 20, 60])
    }

    /// The decoder configuration and the pixel format, as ffprobe reports them.
    static func configuration(_ path: String) async throws -> String {
      let options = ["-select_streams", "v", "-show_data"]
      return try await Judge.entries("stream=pix_fmt,extradata", of: path, options)
    }

    @Test(arguments: ["mkv", "webm", "mp4"])
    func `AV1 keeps its decoder configuration`(type: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(type)"))
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "testsrc2=size=66x50:rate=25:duration=0.4", "-pix_fmt",
          "yuv420p10le",
        ]
          + ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", input]
      )
      try await run(.copy(input: input, output: output))
      let source = try await Self.configuration(input)
      #expect(source.contains("00000000: 81"))
      #expect(try await Self.configuration(output) == source)
      #expect(try await Judge.pictureSums(output) == (try await Judge.pictureSums(input)))
      let made = folder.file("made.\(type)")
      try await scale(input, made, factor: "1") { $0.videoEncoder = "av1enc cpu-used=8" }
      #expect(try await Self.configuration(made).contains("00000000: 81"))
      #expect(try await Judge.complaints(decoding: made) == "")
    }

    @Test func `ProRes 4444 keeps its bit depth in Matroska`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.mkv"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.2"]
          + ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le", input]
      )
      try await run(.copy(input: input, output: output))
      #expect(try await Self.configuration(output).contains("yuva444p12le"))
      #expect(try await Judge.pictureSums(output) == (try await Judge.pictureSums(input)))
    }

    /// The end times of the first frames in seconds, and the packet count of each track, by ffprobe.
    static func packets(_ path: String) async throws -> (end: Double, counts: [Int]) {
      let told = try await Judge.entries("packet=stream_index,pts_time,duration_time", of: path)
      let rows = told.split(separator: "\n").map { $0.split(separator: ",") }
      let ends = rows.filter { $0.first == "0" && $0.count > 2 }
        .map { (Double($0[1]) ?? 0) + (Double($0[2]) ?? 0) }
      let tracks = Set(rows.compactMap(\.first)).sorted()
      return (ends.max() ?? 0, tracks.map { track in rows.count { $0.first == track } })
    }

    @Test func `A copy keeps the duration of the last frame of variable-rate video`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      let choice = "select='lt(n,30)+not(mod(n,5))',settb=1/600"
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=30:duration=2", "-vf", choice]
          + ["-fps_mode", "vfr"] + h264 + ["-bf", "2", input]
      )
      let info = try await onThread { try Retime.info(input) }
      let end = try #require(info.duration)
      let report = try await run(.copy(input: input, output: output))
      #expect(abs(report.duration - end) < 0.001)
      #expect(abs(try await Self.packets(output).end - end) < 0.002)
    }

    @Test func `A single AV1 frame keeps its duration`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=64x64:rate=24:duration=0.04", "-pix_fmt", "yuv420p"]
          + ["-frames:v", "1", "-c:v", "libaom-av1", "-cpu-used", "8", input]
      )
      for playback in [Playback.forward, .backward] {
        let report = try await scale(input, output, factor: "2") {
          $0.playback = playback
          $0.frameTiming = .variable
          $0.overwrites = true
        }
        #expect(abs(report.duration - 0.084) < 0.001)
        #expect(try await Judge.complaints(decoding: output) == "")
      }
      var copy = JobRequest.copy(input: input, output: output)
      copy.overwrites = true
      try await run(copy)
      #expect(abs(try await Self.packets(output).end - 0.042) < 0.001)
    }

    @Test(arguments: ["mkv", "mp4"])
    func `A copy reports the number of packets written`(type: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(type)"))
      try await Clips.clip(input, seconds: 2, h264 + ["-c:a", "aac"])
      let report = try await run(.copy(input: input, output: output))
      #expect(try await Self.packets(output).counts == report.tracks.map(\.frames))
    }
  }
}
