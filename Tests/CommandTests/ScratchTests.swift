// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `A scratch file` {
    @Test func `Reversing audio needs a scratch file unless it is PCM`()
      async throws
    {
      let folder = try TemporaryFolder()
      for name in ["in.wav", "in.flac"] {
        try await Clips.ffmpeg([
          "-f", "lavfi", "-i", "anoisesrc=r=48000:d=1:seed=1", "-c:a",
          name == "in.wav" ? "pcm_s16le" : "flac", "-sample_fmt", "s16", folder.file(name),
        ])
      }
      let plain = try await reverse("in.wav", in: folder)
      #expect(plain.status == 0, "\(plain.errors)")
      let decoded = try await reverse("in.flac", in: folder)
      #expect(decoded.status == 74)
      #expect(decoded.errors.contains("cannot be kept in \(folder.file("none"))"))
      #expect(decoded.errors.contains("TMPDIR names another folder"))
      #expect(folder.names.sorted() == ["in.flac", "in.wav", "in.wav.out.wav"])
    }

    /// Reverses a file without a folder for scratch files.
    private func reverse(_ name: String, in folder: TemporaryFolder) async throws -> Program.Result
    {
      try await Program.run(
        executable,
        ["reverse", name, "\(name).out.wav"],
        in: folder.path,
        environment: ["TMPDIR": folder.file("none"), "COLUMNS": "200"]
      )
    }
  }
}
