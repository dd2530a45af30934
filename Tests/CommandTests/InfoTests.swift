// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite struct Info {
    static let videoKeys: Set = [
      "index", "kind", "codec", "codecDescription", "frames", "duration", "language", "title",
      "width", "height", "frameRate", "variableFrameRate", "rotation", "mirrored",
      "pixelAspectRatio", "colorimetry",
    ]
    static let audioKeys: Set = [
      "index", "kind", "codec", "codecDescription", "frames", "duration", "language", "title",
      "sampleRate", "channels", "layout", "sampleFormat",
    ]

    @Test(.timeLimit(.minutes(1))) func `as JSON has every key of the contract`() async throws {
      let folder = try await folderWithClip()
      let result = try await retime(["info", "in.mkv", "--json"], in: folder)
      #expect(result.status == 0)
      let info = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
      )
      #expect(
        Set(info.keys) == ["container", "duration", "seekable", "tags", "chapters", "tracks"]
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

    @Test(.timeLimit(.minutes(1))) func `in words names every track`() async throws {
      let folder = try await folderWithClip()
      let result = try await retime(["info", "in.mkv"], in: folder)
      #expect(result.status == 0)
      #expect(result.text.contains("0 video: "))
      #expect(result.text.contains("160x90"))
      #expect(result.text.contains("1 audio: "))
      #expect(result.text.contains("48000 Hz"))
    }
  }
}
