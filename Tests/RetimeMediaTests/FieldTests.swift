// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Interlaced video` {
    /// Discs that move over a still pattern at 50 progressive frames a second, and the same at 25 interlaced frames.
    static func clips(
      _ whole: String,
      _ interlaced: String,
      isTopFirst: Bool = true,
      _ options: [String]
    ) async throws {
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "color=size=192x108:rate=50:duration=0.8", "-vf",
          "format=gray,geq=lum='128+50*sin(X/9+Y/23)+60*lt(hypot(X-30-150*T,Y-54),20)',format=yuv420p",
          "-c:v", "libx264", "-qp", "0", whole,
        ]
      )
      let (rule, order) =
        isTopFirst ? ("interleave_top", "tff") : ("interleave_bottom", "bff")
      try await Clips.ffmpeg(
        ["-i", whole, "-vf", "tinterlace=\(rule),setfield=\(order)", "-flags", "+ilme+ildct"]
          + options + [interlaced]
      )
    }

    /// The codec leaves the field order to the container, or GStreamer's muxer drops it.
    @Test(
      arguments: [
        ["in.mkv", "mpeg2video", "out.mkv"], ["in.mkv", "ffv1", "out.mkv"],
        ["in.mov", "prores_ks", "out.mov"], ["in.mov", "mjpeg", "out.mkv"],
        ["in.mp4", "libx264", "copy.mov"], ["in.mov", "v210", "copy.mov"],
      ],
      [true, false]
    )
    func `keep their field order`(test: [String], isTopFirst: Bool) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file(test[0]), folder.file(test[2]))
      var options = ["-c:v", test[1], "-q:v", "2", "-top", isTopFirst ? "1" : "0"]
      if test[1] == "libx264" { options += ["-x264-params", isTopFirst ? "tff=1" : "bff=1"] }
      if test[1] == "v210" { options += ["-pix_fmt", "yuv422p10le"] }
      if test[1] == "mjpeg" { options += ["-pix_fmt", "yuvj422p", "-flags", "-ilme-ildct"] }
      try await Self.clips(folder.file("whole.mkv"), input, isTopFirst: isTopFirst, options)
      try await run(
        request(input, output, factor: "1") {
          $0.deinterlacing = .off
          if test[2].hasPrefix("copy") { $0.copiesVideo = true }
        }
      )
      let order = try await Judge.colors(output).fields
      #expect(order.first == (isTopFirst ? "t" : "b"), "\(order)")
    }

    static let ffv1 = "video/x-matroska:video/x-ffv,ffvversion=1"

    @Test(
      arguments: [
        ["in.mp4", "libx264", "tff"], ["in.mkv", "libx264", "bff"], ["in.ts", "mpeg2video", "tff"],
        ["in.mov", "prores_ks", "tff"], ["in.mkv", "ffv1", "tff"], ["in.mov", "ffv1", "bff"],
      ]
    )
    func `Deinterlacing keeps the frame count, forwards and backwards`(test: [String]) async throws
    {
      let folder = try TemporaryFolder()
      let (whole, input) = (folder.file("whole.mkv"), folder.file(test[0]))
      let isTopFirst = test[2] == "tff"
      let rate = ["-q:v", "2", "-qp", "6", "-top", isTopFirst ? "1" : "0"]
      let fields = test[1] == "libx264" ? ["-x264-params", "\(test[2])=1"] : []
      try await Self.clips(
        whole,
        input,
        isTopFirst: isTopFirst,
        ["-c:v", test[1]] + rate + fields
      )
      let combs = try await Judge.interlaced(input)
      #expect(combs.top + combs.bottom >= 15)
      let (made, back) = (folder.file("made.mkv"), folder.file("back.mkv"))
      try await scale(input, made, factor: "1") { $0.profile = Self.ffv1 }
      try await scale(input, back, factor: "1") {
        $0.profile = Self.ffv1
        $0.playback = .backward
      }
      let (counts, unit) = try await Judge.timestamps(made)
      #expect(unit == "1/1000" && counts == (0..<20).map { Int64($0) * 40 })
      let left = try await Judge.interlaced(made)
      // The first frame has no neighbour before it, and idet looks at three at once.
      #expect(left.top + left.bottom <= 4)
      // The first fields are every other one of the progressive frames.
      let half = "select='eq(mod(n,2),0)'"
      #expect(try await Judge.psnr(made, whole, filter: half) > 43)
      #expect(try await Judge.psnr(input, whole, filter: half) < 40)
      #expect(try await Judge.psnr(back, whole, filter: "\(half),reverse") > 43)
      #expect(try await Judge.colors(made).fields != "tt")
    }

    @Test(arguments: [Playback.forward, .backward])
    func `Fields are kept on demand, in playback order`(
      playback: Playback
    ) async throws {
      let folder = try TemporaryFolder()
      let (whole, input, output) = (
        folder.file("whole.mkv"), folder.file("in.mp4"), folder.file("out.mp4")
      )
      try await Self.clips(
        whole,
        input,
        ["-c:v", "libx264", "-qp", "6", "-x264-params", "tff=1"]
      )
      try await scale(input, output, factor: "1") {
        $0.deinterlacing = .off
        $0.playback = playback
      }
      let found = try await Judge.interlaced(output)
      #expect((playback == .forward ? found.top : found.bottom) >= 15)
      #expect(try await Judge.colors(output).fields == (playback == .forward ? "tt" : "bb"))
    }

    @Test func `The plan lists deinterlacing`() async throws {
      let folder = try TemporaryFolder()
      let (whole, input) = (folder.file("whole.mkv"), folder.file("in.mp4"))
      try await Self.clips(whole, input, ["-c:v", "libx264", "-x264-params", "tff=1"])
      let plan = { (input: String, output: String, mode: JobRequest.Deinterlacing) in
        try await `Media jobs`.plan(input, output, factor: "2") { $0.deinterlacing = mode }
      }
      let text = "video track 0: it is deinterlaced: each frame is computed from its first field"
      let (mp4, webm) = (folder.file("out.mp4"), folder.file("out.webm"))
      #expect(try await plan(input, mp4, .automatic).changed == [text])
      #expect(try await plan(whole, mp4, .automatic).changed == [])
      #expect(try await plan(whole, mp4, .on).changed == [text])
      #expect(try await plan(input, mp4, .off).changed == [])
      #expect(
        try await plan(input, webm, .off).lost.contains(
          "video track 0: that its frames are interlaced; they will show combing"
        )
      )
    }

    @Test func `Separately coded fields are copied, and refused by name otherwise`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1", "-c:v", "libx265",
        "-x265-params", "interlace=tff:log-level=error", "-pix_fmt", "yuv420p", input,
      ])
      let error = await #expect(throws: RetimeError.self) {
        try await scale(input, output, factor: "2")
      }
      #expect(error?.kind == .missingCodec)
      #expect(error.map { "\($0)".contains("coded as separate fields") } == true)
      try await scale(input, output, factor: "2") { $0.copiesVideo = true }
      #expect(try await Judge.timestamps(output).counts.count == 25)
    }
  }
}
