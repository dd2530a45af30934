// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import GStreamerRepairs
import TestSupport
import Testing

extension `Media jobs` {
  /// ffprobe and ffmpeg are the reference.
  @Suite struct `Tracks that GStreamer omits` {
    @Test(arguments: [(1, Playback.forward), (20, .forward), (20, .backward)])
    func `Tracks much shorter than the movie are read`(
      pictures: Int,
      playback: Playback
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      let seconds = Double(pictures) / 25
      try await Clips.ffmpeg([
        "-f", "lavfi", "-t", "\(seconds)", "-i", "testsrc2=size=64x48:rate=25", "-f", "lavfi",
        "-t", "10", "-i", "sine=440:r=48000", "-g", "5", "-bf", "2", input,
      ])
      let info = try await onThread { try Retime.info(input) }
      let video = try #require(info.tracks.first { $0.kind == .video })
      #expect(video.frames == pictures && video.video?.frameRate == "25/1")
      #expect(abs((video.duration ?? 0) - seconds) < 0.001)
      try await scale(input, output, factor: "2") {
        $0.playback = playback
        $0.frameTiming = .kept
      }
      let times = try await Judge.times(output)
      #expect(times.count == pictures)
      let length =
        try await Judge.streams(output).streams.compactMap { $0.duration }
        .compactMap { Double($0) }.max() ?? 0
      let first = playback == .forward ? 0 : length - 2 * seconds
      for (index, time) in times.enumerated() {
        #expect(abs(time - first - Double(index) * 0.08) < 0.05)
      }
    }

    @Test func `DNxHR is decoded as by ffmpeg`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mov")
      try await Clips.clip(
        input,
        seconds: 0.6,
        ["-an", "-s", "256x128", "-c:v", "dnxhd", "-profile:v", "dnxhr_sq", "-pix_fmt", "yuv422p"]
      )
      let sums = try await Judge.pictureSums(input)
      try await scale(input, folder.file("lossless.mkv"), factor: "1") {
        $0.videoEncoder = "avenc_ffv1"
      }
      #expect(try await Judge.pictureSums(folder.file("lossless.mkv")) == sums)
    }

    @Test(arguments: [
      "-c:v libx264 -c:a dca -strict -2 -ac 2", "-mpegts_m2ts_mode 1 -c:a dca -strict -2 -ac 2",
    ])
    func `DTS in MPEG-TS is read`(options: String) async throws {
      let folder = try TemporaryFolder()
      let (input, copied) = (folder.file("in.ts"), folder.file("copied.mkv"))
      try await Clips.clip(input, seconds: 0.6, options.split(separator: " ").map(String.init))
      try await run(.copy(input: input, output: copied))
      let packets = try await Judge.entries("packet=size", of: input, ["-select_streams", "a"])
      let made = try await Judge.entries("packet=size", of: copied, ["-select_streams", "a"])
      let count = { (text: String) in
        text.split(separator: "\n").count { $0.first?.isNumber == true }
      }
      #expect(count(made) == count(packets) && count(made) >= 50)
      let end = folder.file("end.wav")
      try await scale(input, end, factor: "1") {
        $0.videoTracks = .none
        $0.start = RationalTime(1, 5)
      }
      #expect((15_000...21_000).contains(try await Judge.samples(end, "s16le").count / 4))
    }

    @Test(arguments: [
      ("-c:v libx264 -c:a flac", "FLAC", 0), ("-c:v libvpx-vp9 -c:a aac", "VP9", 0),
      ("-c:v libx264 -c:a truehd -strict -2 -ac 2", "TrueHD", 0),
      ("-c:v libx264 -c:a pcm_s16le", "private data (stream type 0x06)", 0),
      ("-c:v libvpx-vp9 -c:a flac", "VP9, FLAC", 65),
    ])
    func `MPEG-TS tracks that GStreamer does not read are named`(
      options: String,
      name: String,
      status: Int32
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.ts")
      try await Clips.clip(input, seconds: 0.4, options.split(separator: " ").map(String.init))
      let request = JobRequest.copy(input: input, output: folder.file("out.mkv"))
      guard status == 0 else {
        let failure = try await failure(of: request)
        #expect(failure?.kind.rawValue == status && failure?.description.contains(name) == true)
        return
      }
      let info = try await onThread { try Retime.info(input) }
      #expect(info.tracks.map(\.codecDescription).contains(name) && info.tracks.count == 2)
      let lost = try await plan(request).lost
      #expect(lost.contains { $0.contains("\(name): GStreamer does not read it in MPEG-TS") })
      try await run(request)
      let streams = try await Judge.streams(folder.file("out.mkv")).streams
      #expect(streams.count == 1)
    }

    @Test func `Encrypted tracks are named`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mp4")
      try await Clips.clip(
        input,
        seconds: 0.4,
        [
          "-encryption_scheme", "cenc-aes-ctr", "-encryption_key",
          "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
        ]
      )
      let failure = try await failure(of: .copy(input: input, output: folder.file("out.mkv")))
      #expect(failure?.kind == .badInput && failure?.description.contains("encrypted") == true)
    }

    @Test(arguments: [Playback.forward, .backward])
    func `Tracks of another program are read`(playback: Playback) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.ts"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1",
        "-f", "lavfi", "-i", "color=red:size=96x64:rate=25:duration=1",
        "-f", "lavfi", "-i", "sine=duration=1",
        "-map", "0", "-map", "1", "-map", "2", "-program", "program_num=3:st=0", "-program",
        "program_num=7:st=1:st=2", input,
      ])
      let report = try await scale(input, output, factor: "2") { $0.playback = playback }
      #expect(report.tracks.map(\.kind) == [.video, .video, .audio])
      let made = try await Judge.streams(output).streams
      #expect(made.map(\.width) == [64, 96, nil])
      for place in 0..<2 {
        let count = try await Judge.pictureSums(output, track: place).count
        // The clock of a transport stream is coarse: one tick more may start before the end.
        #expect(abs(count - 50) <= 1)
      }
    }

    /// GStreamer 1.26 does not read NUT.
    @Test(.enabled(if: Repair.endlessPull.isNeeded), arguments: [("aac", 0), ("libvorbis", 1)])
    func `Unnamed audio of NUT is counted as dropped`(codec: String, count: Int)
      async throws
    {
      let folder = try TemporaryFolder()
      let input = folder.file("in.nut")
      try await Clips.clip(input, seconds: 1, ["-c:v", "mpeg4", "-c:a", codec])
      let plan = try await plan(input, folder.file("out.mkv"), factor: "1")
      #expect(plan.lost.filter { $0.contains("1 of 1 audio track") }.count == count)
      #expect(plan.tracks.count == 2 - count)
    }

    @Test(arguments: ["onMetaData", "onTextData"])
    func `Script data of FLV is named`(script: String) async throws {
      let folder = try TemporaryFolder()
      let whole = folder.file("whole.flv")
      try await Clips.clip(whole, seconds: 1, ["-c:v", "flv1", "-c:a", "libmp3lame"])
      var bytes = try folder.bytes(of: "whole.flv")
      let place = try #require(bytes.firstRange(of: "onMetaData".utf8))
      bytes.replaceSubrange(place, with: script.utf8)
      let input = try folder.write(bytes, to: "in.flv")
      let plan = try await plan(input, folder.file("out.mkv"), factor: "1")
      let lost = plan.lost.filter { $0.contains("1 data track (onTextData)") }
      #expect(lost.count == (script == "onTextData" ? 1 : 0))
    }

    @Test(arguments: [0, 1, 5])
    func `The plan counts the frames whose late transparency is dropped`(opaque: Int) async throws {
      let folder = try TemporaryFolder()
      let whole = folder.file("whole.webm")
      let isNever = opaque == 0
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1,format=yuva420p", "-c:v",
        "libvpx-vp9", "-cpu-used", "8", "-pix_fmt", isNever ? "yuv420p" : "yuva420p",
        "-metadata:s:v", "alpha_mode=1", whole,
      ])
      var bytes = try folder.bytes(of: "whole.webm")
      // A block addition, 75 A1 with A6 in it, under an unknown name.
      let places = bytes.indices.dropLast(3).filter {
        bytes[$0] == 0x75 && bytes[$0 + 1] == 0xA1 && bytes[$0 + 3] == 0xA6
      }
      try #require(places.count == (isNever ? 0 : 25))
      for place in places.prefix(opaque) { bytes[place + 1] = 0xA3 }
      let input = try folder.write(bytes, to: "in.webm")
      let output = folder.file("out.mkv")
      let plan = try await plan(input, output, factor: "1")
      let told = plan.lost.filter { $0.contains("transparency of \(25 - opaque) video frames") }
      #expect(told.count == (isNever ? 0 : 1))
      try await scale(input, output, factor: "1")
      #expect(try await Judge.pictureSums(output).count == 25)
    }

    /// FFmpeg gives such packets no times either: of the 50 frames decoded it displays 36.
    @Test(arguments: [-500, 0])
    func `The plan lists what it drops before time 0`(start: Int) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.clip(
        input,
        [
          "-c:v", "mjpeg", "-c:a", "flac", "-output_ts_offset", "\(start)ms",
          "-avoid_negative_ts", "disabled",
        ]
      )
      let plan = try await plan(input, folder.file("out.mkv"), factor: "1")
      #expect(plan.lost.contains { $0.contains("before 0, from -500 ms on") } == (start < 0))
      // Nothing is decoded, and every packet is kept.
      let report = try await run(.copy(input: input, output: folder.file("copy.mkv")))
      #expect(report.tracks[0].frames == 60)
    }
  }
}
