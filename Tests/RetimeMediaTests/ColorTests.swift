// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Colorimetry of outputs` {
    /// Bars of eight colours, each 40 pixels wide, in the given pixel format and colorimetry.
    static func bars(
      _ path: String,
      matrix: String = "bt709",
      range: String = "tv",
      format: String = "yuv420p",
      _ options: [String]
    ) async throws {
      // The matrix by the filter's name and by the encoder's.
      let converted = matrix == "bt2020nc" ? "bt2020" : matrix
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "pal75bars=size=320x180:rate=10:duration=0.5", "-vf",
          "format=gbrp,scale=out_color_matrix=\(converted):out_range=\(range),format=\(format)",
          "-colorspace", matrix == "bt601" ? "smpte170m" : matrix, "-color_range", range,
        ] + options + [path]
      )
    }

    /// HDR10 at 10 bits: PQ, BT.2020, a display of 1000 nits, content of up to 800 nits.
    static func hdr(_ path: String, transfer: String = "smpte2084") async throws {
      try await bars(
        path,
        matrix: "bt2020nc",
        format: "yuv420p10le",
        [
          "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
          "log-level=none:crf=10:hdr10=1:repeat-headers=1:colorprim=bt2020:transfer=\(transfer):"
            + "colormatrix=bt2020nc:range=limited:max-cll=800,200:master-display="
            + "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
        ]
      )
    }

    @Test(arguments: ["mp4", "mov", "mkv", "webm", "ts"])
    func `HDR keeps its bit depth, transfer, primaries and metadata`(container: String) async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(container)"))
      try await Self.hdr(input)
      try await scale(input, output, factor: "2")
      let made = try await Judge.colors(output)
      #expect(made.format == "yuv420p10le" && made.range == "tv" && made.matrix == "bt2020nc")
      #expect(made.transfer == "smpte2084" && made.primaries == "bt2020")
      #expect(made.displayPeak == 1000 && made.brightest == 800)
    }

    @Test(arguments: ["mp4", "mkv"], [["-color_range", "pc"], ["-colorspace", "bt709"]])
    func `AV1 states its range and matrix`(container: String, colors: [String]) async throws {
      let folder = try TemporaryFolder()
      // From 2.1 on, GStreamer's demuxer of MP4 drops the record with the level.
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(container)"))
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=0.4", "-c:v", "libaom-av1",
          "-usage", "realtime", "-cpu-used", "8",
        ] + colors + [input]
      )
      let plan = try await plan(input, output, factor: "1")
      #expect(plan.tracks[0].codec == "av1" && plan.changed.isEmpty)
      try await scale(input, output, factor: "1")
      let (found, made) = (try await Judge.colors(input), try await Judge.colors(output))
      #expect(made.range == found.range && made.matrix == found.matrix)
      #expect(made.range == (colors[1] == "pc" ? "pc" : "tv"))
      #expect(try await Judge.psnr(output, input) > 35)
    }

    @Test func `The plan lists the colorimetry that a format cannot hold`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.ogv"))
      try await Self.hdr(input)
      let plan = try await plan(input, output, factor: "1")
      #expect(plan.changed.contains("video track 0: 10 bits become 8, which theora takes"))
      #expect(plan.lost.contains { $0.contains("that it is HDR (PQ, BT.2020)") })
      #expect(plan.lost.contains { $0.contains("how bright it gets (800:200)") })
    }

    @Test(
      arguments: ["mp4", "mkv", "webm", "ogv", "avi"],
      [["bt709", "tv"], ["bt709", "pc"], ["bt601", "tv"]]
    )
    func `Colours look the same in other containers`(container: String, source: [String])
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(container)"))
      let name = source[0] == "bt601" ? "smpte170m" : source[0]
      try await Self.bars(
        input,
        matrix: source[0],
        range: source[1],
        ["-c:v", "libx264", "-qp", "8", "-color_primaries", name, "-color_trc", name]
      )
      try await scale(input, output, factor: "1")
      try await Self.expectSameColors(input, output, within: 5)
      if container == "mp4" || container == "mkv" {
        #expect(try await Judge.colors(output).range == source[1])
      }
    }

    @Test(
      arguments: [
        ["webm", "video/webm:video/x-vp8"],
        ["mov", "video/quicktime,variant=apple:video/x-prores"],
      ]
    )
    func `Colours look the same in other codecs`(target: [String]) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(target[0])"))
      let description = ["-color_primaries", "bt709", "-color_trc", "bt709"]
      try await Self.bars(input, range: "pc", ["-c:v", "libx264", "-qp", "8"] + description)
      try await scale(input, output, factor: "1") { $0.profile = target[1] }
      try await Self.expectSameColors(input, output, within: 5)
    }

    @Test func `Colours look the same in JPEG, which has one colorimetry`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mov"))
      try await Self.bars(input, matrix: "bt601", ["-c:v", "libx264", "-qp", "8"])
      try await scale(input, output, factor: "1") { $0.videoEncoder = "jpegenc quality=95" }
      try await Self.expectSameColors(input, output, within: 5)
    }

    /// Compares the middles of the bars as a player displays them.
    static func expectSameColors(
      _ first: String,
      _ second: String,
      within tolerance: Int
    ) async throws {
      let middles = (0..<8).map { 40 * $0 + 20 }
      let shown = try await Judge.rgb(first, width: 320, y: 90, at: middles)
      let made = try await Judge.rgb(second, width: 320, y: 90, at: middles)
      #expect(shown.count == 8 && Set(shown).count == 8)
      for (a, b) in zip(shown, made) {
        #expect(zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }, "\(a) became \(b)")
      }
    }

    @Test(arguments: ["mp4", "ts", "webm", "ogv", "avi"])
    func `The pixel aspect ratio is kept`(container: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(container)"))
      try await Clips.clip(input, ["-an", "-vf", "setsar=3/2", "-c:v", "libx264"])
      try await scale(input, output, factor: "0.5")
      #expect(try await Judge.colors(output).aspect == "3:2")
    }
  }

  @Suite struct `Transparency` {
    /// A frame that is transparent at the left and opaque at the right.
    static func clip(_ path: String, _ options: [String]) async throws {
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "testsrc2=size=128x72:rate=10:duration=0.5", "-vf",
          "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*X/W'",
        ] + options + [path]
      )
    }

    @Test(
      arguments: [
        ["in.mov", "png", "rgba", "out.mov", "png"],
        ["in.mov", "qtrle", "argb", "out.mkv", "ffv1"],
        ["in.mov", "prores_ks", "yuva444p10le", "out.mov", "prores"],
        ["in.mov", "prores_ks", "yuva444p10le", "out.mkv", "prores"],
        ["in.mkv", "ffv1", "bgra", "out.mkv", "ffv1"],
        ["in.webm", "libvpx-vp9", "yuva420p", "out.mkv", "ffv1"],
      ]
    )
    func `Transparency is kept where codec and container hold it`(test: [String]) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file(test[0]), folder.file(test[3]))
      try await Self.clip(input, ["-c:v", test[1], "-pix_fmt", test[2]])
      try await scale(input, output, factor: "2")
      #expect(try await Judge.colors(output).codec == test[4])
      let (least, mean) = try await Judge.opacity(output)
      #expect(least < 4 && abs(mean - 126.5) < 2)
    }

    @Test(arguments: ["mp4", "webm"])
    func `The plan lists transparency as dropped elsewhere`(container: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.webm"), folder.file("out.\(container)"))
      try await Self.clip(input, ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p"])
      let plan = try await plan(input, output, factor: "1")
      #expect(plan.lost.contains { $0.contains("its transparency") })
      try await scale(input, output, factor: "1")
      #expect(try await Judge.pictureSums(output).count == 5)
    }
  }
}
