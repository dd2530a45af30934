// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

/// The elements as effects of GStreamer Editing Services.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A timeline` {
  /// The path of the plugin, and that of GES if it is not the system's.
  static func environment(_ variables: [String: String]) -> [String: String] {
    let process = ProcessInfo.processInfo.environment
    var variables = variables.filter { $0.key != "GST_TRACERS" }
    if let path = process["GST_PLUGIN_PATH"] { variables["GST_PLUGIN_PATH"]? += ":" + path }
    return variables
  }

  static func hasEditingServices() async -> Bool {
    let script = "import gi; gi.require_version('GES', '1.0'); from gi.repository import GES"
    let imported = try? await Program.run(
      "sh",
      ["-c", "ges-launch-1.0 --help > /dev/null && /usr/bin/python3 -W ignore -c \"\(script)\""]
    )
    return imported?.status == 0
  }

  @Test(
    .enabled("GES is not there: scripts/setup tests") { await Self.hasEditingServices() },
    arguments: [("2", 468), ("0.5", 117)]
  )
  func `A clip's duration on the timeline follows the factor`(
    factor: String,
    frames: Int
  ) async throws {
    let (folder, variables) = try `The plugin`.installed()
    let output = folder.file("slow-clip.mkv")
    try await Program.succeed(
      "/usr/bin/python3",
      [
        "-B", Repository.file("gst/pipelines/slow-clip.py"),
        Repository.file("media/rabbit320.webm"), output, factor,
      ],
      environment: Self.environment(variables)
    )
    // 7.8 s at 30 frames a second, times the factor.
    #expect(try await Judge.pictureCount(output) == frames)
  }

  @Test(.enabled("GES is not there: scripts/setup tests") { await Self.hasEditingServices() })
  func `The documentation's line keeps the length of its clips`() async throws {
    let (folder, variables) = try `The plugin`.installed()
    try await `The plugin`.runPipeline("clip", in: folder, Self.environment(variables))
    #expect(try await Judge.pictureCount(folder.file("clip.mkv")) == 120)
  }

  /// Splits, trims, ripples, projects that are loaded, timelines in timelines, reversed sources, and maps.
  @Test(.enabled("GES is not there: scripts/setup tests") { await Self.hasEditingServices() })
  func `Edits and saved projects keep the media as they do with videorate and pitch`() async throws
  {
    let (folder, variables) = try `The plugin`.installed()
    let run = try await Program.succeed(
      "/usr/bin/python3",
      ["-B", "-W", "ignore", Repository.file("Tests/Scenarios/timelines.py"), folder.path],
      environment: Self.environment(variables)
    )
    #expect(run.text.split(separator: "\n").count == 7, "\(run.text)")
  }

  @Test(.enabled("GES is not there: scripts/setup tests") { await Self.hasEditingServices() })
  func `On the line of ges-launch a clip ends where its media do at the effect's speed`()
    async throws
  {
    let (folder, variables) = try `The plugin`.installed()
    for (video, audio) in [("videoretime", "audioretime"), ("videorate", "pitch")] {
      let output = folder.file("\(video).mkv")
      try await Program.succeed(
        "ges-launch-1.0",
        [
          "+clip", Repository.file("media/rabbit320.webm"), "inpoint=2.0", "duration=5.0",
          "+effect", "\(video) rate=2.0", "+effect", "\(audio) rate=2.0",
          "-o", output, "-f", "video/x-matroska:video/x-h264:audio/x-flac",
        ],
        environment: Self.environment(variables)
      )
    }
    // 5.8 s of media, twice as fast, at 30 frames a second.
    #expect(try await Judge.pictureCount(folder.file("videoretime.mkv")) == 87)
    let others = try #require(try await Judge.pictureCount(folder.file("videorate.mkv")))
    #expect((86...88).contains(others))
  }
}
