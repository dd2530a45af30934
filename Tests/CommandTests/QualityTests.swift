// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `Quality by name` {
    @Test(arguments: ["mp4", "webm"])
    func `The three qualities give increasing sizes, and good is the default`(
      suffix: String
    ) async throws {
      let folder = try await folderWithClip()
      var sizes: [Int] = []
      var pictures: [[String]] = []
      for options in [["--quality", "small"], [], ["--quality", "good"], ["--quality", "best"]] {
        let result = try await retime(
          ["in.mkv", "out.\(suffix)", "--factor", "0.5", "-y"] + options,
          in: folder
        )
        try #require(result.status == 0, "\(result.errors)")
        sizes.append(try folder.bytes(of: "out.\(suffix)").count)
        pictures.append(try await Judge.pictureSums(folder.file("out.\(suffix)")))
      }
      // WebM's random TrackUID takes a byte less in one file of 256, so sizes are not compared.
      #expect(pictures[1] == pictures[2])
      #expect(sizes[0] < sizes[1] && sizes[2] < sizes[3], "\(sizes)")
    }

    @Test func `The plan shows the quality only where it has an effect`() async throws {
      let folder = try await folderWithClip()
      func says(_ status: Int32, _ arguments: [String], _ words: [String]) async throws {
        let all = ["in.mkv"] + arguments + ["--factor", "2", "--dry-run"]
        let result = try await retime(all, in: folder)
        let text = result.text + result.errors
        #expect(result.status == status, "\(text)")
        for word in words { #expect(text.contains(word), "\(text)") }
        #expect(text.contains("quality: ") == (words.last == "  quality: small\n"), "\(text)")
      }
      try await says(0, ["out.mp4"], ["quantizer=18 "])
      try await says(
        0,
        ["out.mp4", "--quality", "small"],
        ["quantizer=26", "--quality small changes nothing of alac", "  quality: small\n"]
      )
      try await says(
        0,
        ["out.wav", "--quality", "small"],
        ["--quality small changes nothing of pcm", "  quality: small\n"]
      )
      try await says(
        64,
        ["out.mkv", "--quality", "best", "--video-encoder", "avenc_ffv1"],
        ["--quality best chooses", "--video-encoder gives"]
      )
      try await says(64, ["out.mp4", "--quality", "fine"], ["small", "good", "best"])
    }
  }
}
