// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// The reference is ffmpeg's output for the single parts.
  @Suite struct `Chained Ogg files` {
    /// Encodes tones of the given lengths and joins the files.
    static func chain(
      _ parts: [(arguments: [String], seconds: String)],
      _ coding: [String],
      _ name: String,
      in folder: TemporaryFolder
    ) async throws -> String {
      var bytes: [UInt8] = []
      for (index, part) in parts.enumerated() {
        let file = "\(index)-\(name)"
        try await Clips.ffmpeg(
          part.arguments + ["-t", part.seconds] + coding + [folder.file(file)]
        )
        bytes += try folder.bytes(of: file)
      }
      return try folder.write(bytes, to: name)
    }

    static func tone(_ frequency: Int, rate: Int = 48_000) -> [String] {
      ["-f", "lavfi", "-i", "sine=frequency=\(frequency):r=\(rate)"]
    }

    /// Every frame differs from the one before: ffmpeg 7 drops repeated frames of Theora.
    static let pictures = [
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25,noise=alls=30:allf=t",
    ]
    static let film = ["-c:v", "libtheora", "-c:a", "libvorbis"]

    /// The frequency of a tone in an excerpt, by its zero crossings.
    static func frequency(_ sound: ArraySlice<Float>) -> Double {
      let rises = zip(sound, sound.dropFirst()).count { $0 < 0 && $1 >= 0 }
      return Double(rises) * 48_000 / Double(sound.count)
    }

    @Test(arguments: [("libvorbis", 48_000), ("libvorbis", 24_000), ("libopus", 48_000)])
    func `Audio of the next link follows without a gap, at the sample rate of the first link`(
      codec: String,
      rate: Int
    ) async throws {
      let folder = try TemporaryFolder()
      let input = try await Self.chain(
        [(Self.tone(440), "1.5"), (Self.tone(1000, rate: rate), "0.5")],
        ["-c:a", codec],
        "c.ogg",
        in: folder
      )
      let output = folder.file("out.wav")
      try await scale(input, output, factor: "1") { $0.stallTimeout = 600 }
      let sound = try await Judge.sound(output)
      // GStreamer's Vorbis decoder returns one frame more for each file than ffmpeg's.
      #expect(abs(sound.count - 96_000) <= (codec == "libvorbis" ? 2 : 0))
      let joint = 72_000
      #expect(abs(Self.frequency(sound[4_800..<joint - 2_400]) - 440) < 5)
      #expect(abs(Self.frequency(sound[joint + 2_400..<joint + 21_600]) - 1000) < 20)
      let lull = sound[joint - 1_200..<joint + 1_200].split(separator: 0).count
      #expect(lull > 0)
    }

    @Test(arguments: [Playback.forward, .backward])
    func `Chained video and audio are read as one file`(playback: Playback) async throws {
      let folder = try TemporaryFolder()
      let input = try await Self.chain(
        [
          (Self.pictures + Self.tone(440), "1"), (Self.pictures + Self.tone(1000), "2"),
        ],
        Self.film,
        "c.ogv",
        in: folder
      )
      let output = folder.file("out.mp4")
      let report = try await scale(input, output, factor: "1") {
        $0.stallTimeout = 600
        $0.playback = playback
        $0.frameTiming = .kept
      }
      #expect(abs(report.duration - 3) < 0.01)
      #expect(try await Judge.lumas(output).count == 75)
      let sound = try await Judge.sound(output)
      #expect(abs(sound.count - 144_000) < 2_000)
      let isForward = playback == .forward
      let joint = isForward ? 48_000 : 96_000
      let (before, after) = isForward ? (440.0, 1000.0) : (1000.0, 440.0)
      #expect(abs(Self.frequency(sound[joint - 36_000..<joint - 4_800]) - before) < 20)
      #expect(abs(Self.frequency(sound[joint + 4_800..<joint + 36_000]) - after) < 20)
    }

    @Test func `A link may lack video`() async throws {
      let folder = try TemporaryFolder()
      let film = (Self.pictures + Self.tone(440), "1")
      _ = try await Self.chain([film], Self.film, "a.ogv", in: folder)
      _ = try await Self.chain(
        [(Self.tone(1000), "2")],
        ["-c:a", "libvorbis"],
        "b.ogg",
        in: folder
      )
      let parts = (try folder.bytes(of: "a.ogv"), try folder.bytes(of: "b.ogg"))
      let filmFirst = try folder.write(parts.0 + parts.1, to: "ab.ogg")
      let soundFirst = try folder.write(parts.1 + parts.0, to: "ba.ogg")
      let output = folder.file("out.mp4")
      let report = try await scale(filmFirst, output, factor: "1") { $0.stallTimeout = 600 }
      #expect(try await Judge.lumas(output).count == 25)
      #expect(abs(report.duration - 3) < 0.01)
      let plan = try await plan(soundFirst, output, factor: "1")
      #expect(plan.tracks.count == 1 && abs(plan.duration - 3) < 0.01)
      #expect(plan.lost.contains { $0.contains("pictures of a later part") })
    }

    @Test(arguments: [("0.5", "1"), ("1", "2"), ("1.75", "2.25")])
    func `A trim range may cross links`(start: String, end: String) async throws {
      let folder = try TemporaryFolder()
      let input = try await Self.chain(
        [(Self.pictures + Self.tone(440), "1.5"), (Self.pictures + Self.tone(1000), "1.5")],
        Self.film,
        "c.ogv",
        in: folder
      )
      let output = folder.file("out.mp4")
      let (from, to) = (try RationalTime(parsing: start), try RationalTime(parsing: end))
      try await scale(input, output, factor: "1") {
        $0.stallTimeout = 600
        ($0.start, $0.end) = (from, to)
      }
      let length = to.seconds - from.seconds
      #expect(abs(Double(try await Judge.lumas(output).count) - length * 25) <= 1)
      let sound = try await Judge.sound(output)
      #expect(abs(Double(sound.count) - length * 48_000) < 2_000)
      let expected = from.seconds < 1.5 ? 440.0 : 1000.0
      #expect(abs(Self.frequency(sound[4_800..<19_200]) - expected) < 20)
    }

    @Test func `Stream copy is refused where the links differ`() async throws {
      let folder = try TemporaryFolder()
      let input = try await Self.chain(
        [(Self.tone(440), "1"), (Self.tone(1000, rate: 24_000), "1")],
        ["-c:a", "libvorbis"],
        "c.ogg",
        in: folder
      )
      await #expect {
        try await scale(input, folder.file("out.mka"), factor: "1") { $0.copiesAudio = true }
      } throws: {
        "\($0)".contains("have different encodings")
      }
    }
  }
}
