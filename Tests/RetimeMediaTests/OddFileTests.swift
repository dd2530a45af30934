// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Unusual files` {
    @Test func `Video that changes its size is scaled to the first size`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.ts"), folder.file("out.mp4"))
      var bytes: [UInt8] = []
      for (index, size) in ["160x90", "96x96"].enumerated() {
        let part = folder.file("\(index).ts")
        try await Clips.ffmpeg(
          ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25:duration=1"] + h264
            + ["-bf", "0", "-output_ts_offset", "\(index)", part]
        )
        bytes += try Array(Data(contentsOf: URL(filePath: part)))
      }
      try Data(bytes).write(to: URL(filePath: input))
      try await scale(input, output, factor: "2")
      let made = try await Judge.streams(output).streams[0]
      #expect(made.width == 160 && made.height == 90)
      #expect(abs(try await Judge.pictureSums(output).count - 100) <= 2)
      #expect(try await Judge.complaints(decoding: output) == "")
    }

    @Test(arguments: [Playback.forward, .backward])
    func `Frames whose timestamps go back are dropped and counted`(playback: Playback)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      let plain = folder.file("plain.mkv")
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=2"] + h264
          + ["-bf", "0", "-g", "25", plain]
      )
      // In a copy times are in milliseconds; with encoding, in ffmpeg 7 they are not.
      try await Clips.ffmpeg([
        "-i", plain, "-c", "copy", "-bsf:v", "setts=pts=if(lt(N\\,25)\\,PTS+80\\,PTS)", input,
      ])
      let request = try request(input, output, factor: "1") {
        ($0.playback, $0.frameTiming) = (playback, .variable)
      }
      let notices = try await onThread {
        var notices: [String] = []
        let report = try Retime.run(request, onNotice: { notices.append($0) })
        #expect(report.tracks[0].frames == 48)
        return notices
      }
      #expect(notices.contains { $0.contains("video track 0: 2 frames are dropped") })
      let times = try await Judge.timestamps(output).counts
      #expect(times.count == 48 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `A truncated file reports how much is missing`() async throws {
      let folder = try TemporaryFolder()
      let (whole, input) = (folder.file("whole.mp4"), folder.file("in.mp4"))
      try await Clips.clip(
        whole,
        seconds: 4,
        h264 + ["-c:a", "aac", "-movflags", "+faststart"]
      )
      let bytes = try Data(contentsOf: URL(filePath: whole))
      try bytes.prefix(bytes.count * 6 / 10).write(to: URL(filePath: input))
      let plan = try await plan(input, folder.file("out.mkv"), factor: "2")
      #expect(plan.lost.contains { $0.contains("s that cannot be read") })
    }

    @Test(arguments: [Playback.forward, .backward])
    func `A timestamp that is years off does not change the duration`(playback: Playback)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.flv"), folder.file("out.mkv"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "sine=duration=1:sample_rate=44100", "-c:a", "libmp3lame", input]
      )
      var bytes = try Array(Data(contentsOf: URL(filePath: input)))
      // An audio tag: type 8, size in 3 bytes, milliseconds in 3, then their highest byte.
      let tags = bytes.indices.dropLast(11).filter {
        bytes[$0] == 8 && bytes[$0 + 8..<$0 + 11] == [0, 0, 0] && bytes[$0 + 1] == 0
      }
      try #require(tags.count > 30)
      bytes[tags[20] + 7] = 0x40
      try Data(bytes).write(to: URL(filePath: input))
      let request = try request(input, output, factor: "2") { $0.playback = playback }
      let plan = try await plan(request)
      #expect(plan.changed.contains { $0.contains("timestamps jump") })
      let report = try await run(request)
      #expect(abs(report.duration - 2) < 0.1)
    }

    @Test func `A copy that starts within a GOP keeps every frame`() async throws {
      let folder = try TemporaryFolder()
      let (whole, input) = (folder.file("whole.mp4"), folder.file("in.mp4"))
      let output = folder.file("out.mkv")
      try await Clips.clip(whole, seconds: 2, h264 + ["-g", "30", "-bf", "0", "-c:a", "aac"])
      try await Clips.ffmpeg(["-ss", "0.5", "-i", whole, "-c", "copy", input])
      let request = JobRequest.copy(input: input, output: output)
      let plan = try await plan(request)
      #expect(plan.changed.contains { $0.contains("15 extra frames") })
      try await run(request)
      let all = try await Judge.pictureSums(whole)
      #expect(try await Judge.pictureSums(output) == all)
      let shown = try await Judge.pictureSums(input)
      #expect(shown == Array(all.suffix(shown.count)) && shown.count == 45)
    }

    @Test(arguments: ["ts", "mpg"])
    func `MPEG packs start with their first audio`(type: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(type)"), folder.file("out.wav"))
      try await Clips.clip(input, ["-c:v", "mpeg2video", "-c:a", "mp2"])
      let report = try await scale(input, output, factor: "1") { $0.videoTracks = .none }
      let frames = try await Judge.samples(input, "s16le").count / 2
      #expect(report.tracks.map(\.frames) == [frames])
    }

    @Test(arguments: [(5, "ts"), (15, "ts"), (15, "mpg"), (24, "ts")])
    func `MPEG-2 video has the frame rate of its header and extension`(
      rate: Int,
      type: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(type)"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=\(rate):duration=2", "-c:v", "mpeg2video",
        input,
      ])
      let report = try await scale(input, output, factor: "2")
      #expect(report.tracks[0].frames == 4 * rate && report.duration == 4)
      #expect(try await Judge.streams(output).streams[0].avg_frame_rate == "\(rate)/1")
    }

    @Test(arguments: [Playback.forward, .backward])
    func `Video with decoding times only keeps every frame`(playback: Playback)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      // Video for Windows codecs in Matroska are such.
      try await Clips.clip(input, seconds: 1, ["-c:v", "msmpeg4", "-c:a", "libmp3lame"])
      let report = try await scale(input, output, factor: "1") {
        $0.playback = playback
        $0.frameTiming = .variable
        $0.videoEncoder = "avenc_ffv1"
      }
      #expect(report.tracks[0].frames == 30)
      let source = try await Judge.pictureSums(input)
      let made = try await Judge.pictureSums(output)
      #expect(made == (playback == .forward ? source : source.reversed()) && made.count == 30)
    }

    @Test func `Audio whose channel count changes keeps every sample`() async throws {
      let folder = try TemporaryFolder()
      var parts: [[UInt8]] = []
      // The frames of the second part are larger than the first header states.
      for (source, channels) in [("anullsrc=r=44100", 1), ("anoisesrc=r=44100", 2)] {
        let name = "\(channels).flac"
        try await Clips.ffmpeg([
          "-f", "lavfi", "-i", source, "-t", "2", "-ac", "\(channels)", folder.file(name),
        ])
        parts.append(try folder.bytes(of: name))
      }
      // 36 bits of the header are the sample count; 0 means unknown.
      parts[0][21] &= 0xF0
      parts[0].replaceSubrange(22..<26, with: [0, 0, 0, 0])
      let frames = try #require(parts[1].firstRange(of: [0xFF, 0xF8]))
      let input = try folder.write(parts[0] + parts[1][frames.lowerBound...], to: "in.flac")
      let output = folder.file("out.wav")
      let plan = try await plan(input, output, factor: "1")
      #expect(plan.changed.contains { $0.contains("it changes to 2 channels at 44100 Hz") })
      try await scale(input, output, factor: "1")
      let bytes = try await Judge.samples(output, "s16le")
      #expect(bytes.count == 2 * 4 * 44_100)
      #expect(bytes.prefix(4 * 44_100).allSatisfy { $0 == 0 })
      #expect(bytes.suffix(4 * 44_100).count { $0 != 0 } > 100_000)
      let copy = JobRequest.copy(input: input, output: folder.file("copy.mka"))
      let failure = try await failure(of: copy)
      #expect(failure.map { "\($0)".contains("different encodings") } == true)
    }

    @Test(arguments: [16_000, 22_050, 24_000, 48_000])
    func `MP2 keeps its codec at every sample rate`(rate: Int) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp2"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=duration=1:r=\(rate)", "-ac", "2", "-c:a", "mp2", input,
      ])
      try await scale(input, output, factor: "2")
      let made = try await Judge.streams(output).streams[0]
      #expect(made.codec_name == "mp2" && made.sample_rate == "\(rate)")
      #expect(try await Judge.samples(output, "s16le").count / 4 >= 2 * rate)
    }

    @Test(arguments: [0, 2])
    func `Video with missing timestamps is copied completely, or refused`(between: Int)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mpg"), folder.file("out.mkv"))
      // Small frames share a packet, and one of them has the timestamp.
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=2", "-c:v", "mpeg2video", "-bf",
        "\(between)", "-b:v", "100k", input,
      ])
      let request = JobRequest.copy(input: input, output: output)
      guard between == 0 else {
        let failure = try await failure(of: request)
        #expect(failure.map { "\($0)".contains("have no timestamps") } == true)
        return
      }
      try await run(request)
      #expect(try await Judge.pictureSums(output) == (try await Judge.pictureSums(input)))
      let times = try await Judge.timestamps(output).counts
      #expect(times == (0..<50).map { $0 * 40 })
    }

    @Test(arguments: ["latm", "ts"], [Playback.forward, .backward])
    func `AAC with sparse stream headers loses no frame`(
      type: String,
      playback: Playback
    ) async throws {
      let folder = try TemporaryFolder()
      let (bare, input) = (folder.file("bare.latm"), folder.file("in.\(type)"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=440:duration=2", "-c:a", "aac", "-smc-interval", "20", bare,
      ])
      try await Clips.ffmpeg(["-i", bare, "-c", "copy", input])
      let output = folder.file("out.wav")
      try await scale(input, output, factor: "1") { $0.playback = playback }
      let source = try await Judge.samples(input, "s16le")
      let made = try await Judge.samples(output, "s16le")
      #expect(made.count == source.count && source.count / 2 >= 88_200)
      // A float decoder may round differently from a fixed-point one.
      let values = SampleCoding.s16.numbers
      let expected = playback == .forward ? values(source) : values(source).reversed()
      #expect(zip(values(made), expected).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test func `Frames without timestamps are kept`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.avi"), folder.file("out.mkv"))
      try await Clips.clip(input, seconds: 1, ["-c:v", "mpeg4", "-bf", "2", "-c:a", "libmp3lame"])
      let report = try await scale(input, output, factor: "2") { $0.frameTiming = .variable }
      #expect(report.tracks[0].frames == 30)
      let (times, _) = try await Judge.timestamps(output)
      #expect(times == (0..<30).map { Int64((Double($0) * 2000 / 30).rounded()) })
    }

    @Test(
      arguments: [
        ("in.w64", "pcm_s16le", 1), ("in.w64", "pcm_s24le", 6), ("in.w64", "pcm_f32le", 8),
        ("in.aifc", "pcm_alaw", 2),
      ]
    )
    func `Samples that GStreamer does not read are read exactly`(
      name: String,
      codec: String,
      channels: Int
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file(name), folder.file("out.wav"))
      let form = name == "in.aifc" ? ["-f", "aiff"] : []
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "anoisesrc=duration=1:seed=3:amplitude=0.5", "-ac", "\(channels)"]
          + ["-c:a", codec] + form + [input]
      )
      try await scale(input, output, factor: "1")
      let kind = codec == "pcm_f32le" ? "f32le" : "s32le"
      #expect(try await Judge.samples(output, kind) == (try await Judge.samples(input, kind)))
      #expect(try await Judge.streams(output).streams[0].channels == channels)
    }
  }
}
