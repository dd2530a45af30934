// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Luma levels` {
    /// Eight bars whose luma rises by 28 from one to the next, in the given range and with the given tags.
    private static func bars(
      _ path: String,
      _ encoder: [String],
      range: String = "pc",
      size: String = "256x64",
      format: String = "yuv420p",
      tags: [String] = [],
      chroma: (blue: Int, red: Int) = (125, 130)
    ) async throws {
      let level = format.hasSuffix("10le") ? 4 : 1
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "color=size=\(size):rate=25:duration=0.16", "-vf",
          "format=\(format),geq=lum=\(level)*(24+28*floor(X*8/W))"
            + ":cb=\(level)*\(chroma.blue):cr=\(level)*\(chroma.red)",
          "-color_range", range, "-c:v",
        ] + encoder + tags + [path]
      )
    }

    private static let x264 = ["libx264", "-qp", "1", "-preset", "ultrafast"]
    private static let x265 = ["libx265", "-x265-params", "log-level=none:qp=1"]
    private static let bt709 = [
      "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
    ]

    /// Compares the middles of the bars as a player displays them.
    private static func expectSame(
      _ source: String,
      _ result: String,
      width: Int = 256,
      within tolerance: Int
    ) async throws {
      let middles = (0..<8).map { (2 * $0 + 1) * width / 16 }
      let shown = try await Judge.rgb(source, width: width, y: 32, at: middles)
      let made = try await Judge.rgb(result, width: width, y: 32, at: middles)
      #expect(shown.count == 8 && Set(shown).count >= 7)
      for (a, b) in zip(shown, made) {
        #expect(zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }, "\(a) became \(b)")
      }
    }

    @Test(
      arguments: [
        ["mp4", "mp4"], ["mp4", "mkv"], ["mp4", "mov"], ["mov", "mov"], ["mkv", "mp4"],
        ["ts", "ts"],
      ],
      [[], bt709]
    )
    func `Full-range levels stay the same, and H.264 keeps its tags`(
      containers: [String],
      tags: [String]
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (
        folder.file("in.\(containers[0])"), folder.file("out.\(containers[1])")
      )
      try await Self.bars(input, Self.x264, tags: tags)
      try await scale(input, output, factor: "1")
      try await Self.expectSame(input, output, within: 1)
      let (given, made) = (try await Judge.colors(input), try await Judge.colors(output))
      #expect(made.range == "pc" && made.matrix == given.matrix)
      #expect(made.transfer == given.transfer && made.primaries == given.primaries)
    }

    /// GStreamer's demuxers, decoders and muxers assume others for these codecs.
    @Test(
      arguments: [
        ["mov", "rawvideo", "uyvy422", "tv"], ["mov", "v210", "yuv422p10le", "tv"],
        ["mkv", "rawvideo", "yuv420p", "pc"], ["mkv", "libtheora", "yuv420p", "tv"],
        ["mkv", "mpeg4", "yuv420p", "pc"], ["mov", "h263", "yuv420p", "tv"],
      ],
      ["mp4", "mkv", "copy"]
    )
    func `and the tags that the container alone states stay`(source: [String], result: String)
      async throws
    {
      let (container, codec, format) = (source[0], source[1], source[2])
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(container)")
      let tags = Self.bt709 + ["-pix_fmt", format, "-q:v", codec == "libtheora" ? "10" : "1"]
      try await Self.bars(
        input,
        [codec],
        range: source[3],
        size: "176x144",
        format: format == "uyvy422" ? "yuv422p" : format,
        tags: tags,
        chroma: (90, 160)
      )
      let isCopied = result == "copy"
      let output = folder.file("out.\(isCopied ? container : result)")
      try await run(
        request(input, output, factor: "1") { if isCopied { $0.copiesVideo = true } }
      )
      try await Self.expectSame(input, output, width: 176, within: 3)
      let (given, made) = (try await Judge.colors(input), try await Judge.colors(output))
      #expect(made.matrix == "bt709" && made.transfer == "bt709" && made.primaries == "bt709")
      #expect((made.range == "pc") == (given.range == "pc"))
    }

    @Test(arguments: [[], bt709])
    func `Full-range HEVC levels stay the same in QuickTime`(tags: [String]) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.mov"))
      try await Self.bars(input, Self.x265, tags: ["-tag:v", "hvc1"] + tags)
      try await scale(input, output, factor: "1")
      try await Self.expectSame(input, output, within: 1)
      #expect(try await Judge.colors(output).range == "pc")
    }

    @Test(arguments: ["avi", "webm", "ogv"])
    func `Full-range levels stay the same where a codec has limited range only`(
      container: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(container)"))
      try await Self.bars(input, Self.x264)
      try await scale(input, output, factor: "1") {
        if container == "webm" { $0.profile = "video/webm:video/x-vp8" }
      }
      try await Self.expectSame(input, output, within: 2)
    }

    @Test(
      arguments: [
        ["libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-crf", "4", "-b:v", "0"],
        ["libaom-av1", "-usage", "realtime", "-cpu-used", "8", "-crf", "4"],
      ]
    )
    func `A full range that only the stream states is kept`(encoder: [String]) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await Self.bars(input, encoder)
      try await scale(input, output, factor: "1")
      try await Self.expectSame(input, output, within: 2)
    }

    @Test func `HDR without a stated matrix keeps its levels and tags`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mp4"))
      try await Self.bars(
        input,
        ["libx265", "-x265-params", "log-level=none:qp=1:colorprim=bt2020:transfer=smpte2084"],
        range: "tv",
        format: "yuv420p10le",
        chroma: (100, 150)
      )
      try await scale(input, output, factor: "1")
      try await Self.expectSame(input, output, within: 1)
      let made = try await Judge.colors(output)
      #expect(made.transfer == "smpte2084" && made.primaries == "bt2020" && made.matrix == "")
    }

    @Test func `Large frames without stated colorimetry keep their levels and get no tags`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await Self.bars(
        input,
        Self.x264,
        range: "tv",
        size: "640x600",
        chroma: (100, 150)
      )
      try await scale(input, output, factor: "1")
      try await Self.expectSame(input, output, width: 640, within: 1)
      let made = try await Judge.colors(output)
      #expect(made.matrix == "" && made.transfer == "" && made.primaries == "")
    }

    @Test func `Large VP8 frames are BT.601, which its streams cannot state`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.webm"), folder.file("out.mp4"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25:d=0.08", "-c:v", "libvpx", "-deadline",
        "realtime", "-cpu-used", "8", input,
      ])
      try await scale(input, output, factor: "1")
      #expect(try await Judge.colors(output).matrix == "smpte170m")
      let sums = try await Judge.pictureSums(input)
      for rule in [FrameSelection.nearest, .blend] {
        let same = folder.file("\(rule).mkv")
        try await scale(input, same, factor: "1") {
          $0.selection = rule
          $0.videoEncoder = "avenc_ffv1"
        }
        #expect(try await Judge.pictureSums(same) == sums)
        #expect(try await Judge.colors(same).matrix == "smpte170m")
      }
    }

    @Test(arguments: ["webm", "mkv", "mp4"], [Playback.forward, .backward])
    func `RGB in VP9 keeps its channels`(
      container: String,
      playback: Playback
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.webm"), folder.file("out.\(container)"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "color=size=256x64:rate=25:duration=0.16", "-vf",
        "format=gbrp,geq=r=24+28*floor(X*8/W):g=40:b=200-24*floor(X*8/W)", "-c:v", "libvpx-vp9",
        "-lossless", "1", "-deadline", "realtime", "-cpu-used", "8", input,
      ])
      try await scale(input, output, factor: "2") { $0.playback = playback }
      try await Self.expectSame(input, output, within: 4)
      let thumbnail = folder.file("out.jpg")
      try await onThread { try Retime.thumbnail(of: input, to: thumbnail) }
      try await Self.expectSame(input, thumbnail, within: 6)
    }

    @Test(
      arguments: [
        ("mkv", x265), ("mp4", x265), ("mov", ["png"]), ("avi", ["rawvideo"]), ("mkv", ["ffv1"]),
      ],
      ["mp4", "mkv", "mov", "webm"]
    )
    func `Grey frames stay grey`(source: (String, [String]), target: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(source.0)"), folder.file("out.\(target)"))
      try await Self.bars(input, source.1, format: "gray")
      try await scale(input, output, factor: "2")
      try await Self.expectSame(input, output, within: 3)
    }

    @Test func `Grey frames stay grey where a filter restricts the encoder's formats`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mp4"))
      try await Self.bars(input, ["ffv1"], format: "gray")
      try await scale(input, output, factor: "1") {
        $0.videoEncoder = "capsfilter caps=video/x-raw,format=I420 ! x264enc pass=qual quantizer=2"
      }
      try await Self.expectSame(input, output, within: 3)
    }

    @Test(arguments: [
      ("avi", "rawvideo", "bgr24"), ("mkv", "ffv1", "gray"), ("mov", "png", "rgb24"),
    ])
    func `A thumbnail of RGB or grey frames keeps the levels`(
      container: String,
      codec: String,
      format: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(container)"), folder.file("out.jpg"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "color=size=256x64:rate=25:duration=0.16", "-vf",
        "format=gray,geq=lum=24+28*floor(X*8/W),format=\(format)", "-c:v", codec, input,
      ])
      try await onThread { try Retime.thumbnail(of: input, to: output) }
      try await Self.expectSame(input, output, within: 3)
    }

    @Test(arguments: ["pc", "tv"], [[], bt709])
    func `A thumbnail keeps the levels`(range: String, tags: [String]) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.jpg"))
      try await Self.bars(input, Self.x264, range: range, tags: tags)
      try await onThread { try Retime.thumbnail(of: input, to: output) }
      try await Self.expectSame(input, output, within: 2)
    }
  }
}
