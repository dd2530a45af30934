// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@testable import corpus

@Suite struct `The corpus check` {
  /// Video at 25 frames a second, and audio at 48 kHz, of a duration in seconds.
  static func media(seconds: Double, sound codec: String = "flac") -> MediaSummary {
    var video = MediaSummary.Track(kind: "video", codec: "h264")
    video.frames = Int(seconds * 25)
    (video.first, video.second, video.last, video.end) = (0, 0.04, seconds - 0.04, seconds)
    var audio = MediaSummary.Track(kind: "audio", codec: codec, rate: 48_000, channels: 2)
    audio.samples = Int(seconds * 48_000)
    audio.frames = audio.samples / 1024
    (audio.first, audio.second, audio.last, audio.end) = (0, 0.02, seconds - 0.02, seconds)
    return MediaSummary(tracks: [video, audio])
  }

  /// The findings if 4 s at a factor of a half become `result`.
  func sorts(_ result: MediaSummary, announced: [String] = []) throws -> [Finding.Sort] {
    try Comparison(
      .half,
      source: Self.media(seconds: 4),
      result: result,
      frameRates: [try FrameRate(parsing: "25")],
      announced: announced,
      told: []
    ).findings.map(\.sort)
  }

  @Test func `A correct result has no finding`() throws {
    #expect(try sorts(Self.media(seconds: 2)).isEmpty)
  }

  @Test func `A missing and an extra sample of lossless audio are found`() throws {
    for change in [-1, 1] {
      var result = Self.media(seconds: 2)
      result.tracks[1].samples += change
      #expect(try sorts(result) == [.sound])
    }
  }

  @Test func `An encoder may pad its packets, but lose no sample`() throws {
    var result = Self.media(seconds: 2, sound: "aac")
    result.tracks[1].samples += 1500
    #expect(try sorts(result).isEmpty)
    result.tracks[1].samples -= 1501
    #expect(try sorts(result) == [.sound])
  }

  @Test func `Missing frames are found`() throws {
    var result = Self.media(seconds: 2)
    result.tracks[0].frames -= 2
    #expect(try sorts(result) == [.pictures])
  }

  @Test func `A missing track is found unless it was announced`() throws {
    var result = Self.media(seconds: 2)
    result.tracks.removeLast()
    #expect(try sorts(result) == [.lost])
    #expect(try sorts(result, announced: ["audio track 1: it is empty"]).isEmpty)
  }

  @Test func `Audio that starts late is found`() throws {
    var result = Self.media(seconds: 2)
    result.tracks[1].first = 0.1
    #expect(try sorts(result) == [.start])
  }

  @Test func `A track of a transport stream is counted once`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("in.ts")
    try await Clips.clip(path, seconds: 1, ["-c:v", "mpeg2video", "-c:a", "mp2"])
    #expect(try MediaSummary(of: path, in: folder.path).tracks.map(\.kind) == ["video", "audio"])
  }

  @Test func `The known list accepts its entries, and nothing else`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("# why\na/*.mkv\tscale *\tsound\tit is so\n".utf8, to: "known.tsv")
    let list = try KnownList(path)
    let finding = Finding(.sound, "")
    #expect(list.reason(for: finding, .half, file: "a/b.mkv") == "it is so")
    #expect(list.reason(for: finding, .reverse, file: "a/b.mkv") == nil)
    #expect(list.reason(for: finding, .half, file: "b/b.mkv") == nil)
    #expect(list.reason(for: Finding(.lost, ""), .half, file: "a/b.mkv") == nil)
  }

  @Test func `Every entry of the known list has a reason`() throws {
    _ = try KnownList(Repository.file("Tests/Corpus/known.tsv"))
  }

  @Test func `A file is damaged reproducibly, and each one differently`() {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
    let damaged = (0..<50).map { index in
      var first = Mutation(seed: 7, index: index)
      var second = Mutation(seed: 7, index: index)
      let result = first.apply(to: bytes, other: bytes)
      #expect(second.apply(to: bytes, other: bytes) == result)
      return result
    }
    #expect(Set(damaged).count > 45)
    #expect(damaged.allSatisfy { $0 != bytes })
  }

  @Test func `The end stated by the container is accepted, and no other`() throws {
    var source = Self.media(seconds: 4)
    source.tracks[0].pictureRate = 25
    source.tracks[0].statedEnd = 3.95
    for (end, sorts) in [(4, []), (3.95, []), (3.9, [.end])] as [(Double, [Finding.Sort])] {
      var result = Self.media(seconds: 4)
      result.tracks[0].end = end
      let found = try Comparison(
        .copy,
        source: source,
        result: result,
        frameRates: [],
        announced: [],
        told: []
      ).findings
      #expect(found.map(\.sort) == sorts)
    }
  }

  @Test func `The extra frames announced by a copy are summed`() throws {
    let comparison = try Comparison(
      .copy,
      source: Self.media(seconds: 4),
      result: Self.media(seconds: 4),
      frameRates: [],
      announced: [
        "video track 0: it starts with 3 extra frames that the source hides",
        "video track 0: it ends with 1 extra frame that the source hides",
      ],
      told: []
    )
    #expect(comparison.announcedPictures == 4)
  }
}
