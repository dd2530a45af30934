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
    pictures: Int
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
    #expect(try await Judge.pictureCount(output) == pictures)
  }

  @Test(.enabled("GES is not there: scripts/setup tests") { await Self.hasEditingServices() })
  func `The documentation's line keeps the length of its clips`() async throws {
    let (folder, variables) = try `The plugin`.installed()
    try await `The plugin`.runPipeline("clip", in: folder, Self.environment(variables))
    #expect(try await Judge.pictureCount(folder.file("clip.mkv")) == 120)
  }
}
