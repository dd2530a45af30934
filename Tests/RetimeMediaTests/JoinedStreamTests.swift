// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `A joined stream` {
    private static let edit = ["1.017-1.5=cut", "3.2-4.44=cut"]

    /// Returns the entries of a video track by ffprobe, a line for each packet or frame.
    private func entries(_ path: String, _ entries: String) async throws -> [Substring] {
      try await Judge.entries(entries, of: path, ["-select_streams", "v:0"]).split(separator: "\n")
    }

    /// Renders a clip with cuts smartly, and returns the path of the result.
    private func joined(
      _ arguments: [String],
      _ input: String,
      _ output: String,
      in folder: TemporaryFolder
    ) async throws -> String {
      let (input, output) = (folder.file(input), folder.file(output))
      try await Clips.clip(input, seconds: 6, arguments + ["-an"])
      let request = try request(input, output, factor: "1") {
        $0.course = .edits(try MapEdits(ranges: Self.edit))
        ($0.amount, $0.isSmart) = (.asMapped, true)
      }
      let plan = try await plan(request)
      #expect((plan.tracks.first?.joins ?? 0) > 0, "\(plan.changed)")
      try await run(request)
      return output
    }

    @Test(arguments: [
      ("in.mp4", ["-c:v", "libx264", "-g", "30", "-x264-params", "repeat-headers=1"]),
      ("in.ts", ["-c:v", "libx264", "-g", "30", "-preset", "veryfast"]),
      (
        "in.mkv",
        ["-c:v", "libx265", "-preset", "ultrafast"]
          + ["-x265-params", "keyint=30:repeat-headers=1:log-level=none"]
      ),
    ])
    func `A source that repeats its parameter sets stays right as MPEG-TS`(
      name: String,
      arguments: [String]
    ) async throws {
      let folder = try TemporaryFolder()
      let output = try await joined(
        arguments + ["-pix_fmt", "yuv420p"],
        name,
        "out.mp4",
        in: folder
      )
      let copy = folder.file("copy.ts")
      try await Clips.ffmpeg(["-i", output, "-c", "copy", copy])
      let sums = try await Judge.pictureSums(output)
      #expect(try await sums == Judge.pictureSums(copy) && sums.count == 129)
    }

    @Test(
      arguments: [
        ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"],
        ["-c:v", "libaom-av1", "-usage", "realtime", "-cpu-used", "8"],
      ],
      [["-color_range", "pc"], ["-colorspace", "bt709"], []]
    )
    func `Encoded frames state the colors of the source`(
      codec: [String],
      colors: [String]
    ) async throws {
      let folder = try TemporaryFolder()
      let output = try await joined(codec + ["-g", "30"] + colors, "in.mkv", "out.mp4", in: folder)
      let labels = "frame=color_range,color_space"
      let made = try await entries(output, labels)
      #expect(made.count == 129 && Set(made).count == 1)
      #expect(Set(made) == Set(try await entries(folder.file("in.mkv"), labels)))
      // A second description would be that of the encoder.
      let bytes = try folder.bytes(of: "out.mp4")
      let place = try #require(Data(bytes).range(of: Data("stsd".utf8))).upperBound
      #expect(bytes[place + 4..<place + 8].elementsEqual([0, 0, 0, 1]))
    }

    @Test func `A copy has the key frames of the source only`() async throws {
      let folder = try TemporaryFolder()
      // An intra frame at 1 s, which is no IDR frame, as it is too near to the first.
      let input = folder.file("in.mp4")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=30:duration=1", "-f", "lavfi", "-i",
        "mandelbrot=size=160x120:rate=30", "-filter_complex", "[0][1]concat", "-t", "4", "-c:v",
        "libx264", "-pix_fmt", "yuv420p", "-x264-params", "keyint=60:min-keyint=59", input,
      ])
      let intra = try await entries(input, "frame=pict_type").filter { $0.hasPrefix("I") }
      let flags = "packet=pts_time,flags"
      let keys = try await entries(input, flags).filter { $0.contains("K") }
      #expect(intra.count > keys.count && keys.count == 2)
      for name in ["out.mp4", "out.mkv"] {
        let output = folder.file(name)
        try await scale(input, output, factor: "1") { $0.copiesVideo = true }
        let copied = try await entries(output, flags).filter { $0.contains("K") }
        #expect(copied.count == keys.count, "\(name)")
      }
      let stream = folder.file("in.ts")
      try await Clips.ffmpeg(["-i", input, "-c", "copy", stream])
      try await scale(stream, folder.file("ts.mp4"), factor: "1") { $0.copiesVideo = true }
      let found = try await entries(folder.file("ts.mp4"), flags)
      #expect(found.count { $0.contains("K") } == keys.count)
    }
  }
}
