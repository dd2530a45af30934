// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct Info {
    static let videoKeys: Set = [
      "index", "kind", "codec", "codecDescription", "frames", "duration", "language", "title",
      "width", "height", "frameRate", "variableFrameRate", "rotation", "mirrored",
      "pixelAspectRatio", "colorimetry",
    ]
    static let audioKeys: Set = [
      "index", "kind", "codec", "codecDescription", "frames", "duration", "language", "title",
      "sampleRate", "channels", "layout", "sampleFormat",
    ]

    @Test func `The JSON of info has every key of the contract`() async throws {
      let folder = try await folderWithClip()
      let result = try await succeed(["info", "in.mkv", "--json"], in: folder)
      let info = try result.object()
      #expect(
        Set(info.keys) == [
          "container", "duration", "seekable", "tags", "chapters", "tracks", "undoable", "unread",
        ]
      )
      let tracks = try #require(info["tracks"] as? [[String: Any]])
      #expect(tracks.map { $0["index"] as? Int } == [0, 1])
      #expect(Set(tracks[0].keys) == Self.videoKeys)
      #expect(Set(tracks[1].keys) == Self.audioKeys)
      #expect(tracks[0]["kind"] as? String == "video")
      #expect(tracks[0]["frameRate"] as? String == "30/1")
      #expect(tracks[0]["frames"] as? Int == 60)
      #expect(tracks[1]["sampleRate"] as? Int == 48_000)
      #expect(tracks[1]["frames"] as? Int == 96_000)
      #expect(tracks[1]["language"] is NSNull)
    }

    @Test func `A thumbnail is the upright frame at a tenth of the duration`() async throws {
      let folder = try TemporaryFolder()
      // Each frame has one luma and is a key frame. The player rotates them.
      let lumas = (0..<60).map { UInt8(20 + $0 * 3) }
      try await Clips.lumas(lumas, rate: "30", options: ["-g", "1"], to: folder.file("plain.mp4"))
      try Clips.turn(folder.file("plain.mp4"), to: folder.file("in.mp4"), degrees: 90)
      let size = try await Judge.streams(folder.file("in.mp4")).streams[0]
      let result = try await succeed(["info", "in.mp4", "--thumbnail", "out.jpg"], in: folder)
      #expect(result.output.isEmpty)
      let made = try await Judge.streams(folder.file("out.jpg")).streams[0]
      #expect(made.codec_name == "mjpeg")
      #expect(made.width == size.height && made.height == size.width)
      let shades = try await Judge.lumas(folder.file("out.jpg"))
      // Frame 6 of 60 or the one before. JPEG has the full range: (38 - 16) · 255 ÷ 219 is 26.
      let luma = Int(try #require(shades.first))
      #expect((16...30).contains(luma), "\(luma)")
      #expect(folder.leftovers.isEmpty)
    }

    @Test func `A waveform has the peaks of the audio`() async throws {
      let folder = try TemporaryFolder()
      // Half a second of silence, then two tones on two channels.
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i",
        "aevalsrc=if(gt(t\\,0.5)\\,0.5*sin(2*PI*400*t))|if(gt(t\\,0.5)\\,0.25*sin(2*PI*300*t)):"
          + "s=48000:d=2", "-c:a", "pcm_s16le", folder.file("in.wav"),
      ])
      let result = try await succeed(["info", "in.wav", "--waveform", "-"], in: folder)
      let object = try result.object()
      #expect(object["duration"] as? Double == 2)
      let peaks = try #require(object["peaks"] as? [[Double]])
      #expect(peaks.count == 800 && peaks.allSatisfy { $0.count == 2 && $0[0] <= $0[1] })
      let silent = peaks.prefix(199)
      #expect(silent.allSatisfy { $0 == [0, 0] })
      let loud = peaks.dropFirst(201)
      #expect(abs((loud.map { $0[1] }.max() ?? 0) - 0.5) < 0.001)
      #expect(abs((loud.map { $0[0] }.min() ?? 0) + 0.5) < 0.001)
      #expect(!result.text.contains("-0,") && !result.text.contains("-0]"))
    }

    @Test func `A thumbnail is of the first video track, of any program`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1",
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1",
        "-map", "0", "-map", "1", "-program", "program_num=7:st=0", "-program",
        "program_num=3:st=1", folder.file("in.ts"),
      ])
      try await succeed(["info", "in.ts", "--thumbnail", "out.jpg"], in: folder)
      #expect(try await Judge.streams(folder.file("out.jpg")).streams[0].width == 96)
    }

    @Test func `A waveform has no gap where the clock jumps`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=duration=1:sample_rate=44100", "-c:a", "libmp3lame",
        folder.file("whole.flv"),
      ])
      var bytes = try folder.bytes(of: "whole.flv")
      // An audio tag: type 8, size in 3 bytes, milliseconds in 3, then their highest byte.
      let tags = bytes.indices.dropLast(11).filter {
        bytes[$0] == 8 && bytes[$0 + 8..<$0 + 11] == [0, 0, 0] && bytes[$0 + 1] == 0
      }
      bytes[try #require(tags.dropFirst(20).first) + 7] = 0x40
      _ = try folder.write(bytes, to: "in.flv")
      let result = try await retime(["info", "in.flv", "--waveform", "-"], in: folder)
      let duration = try #require(try result.object()["duration"] as? Double, "\(result.errors)")
      #expect(abs(duration - 1) < 0.1)
    }

    @Test func `A thumbnail or waveform without its kind of track is refused`() async throws {
      let folder = try await folderWithClip()
      try await Clips.ffmpeg(["-i", folder.file("in.mkv"), "-vn", folder.file("sound.wav")])
      try await Clips.ffmpeg(["-i", folder.file("in.mkv"), "-an", folder.file("silent.mkv")])
      _ = try folder.write([1, 2, 3], to: "old.jpg")
      for (arguments, status, words) in [
        (["sound.wav", "--thumbnail", "out.jpg"], 65, "'sound.wav' has no video"),
        (["silent.mkv", "--waveform", "out.json"], 65, "'silent.mkv' has no sound"),
        (["missing.mkv", "--thumbnail", "out.jpg"], 66, "cannot be opened"),
        (["in.mkv", "--thumbnail", "old.jpg"], 73, "give -y to replace it"),
        (["in.mkv", "--thumbnail", "no/out.jpg"], 73, "cannot be created"),
        (["in.mkv", "--thumbnail", "in.mkv", "-y"], 73, "is the input itself"),
        (["in.mkv", "-y"], 64, "-y needs"),
        (["in.mkv", "--thumbnail", "-", "--waveform", "-"], 64, "only one of them"),
      ] as [([String], Int32, String)] {
        let result = try await retime(["info"] + arguments, in: folder)
        #expect(result.status == status, "\(arguments)")
        #expect(result.errors.contains(words), "\(result.errors)")
      }
      #expect(try folder.bytes(of: "old.jpg") == [1, 2, 3])
      #expect(folder.names == ["in.mkv", "old.jpg", "silent.mkv", "sound.wav"])
      let both = try await succeed(
        ["info", "in.mkv", "--json", "--thumbnail", "old.jpg", "--waveform", "w.json", "-y"],
        in: folder
      )
      _ = try both.object()
      #expect(folder.names.contains("w.json"))
      #expect(try folder.bytes(of: "old.jpg").starts(with: [0xFF, 0xD8]))
    }

    @Test func `The text of info names every track`() async throws {
      let folder = try await folderWithClip()
      let result = try await succeed(["info", "in.mkv"], in: folder)
      #expect(result.text.contains("0 video: "))
      #expect(result.text.contains("160x90"))
      #expect(result.text.contains("1 audio: "))
      #expect(result.text.contains("48000 Hz"))
    }
  }
}
