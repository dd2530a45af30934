// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Installed muxers` {
    /// The extension of a container in GStreamer's registry, caps, a muxer, and a muxer with properties.
    @Test(arguments: [
      ("out.voc", nil, ["pcm_s16le"]), ("out.bin", "application/mxf", ["h264", "pcm_s16le"]),
      ("out.bin", "flvmux streamable=true", ["h264", "aac"]),
      ("out.f4v", nil, ["h264", "aac"]), ("out.bin", "avmux_mov", ["h264", "pcm_s16le"]),
    ])
    func `can be chosen`(name: String, container: String?, codecs: [String]) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file(name))
      try await source(input)
      let report = try await scale(input, output, factor: "2") { $0.container = container }
      #expect(report.tracks.map(\.frames) == (codecs.count == 1 ? [96_000] : [50, 96_000]))
      let (streams, complaints) = try await Judge.streams(output)
      // ffprobe takes the descriptions in a live FLV stream for a track.
      let names = streams.map(\.codec_name).filter { $0 != "text" }
      #expect(names == codecs && complaints.isEmpty, "\(complaints)")
    }

    @Test func `get frames in order`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await source(input)
      let fragmented = "mp4mux fragment-duration=1000"
      for (container, isOrdered) in [("avmux_mov", true), ("mov", false), (fragmented, true)] {
        let request = try request(input, folder.file("out.mov"), factor: "1") {
          ($0.container, $0.videoEncoder) = (container, "x264enc")
        }
        #expect(try await plan(request).tracks[0].encoder?.contains("bframes=0") == isOrdered)
      }
    }

    @Test func `make movies in fragments whose tracks start together`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mp4"))
      try await source(input)
      try await scale(input, output, factor: "2") {
        $0.container = "mp4mux fragment-duration=500"
      }
      let starts = try await Judge.entries("stream=start_time", of: output)
      #expect(starts == "0.000000\n0.000000")
      #expect(try await Judge.pictureCount(output) == 50)
    }

    @Test func `that were not measured are named in the plan`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await source(input)
      var request = try request(input, folder.file("out.f4v"), factor: "1")
      #expect(try await plan(request).changed.contains { $0.contains("read back and counted") })
      request.output = folder.file("out.flv")
      #expect(try await plan(request).changed.allSatisfy { !$0.contains("read back") })
    }

    /// libav's muxers drop packets that are decoded before time 0.
    @Test func `that lose frames leave no result`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.f4v"))
      try await source(input)
      let error = await #expect(throws: RetimeError.self) {
        try await scale(input, output, factor: "1") { $0.videoEncoder = "x264enc bframes=2" }
      }
      #expect(error?.kind == .mismatch && error?.description.contains("of 25 frames") == true)
      #expect(folder.names == ["in.mkv"])
    }

    @Test(arguments: ["avmux_md5", "avmux_swf"])
    func `whose files nothing reads are refused before the job`(muxer: String) async throws {
      let error = try await refusal(of: muxer)
      #expect(error?.kind == .usage && error?.description.contains("reads what \(muxer)") == true)
    }

    @Test(arguments: ["nonsense", "flvmux nonsense=1", "image/x-nonsense"])
    func `and no others can be named`(container: String) async throws {
      let error = try await refusal(of: container)
      #expect(error?.kind == .usage || error?.kind == .missingCodec)
      #expect(error?.description.contains("nonsense") == true)
    }

    /// Frames and samples begin together and have the times of a Matroska file, to a millisecond.
    @Test(arguments: ["flv", "3gp", "mj2", "wmv"])
    func `keep uneven frame times`(format: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=50:d=1", "-f", "lavfi", "-i",
        "sine=f=440:r=48000:d=1", "-vf", "select='lt(mod(n*n,7),3)'", "-vsync", "vfr", "-c:v",
        "libx264", "-c:a", "pcm_s16le", input,
      ])
      var times: [[Double]] = []
      for suffix in ["mkv", format] {
        let output = folder.file("out.\(suffix)")
        try await scale(input, output, factor: "1.5") { $0.frameTiming = .variable }
        times.append(try await Judge.times(output))
      }
      #expect(times[0].count == times[1].count && times[0].count > 15)
      #expect(zip(times[0], times[1]).allSatisfy { abs($0 - $1) < 0.0015 }, "\(times)")
    }

    /// The first packets are decoded before time 0.
    @Test(arguments: ["flv", "3gp", "h264"])
    func `keep copied frames that are out of order`(format: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(format)"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=1", "-c:v", "libx264", "-bf", "3", input,
      ])
      try await run(request(input, output, factor: "1") { $0.copiesVideo = true })
      #expect(try await Judge.lumas(output) == Judge.lumas(input))
      let times = format == "h264" ? [] : try await Judge.times(output)
      #expect(times.enumerated().allSatisfy { abs($1 - Double($0) / 25) < 0.0011 }, "\(times)")
    }

    /// `y4menc` would write the padding of rows.
    @Test func `hold rows without padding`() async throws {
      let folder = try TemporaryFolder()
      for (width, isTaken) in [(168, true), (164, false)] {
        let (input, output) = (folder.file("in.mkv"), folder.file("out\(width).y4m"))
        try await Clips.ffmpeg([
          "-f", "lavfi", "-i", "testsrc2=s=\(width)x90:r=25:d=0.4", "-pix_fmt", "yuv420p", "-c:v",
          "ffv1", input,
        ])
        let request = try request(input, output, factor: "1")
        guard isTaken else {
          #expect(try await failure(of: request)?.description.contains("168x90") == true)
          continue
        }
        try await run(request)
        #expect(try await Judge.pictureSums(output) == Judge.pictureSums(input))
      }
    }

    /// Unmeasured, not encoded, and one frame a file.
    @Test(arguments: ["voc", "wma", "png", "xyz"])
    func `do not choose the container of a batch`(suffix: String) {
      #expect(Retime.writableSuffix(of: "in.\(suffix)") == nil)
      #expect(Retime.writableSuffix(of: "in.FLV") == "flv")
    }

    @Test func `are listed with their codecs`() throws {
      let all = try Retime.containers()
      let flv = try #require(all.first { $0.name == "flv" })
      #expect(flv.video == ["h264"] && flv.audio == ["aac", "mp3"] && flv.isMeasured)
      let voc = try #require(all.first { $0.name == "voc" })
      #expect(voc.audio == ["pcm"] && !voc.isMeasured && voc.muxer == "avmux_voc")
      #expect(Set(all.map(\.name)).count == all.count)
    }

    /// The error of the plan for a container.
    private func refusal(of container: String) async throws -> RetimeError? {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await source(input)
      let request = try request(input, folder.file("out.bin"), factor: "1") {
        $0.container = container
      }
      return await #expect(throws: RetimeError.self) { try await plan(request) }
    }

    /// Two tracks that other containers need an encoder for.
    private func source(_ path: String) async throws {
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=1", "-f", "lavfi", "-i",
        "sine=f=440:r=48000:d=1", "-c:v", "ffv1", "-c:a", "pcm_s16le", path,
      ])
    }
  }
}
