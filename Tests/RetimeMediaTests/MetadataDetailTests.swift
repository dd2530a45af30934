// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// Metadata of rarer files; ffprobe and ffmpeg are the reference.
  @Suite struct `Rarer metadata` {
    @Test func `The location and date of a camera are kept`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mov")
      try await Clips.clip(
        input,
        seconds: 0.5,
        [
          "-c:v", "mjpeg", "-c:a", "pcm_s16le", "-metadata", "location=+48.8789-002.3376+048.928/",
          "-metadata", "creation_time=2013-11-29T12:19:32Z", "-metadata", "make=A Maker",
        ]
      )
      for format in ["mp4", "mkv"] {
        let output = folder.file("out.\(format)")
        try await scale(input, output, factor: "2")
        let made = try await Judge.metadata(output).tags
        #expect(made["location"] == "+48.8789-002.3376+048.928/")
        #expect(made["creation_time"] == "2013-11-29T12:19:32.000000Z")
        #expect(made[format == "mp4" ? "make" : "device_manufacturer"] == "A Maker")
      }
      let plan = try await plan(input, folder.file("out.avi"), factor: "2")
      #expect(plan.lost.contains { $0.contains("2013-11-29T12:19:32Z") })
    }

    @Test(arguments: ["aiff", "wav"])
    func `Metadata after the samples is kept`(type: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(type)"), folder.file("out.flac"))
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "sine=duration=0.5", "-f", "lavfi", "-i",
          "color=red:size=64x64:duration=0.04",
          "-map", "0", "-metadata", "title=Ein Lied", "-metadata", "artist=Jemand",
        ] + (type == "aiff" ? ["-map", "1", "-frames:v", "1", "-write_id3v2", "1"] : []) + [input]
      )
      if type == "wav" {
        // ffmpeg writes the list before the samples, other programs after them.
        let bytes = try folder.bytes(of: "in.wav")
        let list = try #require(bytes.firstRange(of: Array("LIST".utf8))?.lowerBound)
        let data = try #require(bytes.firstRange(of: Array("data".utf8))?.lowerBound)
        let moved = bytes[..<list] + bytes[data...] + bytes[list..<data]
        _ = try folder.write(Array(moved), to: "in.wav")
      }
      try await scale(input, output, factor: "2")
      let made = try await Judge.metadata(output)
      #expect(made.tags["title"] == "Ein Lied" && made.tags["artist"] == "Jemand")
      #expect(made.tracks.contains { $0.isAttached } == (type == "aiff"))
    }

    @Test func `Windows Media markers become chapters`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wma"), folder.file("out.mkv"))
      let texts = try folder.write(
        Array(
          """
          ;FFMETADATA1
          [CHAPTER]
          TIMEBASE=1/1000
          START=0
          END=400
          title=Eins
          [CHAPTER]
          TIMEBASE=1/1000
          START=400
          END=1000
          title=Zwei \u{00e4}
          """.utf8
        ),
        to: "texts"
      )
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=duration=1", "-i", texts, "-map_chapters", "1", "-c:a", "wmav2",
        input,
      ])
      try await scale(input, output, factor: "2")
      let made = try await Judge.metadata(output).chapters
      #expect(made.map(\.title) == ["Eins", "Zwei \u{00e4}"])
      #expect(made.map(\.start) == [0, 800])
    }

    @Test func `An attached file is kept`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
      let font = try folder.write(bytes, to: "a font.bin")
      try await Clips.clip(
        input,
        seconds: 0.5,
        ["-attach", font, "-metadata:s:t", "mimetype=application/octet-stream"]
      )
      try await scale(input, output, factor: "2")
      try await Program.succeed(
        "ffmpeg",
        [
          "-v", "error", "-nostdin", "-y", "-dump_attachment:t:0", "dumped", "-i", output, "-f",
          "null", "-",
        ],
        in: folder.path
      )
      #expect(try folder.bytes(of: "dumped") == bytes)
    }

    @Test func `The default flag of subtitles is kept`() async throws {
      let folder = try TemporaryFolder()
      let (flat, input) = (folder.file("flat.mkv"), folder.file("in.mkv"))
      let words = try folder.write("1\n00:00:00,000 --> 00:00:00,400\nHello\n".utf8, to: "in.srt")
      try await Clips.clip(flat, seconds: 0.5)
      try await Clips.ffmpeg([
        "-i", flat, "-i", words, "-i", words, "-map", "0", "-map", "1", "-map", "2", "-c", "copy",
        "-disposition:s:0", "default", "-disposition:s:1", "0", "-metadata:s:s:0", "language=fra",
        "-metadata:s:s:1", "language=deu", "-metadata:s:s:1", "title=Für alle", input,
      ])
      for format in ["mkv", "mp4"] {
        let output = folder.file("out.\(format)")
        try await scale(input, output, factor: "2")
        let made = try await Judge.metadata(output).tracks.filter { $0.kind == "subtitle" }
        #expect(made.map(\.isDefault) == [true, false])
        let languages = format == "mkv" ? ["fre", "ger"] : ["fra", "deu"]
        #expect(made.map { $0.tags["language"] } == languages)
        if format == "mkv" { #expect(made.map { $0.tags["title"] } == [nil, "Für alle"]) }
      }
    }

    @Test func `The purpose of a track is kept where the container has a flag for it`() async throws
    {
      let folder = try TemporaryFolder()
      let (flat, input) = (folder.file("flat.mkv"), folder.file("in.mkv"))
      let words = try folder.write("1\n00:00:00,000 --> 00:00:00,400\nHello\n".utf8, to: "in.srt")
      try await Clips.clip(flat, seconds: 0.5)
      try await Clips.ffmpeg([
        "-i", flat, "-i", words, "-i", words, "-map", "0", "-map", "1", "-map", "2", "-c", "copy",
        "-disposition:a:0", "comment+original", "-disposition:s:0", "forced", "-disposition:s:1",
        "hearing_impaired+default", input,
      ])
      let marks = { (path: String) in
        try await Judge.metadata(path).tracks.filter { $0.kind != "video" }.map(\.marks)
      }
      // Where MP4 marks subtitles for the deaf, ffmpeg 7 also reports captions.
      let (matroska, movie) = (folder.file("out.mkv"), folder.file("out.mp4"))
      try await scale(input, matroska, factor: "2")
      #expect(
        try await marks(matroska) == [["comment", "original"], ["forced"], ["hearing_impaired"]]
      )
      try await scale(matroska, movie, factor: "2")
      let made = try await marks(movie)
      #expect(made[0] == ["comment"] && made[1] == ["forced"])
      #expect(made[2].contains("hearing_impaired"))
      try await scale(movie, matroska, factor: "1") { $0.overwrites = true }
      #expect(try await marks(matroska) == [["comment"], ["forced"], ["hearing_impaired"]])
      #expect(
        try await plan(input, movie, factor: "2").lost.contains(
          "audio track 1: its marks (original)"
        )
      )
      #expect(
        try await plan(input, folder.file("out.ts"), factor: "2").lost
          .contains("audio track 1: its marks (original, commentary)")
      )
    }

    @Test func `The plan lists metadata that the container cannot hold`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.tagged(input, in: folder)
      let lost = { (format: String) in
        try await plan(input, folder.file("out.\(format)"), factor: "2").lost
      }
      #expect(try await lost("mkv") == [])
      #expect(try await lost("webm") == ["1 cover image"])
      let avi = try await lost("avi")
      #expect(avi.contains("3 chapters") && avi.contains("1 cover image"))
      #expect(avi.contains { $0.hasPrefix("tags: album,") && !$0.contains("title") })
      #expect(avi.contains("audio track 1: its language (fr)"))
      #expect(avi.contains("audio track 2: its title (Kommentar)"))
    }

    @Test func `Chapters beyond the container's limit are dropped`() async throws {
      let folder = try TemporaryFolder()
      let text = (0..<300).map {
        "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0 * 5)\nEND=\($0 * 5 + 5)\ntitle=Number \($0)\n"
      }
      let list = try folder.write((";FFMETADATA1\n" + text.joined()).utf8, to: "list.txt")
      let (input, output) = (folder.file("in.mka"), folder.file("out.m4a"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=d=1.5", "-i", list, "-map_chapters", "1", "-c:a", "flac", input,
      ])
      let plan = try await plan(input, output, factor: "2")
      #expect(plan.lost.contains("45 chapters: m4a holds 255"))
      try await scale(input, output, factor: "2")
      let made = try await Judge.metadata(output).chapters
      #expect(made.count == 255 && made[254].title == "Number 254" && made[254].start == 2540)
    }
  }
}
