// SPDX-License-Identifier: MPL-2.0

import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct Info {
    @Test(.timeLimit(.minutes(1))) func `of the committed clip is what ffprobe says`() async throws
    {
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

    @Test(.timeLimit(.minutes(1))) func `leaves open what it could not count`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.clip(input)
      let info = try await onThread { try Retime.info(input, countLimit: .zero) }
      #expect(info.tracks.count == 2)
      #expect(info.tracks.allSatisfy { $0.frames == nil && $0.duration == nil })
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["wav", "flac", "aiff"])
    func `counts exactly where the container does`(format: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(format)")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=r=44100:d=3", "-af", "atrim=end_sample=100003", input,
      ])
      let info = try await onThread { try Retime.info(input) }
      #expect(info.tracks.map(\.frames) == [100_003])
    }

    @Test(.timeLimit(.minutes(1))) func `does not count pictures that are never shown`()
      async throws
    {
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
      let request = JobRequest.copy(input: input, output: copy)
      let report = try await onThread { try Retime.run(request) }
      #expect(report.tracks.allSatisfy { $0.frames > 50 })
      #expect(try await Judge.pictureSums(copy) == (try await Judge.pictureSums(input)))
    }
  }
}
