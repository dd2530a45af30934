// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Reversed video` {
    /// An encoder's options, and the file's extension.
    struct Source: Sendable, CustomTestStringConvertible {
      var name: String
      var type = "mp4"
      var options: [String]
      var testDescription: String { "\(name) in \(type)" }
    }

    static let sources = [
      Source(name: "B-frames", options: h264 + ["-g", "12", "-bf", "3", "-b_strategy", "0"]),
      Source(name: "one group", options: h264 + ["-g", "1000", "-bf", "2"]),
      Source(
        name: "open groups",
        type: "mkv",
        options: h264 + ["-g", "12", "-bf", "3", "-x264-params", "open-gop=1"]
      ),
      Source(
        name: "open groups",
        type: "ts",
        options: h264 + ["-g", "12", "-bf", "2", "-x264-params", "open-gop=1"]
      ),
      Source(name: "MPEG-2", type: "mpg", options: ["-c:v", "mpeg2video", "-bf", "2", "-g", "12"]),
      Source(name: "MPEG-4", type: "avi", options: ["-c:v", "mpeg4", "-bf", "2", "-g", "10"]),
      Source(
        name: "VP9",
        type: "webm",
        options: ["-c:v", "libvpx-vp9", "-g", "20", "-cpu-used", "8"]
      ),
      Source(name: "Theora", type: "ogv", options: ["-c:v", "libtheora", "-g", "16"]),
      Source(name: "MJPEG", type: "mov", options: ["-c:v", "mjpeg"]),
      Source(name: "FFV1", type: "mkv", options: ["-c:v", "ffv1", "-g", "1"]),
    ]

    @Test func `Reversed video keeps its transparency`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.webm"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i",
        "testsrc2=size=64x48:rate=25:duration=1,format=yuva420p,geq=lum='lum(X,Y)':a='X*4'", "-c:v",
        "libvpx-vp9", "-g", "10", "-cpu-used", "8", "-pix_fmt", "yuva420p", input,
      ])
      try await reverse(input, output)
      // ffmpeg's own VP9 decoder drops transparency.
      let forward = try await Judge.pictureSums(input, decoder: "libvpx-vp9")
      #expect(forward.count == 25)
      #expect(try await Judge.pictureSums(output) == forward.reversed())
    }

    @Test(arguments: sources)
    func `Reversed frames are the forward frames in the opposite order`(source: Source) async throws
    {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(source.type)")
      let files = ["forward.mkv", "once.mkv", "twice.mkv"].map(folder.file)
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=2"] + source.options + [input]
      )
      let lossless = "avenc_ffv1 gop-size=1"
      try await scale(input, files[0], factor: "1") {
        $0.frameTiming = .variable
        $0.videoEncoder = lossless
      }
      try await reverse(input, files[1]) { $0.videoEncoder = lossless }
      try await reverse(files[1], files[2]) { $0.videoEncoder = lossless }
      let forward = try await Judge.pictureSums(files[0])
      #expect(forward.count >= 48)
      #expect(try await Judge.pictureSums(files[1]) == forward.reversed())
      #expect(try await Judge.pictureSums(files[2]) == forward)
      let times = try await Judge.timestamps(files[0])
      #expect(try await Judge.timestamps(files[2]) == times)
    }

    @Test(arguments: [16, 4_096])
    func `A small memory limit does not change the reversed frames`(megabytes: Int) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=2", "-g", "100"] + h264
          + [input]
      )
      try await reverse(input, output) {
        $0.videoEncoder = "avenc_ffv1 gop-size=1"
        $0.maximumMemory = megabytes << 20
      }
      let forward = try await Judge.pictureSums(input)
      #expect(try await Judge.pictureSums(output) == forward.reversed())
    }

    @Test func `Frame times are mirrored, and restored by a second reversal`() async throws {
      let folder = try TemporaryFolder()
      let files = ["in.mkv", "once.mkv", "twice.mkv"].map(folder.file)
      let lumas: [UInt8] = [16, 40, 60, 80, 100, 120, 140, 160]
      try await Clips.lumas(
        lumas,
        rate: "1000",
        filter: "settb=1/1000,setpts='if(lt(N,4),N*40,160+(N-4)*100)'",
        options: ["-enc_time_base", "1:1000"],
        to: files[0]
      )
      let encoder = "avenc_ffv1 gop-size=1"
      try await reverse(files[0], files[1]) { $0.videoEncoder = encoder }
      try await reverse(files[1], files[2]) { $0.videoEncoder = encoder }
      #expect(try await Judge.lumas(files[1]) == lumas.reversed())
      let (before, middle, after) = (
        try await Judge.timestamps(files[0]), try await Judge.timestamps(files[1]),
        try await Judge.timestamps(files[2])
      )
      #expect(before.counts == [0, 40, 80, 120, 160, 260, 360, 460])
      #expect(after.counts == before.counts)
      // The first lasts for the duration stored for the last frame, which is not the gap before that.
      let gaps = zip(middle.counts.dropFirst(), middle.counts).map { $0 - $1 }
      #expect(gaps.dropFirst() == [100, 100, 100, 40, 40, 40])
    }

    @Test func `A reversed cut from within a GOP starts where the cut starts`() async throws {
      let folder = try TemporaryFolder()
      let files = ["whole.mp4", "cut.mp4", "out.mkv", "forward.mkv"].map(folder.file)
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=3", "-g", "25", "-bf", "2"]
          + h264 + [files[0]]
      )
      try await Clips.ffmpeg(["-ss", "1.3", "-i", files[0], "-c", "copy", files[1]])
      let encoder = "avenc_ffv1 gop-size=1"
      try await reverse(files[1], files[2]) { $0.videoEncoder = encoder }
      try await scale(files[1], files[3], factor: "1") {
        $0.frameTiming = .variable
        $0.videoEncoder = encoder
      }
      let forward = try await Judge.pictureSums(files[3])
      #expect(forward.count >= 42)
      #expect(try await Judge.pictureSums(files[2]) == forward.reversed())
    }

    @Test(arguments: [("0.5", "1.5", 15..<45), (nil, "1", 0..<30)])
    func `A trim range is reversed exactly`(
      start: String?,
      end: String?,
      frames: Range<Int>
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mkv"))
      try await Clips.clip(input, h264 + ["-g", "20", "-bf", "2", "-c:a", "aac"])
      let forward = try await Judge.pictureSums(input)
      try await reverse(input, output) {
        $0.start = try start.map(RationalTime.init(parsing:))
        $0.end = try end.map(RationalTime.init(parsing:))
        $0.videoEncoder = "avenc_ffv1 gop-size=1"
        $0.audioTracks = .none
      }
      #expect(try await Judge.pictureSums(output) == forward[frames].reversed())
    }

    @Test(arguments: ["mp4", "mkv", "ts"])
    func `A trim range that ends among reordered frames is reversed completely`(
      container: String
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(container)")
      try await Clips.clip(input, h264 + ["-g", "20", "-bf", "2", "-an"])
      let forward = try await Judge.pictureSums(input)
      for count in [37, 42] {
        for isForward in [true, false] {
          let output = folder.file("\(count)-\(isForward).mkv")
          let change = { (options: inout JobRequest) in
            options.end = RationalTime(Int64(count), 30)
            options.videoEncoder = "avenc_ffv1 gop-size=1"
          }
          if isForward {
            try await scale(input, output, factor: "1", change)
          } else {
            try await reverse(input, output, change)
          }
          let made = try await Judge.pictureSums(output)
          let wanted = Array(forward[..<count])
          #expect(made == (isForward ? wanted : wanted.reversed()), "After \(count) frames.")
        }
      }
    }

    @Test func `Reversed video and audio stay in sync, and a boomerang has both twice`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.flashes(at: [0.4, 1.1], length: 0.2, seconds: 2, to: input)
      try await reverse(input, output) { $0.videoEncoder = "avenc_ffv1 gop-size=1" }
      #expect(try await flashes(output) == [0.7, 1.4])
      #expect(try await beeps(output) == [0.7, 1.4])
      try await reverse(input, output) {
        $0.playback = .boomerang
        $0.videoEncoder = "avenc_ffv1 gop-size=1"
      }
      #expect(try await flashes(output) == [0.4, 1.1, 2.7, 3.4])
      #expect(try await beeps(output) == [0.4, 1.1, 2.7, 3.4])
    }

    @Test func `Reversed frames are verified against the source on demand`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.clip(input, channels: 2, h264 + ["-c:a", "flac"])
      let exact = try await reverse(input, output) {
        $0.videoEncoder = "avenc_ffv1 gop-size=1"
        $0.verifies = true
      }
      #expect(exact.verification.map(\.isIdentical) == [true, true])
      #expect(exact.verification.map(\.frames) == [60, 96_000])
      let lossy = try await reverse(input, folder.file("out.mp4")) {
        $0.verifies = true
      }
      let quality = lossy.verification.map { $0.psnr ?? .infinity }
      #expect(lossy.verification.map(\.missing) == [0, 0])
      #expect(quality.allSatisfy { $0 > 35 })
      #expect(lossy.verification.first?.isIdentical == false)
    }

    /// The times at which the video turns white, in tenths of a second.
    private func flashes(_ path: String) async throws -> [Double] {
      let lumas = try await Judge.lumas(path)
      let times = try await Judge.timestamps(path).counts
      return Self.rises(lumas.map { $0 > 128 }).map { (Double(times[$0]) / 100).rounded() / 10 }
    }

    /// The times at which the tone starts, in tenths of a second.
    private func beeps(_ path: String) async throws -> [Double] {
      let sound = try await Judge.sound(path)
      let isLoud = stride(from: 0, to: sound.count - 480, by: 480).map { start in
        sound[start..<start + 480].contains { abs($0) > 0.1 }
      }
      return Self.rises(isLoud).map { (Double($0) / 10).rounded() / 10 }
    }

    private static func rises(_ states: [Bool]) -> [Int] {
      states.indices.filter { states[$0] && ($0 == 0 || !states[$0 - 1]) }
    }
  }
}
