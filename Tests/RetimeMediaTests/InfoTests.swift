// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeCore
import Synchronization
import TestSupport
import Testing

@testable import RetimeMedia

extension `Media jobs` {
  @Suite struct Info {
    init() throws { try GStreamer.initialize() }

    @Test func `Info of the committed clip agrees with ffprobe`() async throws {
      let path = Repository.file("media/rabbit320.webm")
      let info = try await onThread { try Retime.info(path, countLimit: nil) }
      let streams = try await Judge.streams(path).streams
      #expect(info.container == "video/webm")
      #expect(info.isSeekable == true)
      #expect(info.tracks.map(\.kind.rawValue) == streams.map(\.codec_type))
      let video = try #require(info.tracks.first { $0.kind == .video })
      let stream = try #require(streams.first { $0.codec_type == "video" })
      #expect(video.codec == "video/x-vp8" && stream.codec_name == "vp8")
      #expect(video.video?.width == stream.width && video.video?.height == stream.height)
      #expect(video.frames == (try await Judge.lumas(path).count))
      let audio = try #require(info.tracks.first { $0.kind == .audio }?.audio)
      let sound = try #require(streams.first { $0.codec_type == "audio" })
      #expect(sound.codec_name == "vorbis")
      #expect("\(audio.sampleRate)" == sound.sample_rate && audio.channels == sound.channels)
    }

    @Test func `Info leaves counts empty that exceed the time limit`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.clip(input)
      let info = try await onThread { try Retime.info(input, countLimit: .zero) }
      #expect(info.tracks.count == 2)
      #expect(info.tracks.allSatisfy { $0.frames == nil && $0.duration == nil })
    }

    @Test(arguments: ["mkv", "webm", "mp4", "mov", "flv", "ts", "ogg", "wav"])
    func `Info counts the same duration as a plan, even if a track starts late`(
      container: String
    ) async throws {
      let codecs =
        switch container {
        case "webm": ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libvorbis"]
        case "ogg": ["-c:v", "libtheora", "-c:a", "libvorbis"]
        case "wav": ["-vn", "-c:a", "adpcm_ima_wav"]
        default: ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"]
        }
      let folder = try TemporaryFolder()
      let input = folder.file("late.\(container)")
      try await Clips.clip(input, codecs + ["-output_ts_offset", "9.986"])
      let plan = try await plan(input, folder.file("out.mkv"), factor: "1")
      let info = try await onThread { try Retime.info(input, countLimit: nil) }
      #expect(info.duration == plan.sourceDuration)
      #expect(abs(plan.sourceDuration - 2) < 0.1)
    }

    /// Options of ffmpeg for AAC in MP4, and whether the length follows from the packets.
    static let sounds = [
      (["-ac", "2", "-ar", "44100"], true), (["-ac", "1", "-ar", "48000"], true),
      (["-ac", "2", "-ar", "32000", "-ss", "0.3", "-t", "1.2345"], true),
      (["-ac", "2", "-ar", "44100", "-use_editlist", "0"], true),
      (["-ac", "2", "-ar", "44100", "-movflags", "frag_keyframe+empty_moov"], true),
      (["-ac", "2", "-ar", "22050"], false), (["-ac", "6", "-ar", "48000"], true),
      (["-af", "aformat=channel_layouts=3.0"], true),
      (["-af", "aformat=channel_layouts=4.0"], true),
      (["-af", "aformat=channel_layouts=5.0(side)"], false),
      (["-af", "aformat=channel_layouts=5.0"], true),
      (["-af", "aformat=channel_layouts=7.1"], false),
    ]

    @Test(arguments: sounds)
    func `The length counted from packets equals the decoder's`(options: [String], isPlain: Bool)
      async throws
    {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mp4")
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "sine=r=48000:d=3.3", "-c:a", "aac"] + options + [input]
      )
      let seen = try await onThread {
        try [false, true].map { countsPackets in
          let scanner = try Scanner.opened(input, countsPackets: countsPackets)
          defer { scanner.close() }
          var scan = scanner.result()
          scan.counts = try scanner.count() ?? [:]
          #expect(scanner.findings.withLock(\.packets.isEmpty) == !(countsPackets && isPlain))
          #expect(!scanner.needsDecoder)
          return scan.info
        }
      }
      #expect(seen[0] == seen[1])
      #expect(seen[1].tracks.first?.frames ?? 0 > 30_000)
    }

    @Test func `Packets that do not state their length are counted by a decoder`() {
      func isPlain(_ bytes: [UInt8]) -> Bool { PacketAudio.isPlain(bytes.span) }
      #expect(isPlain([0x21, 0x10, 0x04]))
      #expect(isPlain([0x01, 0x10, 0x04]))
      // A fill element that names the encoder, before a channel element.
      let lavc: [UInt8] =
        [0xde, 0x04, 0, 0] + Array("Lavc59.3".utf8) + [UInt8](repeating: 0, count: 9)
      let faac: [UInt8] =
        [0xde, 0x04, 0, 0] + Array("libfaac ".utf8) + [UInt8](repeating: 0, count: 9)
      #expect(isPlain(lavc) && !isPlain(faac))
      // The end element, SBR, a program config element, nothing.
      #expect(!isPlain([0xe0, 0]))
      #expect(!isPlain([0xc2, 0xd0, 0, 0]))
      #expect(!isPlain([0xa0, 0, 0]))
      #expect(!isPlain([]))
    }

    @Test(arguments: ["wav", "flac", "aiff"])
    func `The length from the container is exact to the sample`(format: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(format)")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=r=44100:d=3", "-af", "atrim=end_sample=100003", input,
      ])
      let info = try await onThread { try Retime.info(input) }
      #expect(info.tracks.map(\.frames) == [100_003])
    }

    @Test func `Info does not count frames that are never displayed`() async throws {
      let folder = try TemporaryFolder()
      let (input, copy) = (folder.file("in.webm"), folder.file("copy.webm"))
      let source = [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-c:v", "libvpx",
      ]
      let options = ["-auto-alt-ref", "1", "-lag-in-frames", "16", "-b:v", "200k"]
      let log = ["-passlogfile", folder.file("log")]
      try await Clips.ffmpeg(source + options + ["-pass", "1"] + log + ["-f", "null", "-"])
      try await Clips.ffmpeg(source + options + ["-pass", "2"] + log + [input])
      let info = try await onThread { try Retime.info(input) }
      #expect(info.tracks.map(\.frames) == [50])
      let report = try await run(.copy(input: input, output: copy))
      #expect(report.tracks.allSatisfy { $0.frames > 50 })
      #expect(try await Judge.pictureSums(copy) == (try await Judge.pictureSums(input)))
    }
  }
}

extension Scanner {
  /// A scanner that has read far enough to know every track of a file.
  static func opened(_ input: String, countsPackets: Bool) throws -> Scanner {
    try opened(
      SourceReference(
        input,
        SpooledInput(input, stallTimeout: .seconds(30), Cancellation())
      ),
      countsPackets: countsPackets,
      stallTimeout: .seconds(30),
      cancellation: Cancellation()
    )
  }
}
