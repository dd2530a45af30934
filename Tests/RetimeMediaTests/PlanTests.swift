// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `A plan` {
    @Test func `A plan of a WAV file counts every sample`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.flac"))
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=r=44100:d=1", "-ac", "2", input])
      let plan = try await plan(input, output, factor: "0.37")
      #expect(plan.container == "flac" && plan.muxer == nil && plan.factor.description == "0.37")
      #expect(plan.sourceDuration == 1 && plan.lost.isEmpty && plan.changed.isEmpty)
      let track = try #require(plan.tracks.first)
      #expect(plan.tracks.count == 1)
      #expect(track.codec == "flac" && track.start == 0)
      #expect(track.sourceFrames == 44_100 && track.frames == 16_317)
      #expect(abs(track.duration - 0.37) < 1e-9)
      guard case .audio(let audio) = track.media else { throw WrongKind() }
      #expect(audio.format == .s16 && audio.sampleRate == 44_100 && audio.channels == 2)
      #expect(audio.outputSampleRate == 44_100 && audio.outputChannels == 2)
      #expect(audio.method == .sinc && !audio.isMono && audio.encoderDelay == 0)
    }

    @Test func `A plan lists video and audio in the file's order`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.webm"))
      try await Clips.clip(input, ["-c:v", "mjpeg", "-c:a", "pcm_s16le"])
      let plan = try await plan(input, output, factor: "1.5") {
        $0.frameTiming = .constant(try FrameRate(parsing: "24000/1001"))
        $0.selection = .blend
        $0.isMono = true
      }
      #expect(plan.container == "webm" && plan.muxer == "webmmux" && plan.origin == 0)
      #expect(abs(plan.sourceDuration - 2) < 1e-9 && abs(plan.duration - 3) < 1e-9)
      #expect(plan.tracks.map(\.codec) == ["vp9", "opus"])
      #expect(plan.tracks.map(\.sourceCodec) == ["image/jpeg", "audio/x-raw"])
      #expect(plan.tracks.map(\.sourceFrames) == [60, 96_000])
      #expect(plan.tracks.map(\.frames) == [72, 144_000])
      guard case .video(let video) = plan.tracks.first?.media else { throw WrongKind() }
      #expect(video.timing == .constant && video.frameRate?.description == "24000/1001")
      #expect(
        video.selection == .blend && video.sourceFrameRate?.description == "30"
          && video.orientation == .upright
      )
    }

    @Test func `A plan for a duration has exactly that duration`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.clip(input)
      let plan = try await plan(
        JobRequest(
          input: input,
          output: folder.file("out.mkv"),
          amount: .duration(try RationalTime(parsing: "3.5"))
        )
      )
      // Audio is rounded down to whole samples.
      #expect(plan.duration <= 3.5 && plan.duration > 3.5 - 1 / 44_100)
      #expect(plan.tracks.contains { $0.frames == 105 })
    }

    @Test func `A plan lists what is dropped`() async throws {
      let folder = try TemporaryFolder()
      let words = try folder.write("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8, to: "in.srt")
      let (flat, input) = (folder.file("flat.mkv"), folder.file("in.mkv"))
      try await Clips.clip(flat)
      try await Clips.ffmpeg([
        "-i", flat, "-i", words, "-map", "0", "-map", "1", "-c", "copy", "-metadata",
        "title=A title",
        "-metadata:s:a:0", "language=fra", input,
      ])
      let plan = try await plan(input, folder.file("out.avi"), factor: "2")
      #expect(plan.lost.contains { $0.contains("subtitle track") })
      #expect(!plan.lost.contains { $0.contains("title") && $0.contains("tags") })
      #expect(plan.lost.contains { $0.contains("language (fr") })
      #expect(folder.names == ["flat.mkv", "in.mkv", "in.srt"])
    }

    @Test func `A plan survives JSON`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.clip(input, channels: 2)
      let plan = try await plan(input, folder.file("out.mp4"), factor: "1/3") {
        $0.start = RationalTime(1, 2)
      }
      #expect(plan.tracks.count == 2)
      let decoded = try JSONDecoder().decode(Plan.self, from: JSONEncoder().encode(plan))
      #expect(decoded == plan)
      let kept = try await `Media jobs`.plan(input, folder.file("out.mp4"), factor: "1/3") {
        ($0.pitch, $0.sustainsHolds) = (.keep, true)
      }
      #expect(try JSONDecoder().decode(Plan.self, from: JSONEncoder().encode(kept)) == kept)
      #expect(kept.tracks.contains { $0.media.pitch == .keep })
      #expect(!plan.tracks.contains { $0.media.pitch != nil })
    }

    @Test func `A plan shows each reader of an MP4 file its own track only`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mp4")
      try await Clips.clip(input, channels: 2)
      let file = try Data(contentsOf: URL(filePath: input))
      let plan = try await plan(input, folder.file("out.mkv"), factor: "2")
      let hidden = plan.tracks.map { track in
        track.patches.filter { $0.bytes == Array("free".utf8) }.map(\.offset)
      }
      #expect(hidden.map(\.count) == [1, 1] && hidden[0] != hidden[1])
      for offset in hidden.joined() {
        #expect(file[Int(offset)..<Int(offset) + 4] == Data("trak".utf8))
      }
    }

    @Test func `A plan without any output frame is refused`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=r=8000:d=0.01", input])
      let request = try request(input, folder.file("out.wav"), factor: "0.001")
      #expect(try await failure(of: request)?.kind == .usage)
    }

    struct WrongKind: Error {}
  }
}

extension Plan.Media {
  fileprivate var pitch: Pitch? {
    guard case .audio(let audio) = self else { return nil }
    return audio.pitch
  }
}
