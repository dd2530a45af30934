// SPDX-License-Identifier: MPL-2.0

import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct Containers {
    static let withPictures = [
      "mp4", "m4v", "mov", "mkv", "webm", "avi", "ts", "mpg", "ogg", "flv", "3gp", "mj2", "mxf",
      "wmv",
    ]
    static let soundAlone = [
      "m4a", "m4r", "mka", "opus", "flac", "wav", "w64", "aiff", "aif", "mp3", "aac", "caf", "au",
      "wv", "ac3", "eac3", "mp2",
    ]
    static let picturesAlone = ["ivf", "y4m", "h264", "h265", "obu"]
    static let sources: [(String, [String])] = [
      ("mp4", []), ("mov", ["-c:v", "mjpeg", "-c:a", "pcm_s16le"]), ("mkv", []), ("webm", []),
      ("avi", ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]), ("ts", ["-c:v", "libx264", "-c:a", "aac"]),
      ("ogg", []),
      ("flv", ["-c:v", "libx264", "-c:a", "aac", "-ar", "44100"]),
    ]

    /// Checks that both references report no error and that each track has its length; `sound` where the audio is
    /// shorter.
    func expectClean(
      _ path: String,
      kinds: Set<String>,
      seconds: Double,
      sound length: Double? = nil
    ) async throws {
      let (streams, complaints) = try await Judge.streams(path)
      #expect(complaints.isEmpty)
      #expect(Set(streams.map(\.codec_type)) == kinds)
      #expect(try await Judge.complaints(decoding: path) == "")
      let sound = kinds.contains("audio") ? try await Judge.sound(path) : []
      // A raw stream can be cut no finer than a frame of the longest codec, 2304 samples.
      #expect(
        !kinds.contains("audio") || abs(Double(sound.count) / 48_000 - (length ?? seconds)) < 0.07
      )
      guard kinds.contains("video") else { return }
      #expect(abs(try await Judge.lumas(path).count - Int(seconds * 30)) <= 2)
    }

    @Test(arguments: withPictures + soundAlone + picturesAlone)
    func `Each container opens in other programs without an error`(format: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(format)"))
      try await Clips.clip(input, channels: 2)
      try await scale(input, output, factor: "1.5")
      let kinds: Set =
        Self.withPictures.contains(format)
        ? ["video", "audio"] : Self.picturesAlone.contains(format) ? ["video"] : ["audio"]
      try await expectClean(output, kinds: kinds, seconds: 3)
      #expect(folder.names == ["in.mp4", "out.\(format)"])
    }

    @Test(arguments: sources)
    func `Each container is read to its end`(format: String, options: [String]) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(format)"), folder.file("out.mkv"))
      try await Clips.clip(input, channels: 2, options)
      try await scale(input, output, factor: "2")
      // FLV does not store how much of the last packet is padding.
      let sound = Double(try await Judge.sound(input).count) / 48_000
      try await expectClean(output, kinds: ["video", "audio"], seconds: 4, sound: 2 * sound)
    }

    @Test(arguments: ["mkv", "mp4", "mov", "ogg", "ts"])
    func `Tracks keep the order of the source`(format: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.\(format)"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=0.4", "-f", "lavfi", "-i",
        "testsrc2=s=192x96:r=25:d=0.4", "-f", "lavfi", "-i", "testsrc2=s=224x96:r=25:d=0.4", "-map",
        "0", "-map", "1", "-map", "2", "-c:v", "ffv1", input,
      ])
      let report = try await scale(input, output, factor: "1") { $0.verifies = true }
      #expect(report.verification.map(\.missing) == [0, 0, 0])
      #expect(try await Judge.streams(output).streams.map(\.width) == [160, 192, 224])
    }

    @Test func `The profile chooses container and codecs`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.bin"))
      try await Clips.clip(input, channels: 2)
      try await scale(input, output, factor: "0.5") {
        $0.profile = "video/webm:video/x-vp8:audio/x-vorbis"
      }
      let codecs = try await Judge.streams(output).streams.map(\.codec_name)
      #expect(Set(codecs) == ["vp8", "vorbis"])
      try await expectClean(output, kinds: ["video", "audio"], seconds: 1)
    }

    @Test func `Frame size, pixel aspect ratio and bit depth are kept`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=162x90:rate=25:duration=1", "-vf", "setsar=4/3",
        "-c:v", "libx264", "-pix_fmt", "yuv420p10le", "-colorspace", "bt709", "-color_primaries",
        "bt709", "-color_trc", "bt709", input,
      ])
      try await scale(input, output, factor: "2")
      let facts =
        "stream=width,height,sample_aspect_ratio,pix_fmt,color_space,color_transfer,color_primaries"
      let before = try await Judge.entries(facts, of: input)
      #expect(try await Judge.entries(facts, of: output) == before)
    }
  }
}
