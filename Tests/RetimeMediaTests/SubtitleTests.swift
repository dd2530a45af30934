// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Subtitles` {
    static let cues = """
      1
      00:00:00,250 --> 00:00:00,750
      First, <i>slanted</i> & plain

      2
      00:00:01,000 --> 00:00:01,500
      Second

      """

    @Test(arguments: [("mkv", "mkv"), ("mkv", "mp4"), ("mp4", "mkv"), ("mp4", "mov")])
    func `Subtitles are scaled with the video`(from: String, to: String) async throws {
      let folder = try TemporaryFolder()
      let output = folder.file("out.\(to)")
      let input = try await clip(folder, from)
      let report = try await scale(input, output, factor: "2")
      #expect(report.tracks.map(\.kind) == [.video, .audio, .subtitle])
      let shown = try await cues(output)
      #expect(shown.contains("00:00:00,500 --> 00:00:01,500"))
      #expect(shown.contains("00:00:02,000 --> 00:00:03,000"))
      #expect(shown.contains("& plain") && shown.contains("Second"))
      #expect(try await Judge.streams(output).complaints == "")
    }

    @Test(arguments: [0.0, 10])
    func `Subtitles keep their durations for any number of them`(start: Double) async throws {
      let folder = try TemporaryFolder()
      let text = (0..<9).map { index in
        "\(index + 1)\n00:00:0\(index / 5),\(2 * index % 10)00 --> "
          + "00:00:0\(index / 5),\(2 * index % 10 + 1)00\nNo. \(index)\n\n"
      }
      let cues = try folder.write(Array(text.joined().utf8), to: "in.srt")
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.ffmpeg(["-itsoffset", "\(start)", "-i", cues, "-c:s", "srt", input])
      let request = JobRequest.reverse(input: input, output: output)
      let plan = try await plan(request)
      #expect(plan.sourceDuration == start + 1.7, "The end of the last text.")
      try await run(request)
      #expect(try await self.cues(output).components(separatedBy: "No. ").count == 10)
      let slow = try await `Media jobs`.plan(input, output, factor: "2")
      #expect(slow.duration == 2 * start + 3.4)
    }

    @Test(arguments: ["mkv", "mp4"])
    func `Subtitles are reversed with the video`(container: String) async throws {
      let folder = try TemporaryFolder()
      let output = folder.file("out.\(container)")
      try await run(.reverse(input: try await clip(folder, "mkv"), output: output))
      let shown = try await cues(output)
      let second = try #require(shown.range(of: "00:00:00,500 --> 00:00:01,000"))
      let first = try #require(shown.range(of: "00:00:01,250 --> 00:00:01,750"))
      #expect(second.lowerBound < first.lowerBound)
    }

    @Test func `SubStation Alpha keeps its styles, or the plan lists them as dropped`() async throws
    {
      let folder = try TemporaryFolder()
      let text = try folder.write(Array(Self.cues.utf8), to: "in.srt")
      let (styled, input) = (folder.file("in.ass"), folder.file("in.mkv"))
      let film = folder.file("film.mkv")
      try await Clips.clip(film, ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "flac"])
      try await Clips.ffmpeg(["-i", text, styled])
      try await Clips.ffmpeg([
        "-i", film, "-i", styled, "-map", "0", "-map", "1", "-c", "copy", input,
      ])
      for (name, codec) in [("out.mkv", "ass"), ("out.mp4", "mov_text")] {
        let output = folder.file(name)
        let request = try request(input, output, factor: "2")
        let plan = try await plan(request)
        #expect(plan.changed.contains { $0.contains("becomes plain text") } == (codec != "ass"))
        try await run(request)
        let codecs = try await Judge.streams(output).streams.map(\.codec_name)
        #expect(codecs.contains(codec))
        let shown = try await cues(output)
        #expect(shown.contains("00:00:00,500 --> 00:00:01,500") && shown.contains("slanted"))
      }
    }

    @Test func `The plan lists subtitles that the container cannot hold`() async throws {
      let folder = try TemporaryFolder()
      let input = try await clip(folder, "mkv")
      let plan = try await plan(.reverse(input: input, output: folder.file("out.avi")))
      #expect(plan.lost.contains { $0.hasPrefix("subtitle track 2, ") })
      #expect(plan.tracks.map(\.index) == [0, 1])
    }

    /// Two seconds of video and audio with two subtitles.
    private func clip(_ folder: TemporaryFolder, _ container: String) async throws -> String {
      let text = try folder.write(Array(Self.cues.utf8), to: "in.srt")
      let (film, input) = (folder.file("film.mkv"), folder.file("in.\(container)"))
      let sound = container == "mkv" ? "flac" : "aac"
      let codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-c:a", sound]
      try await Clips.clip(film, ["-pix_fmt", "yuv420p"] + codecs)
      let subtitles = container == "mkv" ? "srt" : "mov_text"
      try await Clips.ffmpeg([
        "-i", film, "-i", text, "-map", "0", "-map", "1", "-c", "copy", "-c:s", subtitles, input,
      ])
      return input
    }

    /// The subtitles of a file in SubRip format.
    private func cues(_ path: String) async throws -> String {
      try await Judge.decoded(path, ["-map", "0:s:0", "-f", "srt"], reading: ["-copyts"]).text
    }
  }

  @Suite struct `Track selection` {
    @Test func `Only selected tracks are written, all of them by default`() async throws {
      let folder = try TemporaryFolder()
      let (clip, input) = (folder.file("clip.mkv"), folder.file("in.mkv"))
      try await Clips.clip(clip, seconds: 0.5, ["-c:v", "libx264", "-preset", "ultrafast"])
      try await Clips.ffmpeg([
        "-i", clip, "-map", "0:v", "-map", "0:a", "-map", "0:v", "-map", "0:a", "-c", "copy", input,
      ])
      var request = try request(input, folder.file("out.mkv"), factor: "2")
      var report = try await run(request)
      #expect(report.tracks.map(\.kind) == [.video, .audio, .video, .audio])
      #expect(report.tracks.map(\.duration).allSatisfy { abs($0 - 1) < 0.04 })
      (request.videoTracks, request.audioTracks) = (.track(2), .track(1))
      request.output = folder.file("two.mkv")
      report = try await run(request)
      #expect(report.tracks.map(\.kind) == [.audio, .video])
      #expect(try await Judge.streams(folder.file("two.mkv")).streams.count == 2)
      (request.videoTracks, request.output) = (.track(1), folder.file("none.mkv"))
      let error = try await failure(of: request)
      #expect(error?.kind == .usage)
      #expect(error?.description.contains("has no video track 1: it has 0, 2") ?? false)
    }
  }
}
