// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `Core Audio Format` {
    /// 1.2 s of noise that differs in every channel, with a title, made by ffmpeg.
    static func folder(_ layout: String, _ options: [String]) async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "anoisesrc=r=44100:d=1.2:seed=7", "-af",
          "aformat=channel_layouts=\(layout)", "-metadata", "title=Noise",
        ] + options + [folder.file("in.caf")]
      )
      return folder
    }

    @Test(
      arguments: [
        ("5.1", ["-c:a", "pcm_s24be"], "s24le"), ("stereo", ["-c:a", "pcm_f32le"], "f32le"),
        ("stereo", ["-c:a", "alac", "-sample_fmt", "s16p"], "s16le"),
      ]
    )
    func `CAF is read to the exact sample`(
      layout: String,
      options: [String],
      format: String
    ) async throws {
      let folder = try await Self.folder(layout, options)
      try await succeed(["in.caf", "out.wav", "--factor", "1"], in: folder)
      let made = try await Judge.samples(folder.file("out.wav"), format)
      #expect(made == (try await Judge.samples(folder.file("in.caf"), format)))
      #expect(!made.isEmpty)
    }

    @Test func `A trim range of CAF is read`() async throws {
      let folder = try await Self.folder("stereo", ["-c:a", "alac", "-sample_fmt", "s16p"])
      let part = ["--start", "0.3", "--end", "0.9"]
      try await succeed(["in.caf", "out.wav", "--factor", "1"] + part, in: folder)
      let whole = try await Judge.samples(folder.file("in.caf"), "s16le")
      let made = try await Judge.samples(folder.file("out.wav"), "s16le")
      #expect(made == Array(whole[13_230 * 4..<39_690 * 4]))
    }

    @Test func `Info of CAF works with files and pipes`() async throws {
      let folder = try await Self.folder("5.1", ["-c:a", "pcm_s24be"])
      for arguments in [["in.caf"], ["-"]] {
        let result = try await retime(
          ["info"] + arguments + ["--json"],
          input: folder.file("in.caf"),
          in: folder
        )
        #expect(result.status == 0, "\(result.errors)")
        let info = try result.object()
        let track = try #require((info["tracks"] as? [[String: Any]])?.first)
        #expect(track["frames"] as? Int == 52_920)
        #expect(track["layout"] as? String == "5.1")
        #expect(info["duration"] as? Double == 1.2 && info["seekable"] as? Bool == true)
        #expect((info["tags"] as? [String: String])?["title"] == "Noise")
      }
    }

    @Test func `An unsupported CAF codec is named`() async throws {
      let folder = try await Self.folder("stereo", ["-c:a", "flac"])
      let result = try await retime(["info", "in.caf"], in: folder)
      #expect(result.status == 65)
      #expect(result.errors.contains("its audio format is 'flac'; lpcm, alaw"), "\(result.errors)")
    }
  }
}
