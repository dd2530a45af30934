// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// Metadata kept beside the tracks; ffprobe and ffmpeg are the reference.
  @Suite struct `Kept metadata` {
    static let usual = ["title": "A Title", "artist": "An Artist"]
    static let all = usual.merging([
      "album": "An Album", "comment": "Signs; = and \"quotes\"", "copyright": "Nobody",
      "genre": "Rock", "date": "2009-05-17",
    ]) { $1 }
    static let more = all.merging([
      "composer": "A Composer", "album_artist": "Several", "mood": "fine",
    ]) { $1 }
    /// The tags that each container keeps, by ffprobe's names.
    static let tags: [(String, [String: String])] = [
      ("mp4", more), ("mov", more), ("mkv", more), ("webm", more),
      ("mp3", more), ("wav", all), ("caf", all),
      ("ogg", more.filter { $0.key != "comment" }), ("opus", more.filter { $0.key != "comment" }),
      ("flac", more.filter { $0.key != "comment" }), ("avi", usual), ("aiff", ["title": "A Title"]),
    ]

    @Test(arguments: tags)
    func `Tags of the file and of its tracks are kept`(
      format: String,
      tags: [String: String]
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.\(format)"))
      try await Clips.tagged(input, in: folder)
      try await scale(input, output, factor: "2") {
        if format == "ogg" { $0.videoTracks = .none }
      }
      let made = try await Judge.metadata(output)
      for (name, value) in tags { #expect(made.tags[name] == value, "\(name)") }
      if !Self.withoutChapters.contains(format) {
        expect(
          made.chapters,
          [.init("Intro", 0, 1400), .init("Mïddle", 1400, 3000), .init("End", 3000, 6000)]
        )
      }
      if !Self.withoutCovers.contains(format) {
        let cover = try folder.bytes(of: "cover.png")
        // FFmpeg does not read FLAC's cover picture in Ogg (RFC 9639, 8.8 and 10.1).
        let judged = format == "ogg" ? folder.file("again.flac") : output
        if judged != output { try await scale(output, judged, factor: "1") }
        #expect(try await Judge.attachedPictures(judged) == cover)
      }
      guard ["mkv", "mka", "webm", "mp4", "mov", "m4a"].contains(format) else { return }
      try expectTracks(
        of: made,
        isMovie: ["mp4", "mov", "m4a"].contains(format),
        in: folder.bytes(of: "out.\(format)")
      )
    }

    static let withoutChapters = ["avi", "wav", "caf", "aiff"]
    static let withoutCovers = withoutChapters + ["webm"]

    private func expectTracks(of made: Judge.Metadata, isMovie: Bool, in bytes: [UInt8]) {
      #expect(
        made.sound.map { $0.tags["language"] } == (isMovie ? ["fra", "deu"] : ["fre", "ger"])
      )
      #expect(made.sound.map(\.isDefault) == [true, false])
      // ffprobe 5.1 does not read the name of an MP4 track.
      let name = isMovie ? "nameKommentar" : "Kommentar"
      #expect(bytes.firstRange(of: Array(name.utf8)) != nil)
      guard !isMovie else { return }
      #expect(made.sound.map { $0.tags["title"] } == [nil, "Kommentar"])
      #expect(made.video?.tags["title"] == nil && made.video?.tags["language"] == nil)
    }

    /// The chapters of a file; where a container does not store the last end, it is that of the file.
    private func expect(_ made: [Judge.Chapter], _ chapters: [Judge.Chapter]) {
      #expect(made.map(\.title) == chapters.map(\.title))
      #expect(made.map(\.start) == chapters.map(\.start))
      #expect(made.dropLast().map(\.end) == chapters.dropLast().map(\.end))
      #expect(abs((made.last?.end ?? 0) - (chapters.last?.end ?? 0)) < 60)
    }

    @Test(arguments: ["mkv", "mp4", "mp3", "flac"])
    func `Chapters are reversed with the file`(format: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.\(format)"))
      try await Clips.tagged(input, in: folder)
      try await run(.reverse(input: input, output: output))
      expect(
        try await Judge.metadata(output).chapters,
        [.init("End", 0, 1500), .init("Mïddle", 1500, 2300), .init("Intro", 2300, 3000)]
      )
    }

    @Test func `Chapters are trimmed with the range`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.tagged(input, in: folder)
      let chapters = { (change: (inout JobRequest) throws -> Void) in
        try await plan(input, output, factor: "1/3", change).metadata.chapters.map {
          Judge.Chapter(
            $0.title,
            Int($0.start.nanoseconds / 1_000_000),
            Int($0.end.nanoseconds / 1_000_000)
          )
        }
      }
      let part = try await chapters {
        ($0.start, $0.end) = (RationalTime(9, 10), RationalTime(9, 5))
      }
      #expect(part == [.init("Mïddle", 0, 200), .init("End", 200, 300)])
      let both = try await chapters { $0.playback = .boomerang }
      #expect(
        both == [
          .init("Intro", 0, 233), .init("Mïddle", 233, 500), .init("End", 500, 1000),
          .init("End", 1000, 1500), .init("Mïddle", 1500, 1766), .init("Intro", 1766, 2000),
        ]
      )
    }

    @Test(
      arguments: [
        ["mkv", "mp4", "mkv"], ["mka", "flac", "flac"], ["mka", "mp3", "mp3"],
        ["m4a", "opus", "opus"],
      ]
    )
    func `Metadata survives two jobs and a copy`(formats: [String]) async throws {
      let folder = try TemporaryFolder()
      var input = folder.file("in.mkv")
      try await Clips.tagged(input, in: folder)
      for (index, format) in formats.enumerated() {
        let output = folder.file("\(index).\(format)")
        if index < 2 {
          // Matroska accepts no packets of ALAC, which the audio would be.
          try await scale(input, output, factor: "1") {
            if format == "mp4" { $0.audioEncoder = "avenc_aac" }
          }
        } else {
          try await run(.copy(input: input, output: output))
        }
        input = output
      }
      let made = try await Judge.metadata(input)
      for (name, value) in Self.usual { #expect(made.tags[name] == value) }
      expect(
        made.chapters,
        [.init("Intro", 0, 700), .init("Mïddle", 700, 1500), .init("End", 1500, 3000)]
      )
      #expect(try await Judge.attachedPictures(input) == folder.bytes(of: "cover.png"))
    }
  }
}
