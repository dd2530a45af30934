// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `A map in a pipeline` {
    /// A section at one speed, a ramp, a hold, a cut, a section of a few milliseconds, and the rest.
    private static let map = """
      {"retime-map":1,"sections":[{"from":"0","to":"0.4","speed":"1/3"},\
      {"from":"0.4","to":"1","speed":["1/3","3"],"ease":"smooth"},{"hold":"1","for":"0.21"},\
      {"from":"1","to":"1.3","speed":"5/4"},{"from":"1.7","to":"1.704","speed":"1"},\
      {"from":"2","to":"end","speed":"7/5"}]}
      """

    @Test(
      arguments: [("s16le", 2, 44_100), ("f32le", 1, 48_000)],
      [
        "method=linear", "method=sinc", "method=smooth", "pitch=keep", "pitch=-2.5",
        "pitch=+4 formants=keep",
      ]
    )
    func `A pipeline gives the samples of the job for any buffer size`(
      source: (format: String, channels: Int, rate: Int),
      properties: String
    ) async throws {
      let properties = properties.split(separator: " ").map(String.init)
      var options: [String] = []
      for property in properties {
        let parts = property.split(separator: "=").map(String.init)
        options += ["--" + (parts[0] == "method" ? "audio-method" : parts[0]), parts[1]]
      }
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=d=2.6137:r=\(source.rate):a=0.4:seed=7", "-ac",
        "\(source.channels)", "-c:a", "pcm_\(source.format)", folder.file("in.wav"),
      ])
      _ = try folder.write(Array(Self.map.utf8), to: "map.json")
      for fade in [nil, 0, 40] {
        try await succeed(
          ["in.wav", "out.wav", "--map", "map.json", "-y"] + options
            + (fade.map { ["--joint-fade", "\($0)"] } ?? []),
          in: folder
        )
        let expected = try await Judge.samples(folder.file("out.wav"), source.format)
        for size in fade == nil ? [300, 5000, 1 << 20] : [4096] {
          try await Program.succeed(
            "gst-launch-1.0",
            [
              "-q", "filesrc", "location=in.wav", "blocksize=\(size)", "!", "queue", "!",
              "wavparse",
              "!", "audioretime", "map=\(Self.map)",
            ] + properties + (fade.map { ["joint-fade=\($0)000000"] } ?? [])
              + ["!", "wavenc", "!", "filesink", "location=made.wav"],
            in: folder.path,
            environment: BuiltPlugin.environment()
          )
          let made = try await Judge.samples(folder.file("made.wav"), source.format)
          #expect(made.count == expected.count && made == expected, "\(fade ?? 5) ms, \(size)")
        }
      }
    }
  }
}
