// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

/// The scenarios of gst-validate, where that is installed: Debian 12 and 13 do not have it.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `GStreamer's validator` {
  private static func isInstalled() async -> Bool {
    (try? await Program.run("sh", ["-c", "gst-validate-1.0 --version"]))?.status == 0
  }

  @Test(
    .enabled("gst-validate-1.0 is not there") { await Self.isInstalled() },
    arguments: ["playbin", "playbin3"],
    [
      "scrub_forward_seeking", "seek_forward", "seek_backward", "reverse_playback", "fast_forward",
      "change_state_intensive", "pause_resume",
    ]
  )
  func `A player with the elements passes its scenarios`(
    player: String,
    scenario: String
  ) async throws {
    let (_, variables) = try `The plugin`.installed()
    let run = try await Program.run(
      "gst-validate-1.0",
      [
        "--set-scenario", scenario, player,
        "uri=file://\(Repository.file("media/rabbit320.webm"))",
        "audio-filter=audioretime factor=1.5 pitch=keep group=player",
        "video-filter=videoretime factor=1.5 group=player",
        "audio-sink=fakesink sync=true", "video-sink=fakesink sync=true",
      ],
      environment: `A timeline`.environment(variables)
    )
    #expect(run.status == 0, "\(run.text)\(run.errors)")
  }
}
