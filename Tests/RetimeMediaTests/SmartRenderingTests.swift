// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
@testable import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Smart rendering` {
    private static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"]
    private static let hevc = ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1"]

    /// A codec's arguments, and the types of the source and the result.
    struct Stream: Sendable, CustomTestStringConvertible {
      let name: String, arguments: [String], input: String, output: String
      var testDescription: String { "\(name), \(input) to \(output)" }
    }

    static let streams = [
      Stream(
        name: "H.264",
        arguments: h264 + ["-g", "30", "-bf", "3"],
        input: "mp4",
        output: "mp4"
      ),
      Stream(
        name: "H.264 without reordering",
        arguments: h264 + ["-profile:v", "baseline", "-g", "25"],
        input: "mkv",
        output: "mov"
      ),
      Stream(
        name: "H.264 with one reordered frame",
        arguments: h264 + ["-g", "40", "-bf", "2", "-x264-params", "b-pyramid=none"],
        input: "mov",
        output: "mkv"
      ),
      Stream(
        name: "H.264 with start codes",
        arguments: h264 + ["-g", "30", "-bf", "3"],
        input: "ts",
        output: "mp4"
      ),
      Stream(
        name: "H.264 in MPEG-TS",
        arguments: h264 + ["-g", "30", "-bf", "3"],
        input: "mkv",
        output: "ts"
      ),
      Stream(
        name: "HEVC with open GOPs",
        arguments: hevc + ["-x265-params", "keyint=30:open-gop=1:log-level=none"],
        input: "mp4",
        output: "mkv"
      ),
      Stream(
        name: "HEVC from and into MPEG-TS",
        arguments: hevc + ["-x265-params", "keyint=30:open-gop=1:log-level=none"],
        input: "ts",
        output: "ts"
      ),
      Stream(
        name: "HEVC, 10 bits",
        arguments: hevc + ["-pix_fmt", "yuv420p10le", "-x265-params", "keyint=30:log-level=none"],
        input: "mkv",
        output: "mp4"
      ),
      Stream(
        name: "FFV1, all of whose frames are key frames",
        arguments: ["-c:v", "ffv1", "-g", "1"],
        input: "mkv",
        output: "mkv"
      ),
      Stream(
        name: "VP9",
        arguments: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "30"],
        input: "webm",
        output: "webm"
      ),
      Stream(
        name: "VP8 with hidden frames",
        arguments: [
          "-c:v", "libvpx", "-deadline", "realtime", "-g", "30", "-auto-alt-ref", "1",
          "-lag-in-frames", "16", "-b:v", "500k",
        ],
        input: "webm",
        output: "mkv"
      ),
      Stream(
        name: "AV1",
        arguments: ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-g", "30"],
        input: "mkv",
        output: "mp4"
      ),
    ]

    static let edits: [(ranges: [String], holds: [String], timing: JobRequest.FrameTiming)] = [
      (["1.017-1.5=cut", "3.2-4.44=cut", "4.9-5.1=cut"], [], .source),
      (["0-0.7=cut", "2.313-2.9=cut"], ["4=0.5"], .variable),
      (["2-2.5=1/2"], ["5.013=0.4"], .source),
    ]

    @Test(arguments: streams)
    func `Copied frames have the source's sums, others the source's content`(
      stream: Stream
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(stream.input)")
      try await Clips.clip(input, seconds: 6, stream.arguments + ["-an"])
      for (index, edit) in Self.edits.enumerated() {
        let change: (inout JobRequest) throws -> Void = { request in
          request.amount = .asMapped
          request.course = .edits(try MapEdits(ranges: edit.ranges, holds: edit.holds))
          request.frameTiming = edit.timing
        }
        let output = folder.file("\(index).\(stream.output)")
        let lossless = folder.file("\(index)-all.mkv")
        let request = try request(input, output, factor: "1") {
          try change(&$0)
          $0.isSmart = true
        }
        let plan = try await plan(request)
        let track = try #require(plan.tracks.first)
        let (copied, encoded) = (
          try #require(track.copiedFrames), try #require(track.encodedFrames)
        )
        #expect(copied + encoded == track.frames && encoded < copied, "\(plan.changed)")
        try await run(request)
        try await scale(input, lossless, factor: "1") {
          try change(&$0)
          $0.videoEncoder = "avenc_ffv1"
        }
        let (made, wanted) = (
          try await Judge.pictureSums(output), try await Judge.pictureSums(lossless)
        )
        #expect(made.count == wanted.count && made.count == track.frames)
        #expect(zip(made, wanted).count { $0 == $1 } >= copied)
        let (times, rightTimes) = (try await Judge.times(output), try await Judge.times(lossless))
        // MPEG-TS by GStreamer starts at an hour.
        let start = stream.output == "ts" ? times[0] - rightTimes[0] : 0
        #expect(zip(times, rightTimes).allSatisfy { abs($0 - start - $1) < 0.0011 })
        if edit.timing == .source { #expect(try await Judge.complaints(decoding: output) == "") }
        #expect(try await Judge.psnr(output, lossless) > 38)
      }
    }

    @Test func `MPEG-TS has the parameter sets of both at every key frame`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.ts"))
      try await Clips.clip(input, seconds: 6, Self.streams[0].arguments + ["-an"])
      try await scale(input, output, factor: "1") {
        $0.course = .edits(try MapEdits(ranges: ["1.017-1.5=cut", "3.2-4.44=cut"]))
        ($0.amount, $0.isSmart) = (.asMapped, true)
      }
      let sums = try await Judge.pictureSums(output)
      #expect(sums.count == 129)
      // Without its first quarter, which has the first sets.
      let bytes = try folder.bytes(of: "out.ts")
      let tail = try folder.write(bytes[(bytes.count / 188 / 4 * 188)...], to: "tail.ts")
      let rest = try await Judge.pictureSums(tail)
      #expect(rest.count > 60 && sums.suffix(60) == rest.suffix(60))
    }

    @Test(arguments: [streams[0], streams[5]])
    func `A result stays right when other programs remux it`(stream: Stream) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await Clips.clip(input, seconds: 6, stream.arguments + ["-an"])
      try await scale(input, output, factor: "1") {
        $0.course = .edits(try MapEdits(ranges: ["1.017-1.5=cut", "3.2-4.44=cut"]))
        $0.amount = .asMapped
        $0.isSmart = true
      }
      let sums = try await Judge.pictureSums(output)
      for name in ["copy.mkv", "copy.ts", "copy.mov"] {
        let copy = folder.file(name)
        try await Clips.ffmpeg(["-i", output, "-c", "copy", copy])
        #expect(try await Judge.pictureSums(copy) == sums, "\(name)")
      }
    }

    @Test func `A part, loops and other speeds with vfr are copied`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.clip(input, seconds: 6, Self.streams[0].arguments + ["-an"])
      let sums = try await Judge.pictureSums(input)
      let part = folder.file("part.mp4")
      try await scale(input, part, factor: "1") {
        ($0.isSmart, $0.start, $0.end) = (true, RationalTime(13, 10), RationalTime(51, 10))
      }
      // From the key frame at 2 s on; at 30 frames a second, frame 39 is the first and 152 the last.
      let made = try await Judge.pictureSums(part)
      #expect(made.count == 114 && made[21...].prefix(90) == sums[60..<150])
      let slow = folder.file("slow.mp4")
      try await scale(input, slow, factor: "3/2") {
        ($0.isSmart, $0.frameTiming, $0.loops) = (true, .variable, 2)
      }
      #expect(try await Judge.pictureSums(slow) == sums + sums)
      let times = try await Judge.times(slow)
      #expect(times.enumerated().allSatisfy { abs($1 - Double($0) / 20) < 0.0011 })
    }

    @Test func `The certificate of a result is that of any other`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await Clips.clip(input, seconds: 6, Self.streams[0].arguments + ["-c:a", "aac"])
      let request = try request(input, output, factor: "1") {
        $0.course = .edits(try MapEdits(ranges: ["1.017-2.2=cut"]))
        ($0.amount, $0.isSmart, $0.verifies) = (.asMapped, true, true)
      }
      let joined = try #require(try await run(request).verification.first?.joined)
      #expect(joined.copied == joined.identical && joined.copied + joined.encoded == 145)
      #expect(joined.joins.map(\.frames) == [joined.encoded])
      #expect(try await Judge.pictureCount(output) == 145)
    }

    @Test func `A copied frame that differs is a fault, unless all of them do`() {
      let piece = { (from: Int, frames: Int, isCopied: Bool) in
        Plan.Smart.Piece(
          frames: frames,
          start: RationalTime(Int64(from), 10),
          end: RationalTime(Int64(from + frames), 10),
          copied: isCopied ? Plan.Smart.Copied(from: 0, last: 0, pass: 0) : nil
        )
      }
      let smart = Plan.Smart(
        video: Plan.Video(
          timing: .variable,
          granularity: 1,
          orientation: .upright,
          fields: .kept
        ),
        encoder: "x264enc",
        pieces: [piece(0, 10, true), piece(10, 4, false), piece(14, 6, true)],
        decoded: [],
        reordering: 0
      )
      func compared(_ different: Set<Int>, isStrict: Bool) -> (JoinComparison, [String]) {
        var verifier = JoinVerifier(smart, peak: 255)
        for frame in 0..<20 {
          var difference = Difference()
          let value: UInt8 = different.contains(frame) ? 3 : 2
          difference.note([2, 2].span, [2, value].span)
          verifier.take(frame, difference, from: Double(frame) / 10, to: Double(frame + 1) / 10)
        }
        let (comparison, faults) = verifier.finish(isStrict: isStrict)
        return (comparison, faults.map { $0.description })
      }
      let good = compared([10, 12], isStrict: true)
      #expect(good.1.isEmpty && good.0.identical == 16 && good.0.copied == 16)
      #expect(good.0.joins.map(\.frames) == [4] && good.0.joins.first?.start == 1)
      // Two of eight values differ by 1: 48.13 dB and 6.02 dB more.
      #expect(abs((good.0.joins.first?.psnr ?? 0) - 54.15) < 0.01)
      let bad = compared([10, 14, 15], isStrict: false)
      #expect(bad.0.identical == 14 && bad.1.count == 1)
      #expect(compared(Set(0..<20), isStrict: false).1.isEmpty)
      #expect(compared(Set(0..<20), isStrict: true).1.count == 2)
    }

    @Test(arguments: [
      (["-g", "250"], "out.mp4", "could keep its packet"), (["-g", "30"], "out.avi", "joined in"),
    ])
    func `A job that cannot copy encodes all frames and says why`(
      arguments: [String],
      name: String,
      reason: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file(name))
      try await Clips.clip(input, seconds: 4, Self.h264 + arguments + ["-an"])
      let request = try request(input, output, factor: "1") {
        $0.course = .edits(try MapEdits(ranges: ["0-1=cut"]))
        ($0.amount, $0.isSmart) = (.asMapped, true)
      }
      let plan = try await plan(request)
      #expect(plan.tracks.first?.copiedFrames == nil)
      #expect(plan.changed.contains { $0.contains("all of its frames") && $0.contains(reason) })
      try await run(request)
      #expect(try await Judge.pictureSums(output).count == 90)
    }
  }
}
