// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Subtitle files` {
    private static let srt = """
      1
      00:00:01,000 --> 00:00:02,500
      <i>One</i> & two

      2
      00:00:03,000 --> 00:00:04,000
      Three


      """

    private static let ass = """
      [Script Info]
      ScriptType: v4.00+

      [V4+ Styles]
      Format: Name, Fontname, Fontsize
      Style: Default,Arial,20

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\k50}Hel{\\k100}lo
      Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\fad(200,300)}Bye

      """

    private func text(_ path: String) throws -> String {
      try String(contentsOfFile: path, encoding: .utf8)
    }

    /// The start, end and text of each line, in ffmpeg's eyes.
    private func cues(_ path: String, track: String = "0:s:0") async throws -> [String] {
      let text = try await Judge.decoded(path, ["-map", track, "-f", "srt"]).text
      return text.components(separatedBy: "\n\n").map { $0.components(separatedBy: "\n") }
        .filter { $0.count >= 3 }.map { $0[1...].joined(separator: " ") }
    }

    @Test func `The conversion of film speed to PAL speed is exact to the millisecond`()
      async throws
    {
      let folder = try TemporaryFolder()
      let input = try folder.write(Array(Self.srt.utf8), to: "in.srt")
      let output = folder.file("out.srt")
      try await run(request(input, output, factor: "24/25") { $0.verifies = true })
      #expect(
        try text(output) == """
          1
          00:00:00,960 --> 00:00:02,400
          <i>One</i> & two

          2
          00:00:02,880 --> 00:00:03,840
          Three


          """
      )
    }

    @Test(arguments: ["srt", "vtt", "ass", "ttml", "lrc", "sbv"])
    func `Each format is written from SubRip, and read by its own reader`(format: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let input = try folder.write(Array(Self.srt.utf8), to: "in.srt")
      let output = folder.file("out." + format)
      try await run(request(input, output, factor: "2") { $0.verifies = true })
      let info = try await onThread { try Retime.info(output) }
      #expect(info.tracks.map(\.kind) == [.subtitle] && info.tracks.first?.frames == 2)
      guard !["sbv", "ttml"].contains(format) else { return }
      // An empty line of lyrics, which ends the one before it, is a text in ffmpeg.
      let text = try await Judge.decoded(output, ["-map", "0:s:0", "-f", "srt"]).text
      for start in ["00:00:02,000 -->", "00:00:06,000 -->"] { #expect(text.contains(start)) }
    }

    @Test func `Cuts, holds and reversal move lines as they move the film`() async throws {
      let folder = try TemporaryFolder()
      let input = try folder.write(Array(Self.srt.utf8), to: "in.srt")
      let output = folder.file("out.srt")
      var request = JobRequest(input: input, output: output, amount: .asMapped)
      request.overwrites = true
      request.course = .edits(try MapEdits(ranges: ["1.5-3.5=cut"]))
      try await run(request)
      #expect(
        try await cues(output) == [
          "00:00:01,000 --> 00:00:01,500 <i>One</i> & two", "00:00:01,500 --> 00:00:02,000 Three",
        ]
      )
      request = .reverse(input: input, output: output)
      request.overwrites = true
      try await run(request)
      #expect(
        try await cues(output) == [
          "00:00:00,000 --> 00:00:01,000 Three", "00:00:01,500 --> 00:00:03,000 <i>One</i> & two",
        ]
      )
    }

    @Test func `Karaoke of a line that a part begins with keeps its times`() async throws {
      let folder = try TemporaryFolder()
      let input = try folder.write(Array(Self.ass.utf8), to: "in.ass")
      let output = folder.file("out.ass")
      try await run(
        request(input, output, factor: "1") { $0.start = RationalTime(6, 5) }
      )
      let lines = try text(output).split(separator: "\n").suffix(2)
      #expect(
        lines == [
          "Dialogue: 0,0:00:00.00,0:00:01.30,Default,,0,0,0,,{\\k30}Hel{\\k100}lo",
          "Dialogue: 0,0:00:01.80,0:00:02.80,Default,,0,0,0,,{\\fad(200,300)}Bye",
        ]
      )
    }

    @Test func `A file beside a film becomes a track, with its styles and its language`()
      async throws
    {
      let folder = try await Clips.folderWithClip()
      let film = folder.file("in.mkv")
      let files = [
        try folder.write(Array(Self.srt.utf8), to: "in.de.srt"),
        try folder.write(Array(Self.ass.utf8), to: "in.en.ass"),
      ]
      let output = folder.file("out.mkv")
      try await run(
        request(film, output, factor: "2") {
          $0.subtitleFiles = files
          $0.verifies = true
        }
      )
      let streams = try await Judge.entries("stream=codec_name:stream_tags=language", of: output)
      #expect(streams.contains("subrip") && streams.contains("ass"))
      #expect(streams.contains("ger") && streams.contains("eng"))
      #expect(try await cues(output).first == "00:00:02,000 --> 00:00:04,000 <i>One</i> & two")
      let styled = try await Judge.decoded(output, ["-map", "0:s:1", "-f", "ass"]).text
      #expect(styled.contains("{\\k100}Hel{\\k200}lo"))
    }

    @Test func `A container without text gets a file beside it, which is never replaced unasked`()
      async throws
    {
      let folder = try await Clips.folderWithClip()
      let film = folder.file("in.mkv")
      let subtitles = try folder.write(Array(Self.srt.utf8), to: "in.srt")
      let (output, sidecar) = (folder.file("out.avi"), folder.file("out.srt"))
      let request = try request(film, output, factor: "2") { $0.subtitleFiles = [subtitles] }
      try await run(request)
      #expect(try text(sidecar).contains("00:00:02,000 --> 00:00:04,000"))
      try FileManager.default.removeItem(atPath: output)
      let error = try await failure(of: request)
      #expect(error?.kind == .cannotCreate && error?.description.contains("out.srt") ?? false)
      #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test func `A file that holds no subtitles is refused before work`() async throws {
      let folder = try await Clips.folderWithClip()
      let film = folder.file("in.mkv")
      let other = try folder.write(Array("no subtitles".utf8), to: "in.txt")
      for (name, kind) in [(other, RetimeError.Kind.badInput), ("nothing.srt", .cannotOpen)] {
        let error = try await failure(
          of: request(film, folder.file("out.mkv"), factor: "2") { $0.subtitleFiles = [name] }
        )
        #expect(error?.kind == kind)
      }
    }
  }
}
