// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `The page of containers` {
    @Test func `docs/containers.md lists the containers`() throws {
      let path = Repository.file("docs/containers.md")
      let page = try Repository.text(of: "docs/containers.md")
      let parts = page.components(separatedBy: "<!-- End of the generated part. -->")
      let head = try #require(parts.first?.range(of: "containers\". -->\n"))
      let made =
        page[..<head.upperBound] + "\n" + (try table()) + "\n<!-- End of the generated part. -->"
        + parts[1]
      if ProcessInfo.processInfo.environment["RETIME_REGENERATE"] == "1" {
        try String(made).write(toFile: path, atomically: true, encoding: .utf8)
      }
      #expect(
        try Repository.text(of: "docs/containers.md") == made,
        "changed on purpose? RETIME_REGENERATE=1 swift test --filter 'The page of containers'"
      )
    }

    private func table() throws -> String {
      func tracks(_ container: WritableContainer) -> String {
        [
          (container.videoTracks, "video"), (container.audioTracks, "audio"),
          (container.subtitles.isEmpty ? 0 : 1, "subtitle"),
        ].compactMap {
          limit,
          kind in
          limit == 0 ? nil : "\(limit.map { "\($0)" } ?? "any") \(kind)"
        }.joined(separator: ", ")
      }
      let rows = try Retime.containers().filter(\.isMeasured).map { container in
        let codecs = [container.video, container.audio, container.subtitles].filter { !$0.isEmpty }
          .map { $0.joined(separator: ", ") }.joined(separator: "; ")
        let cells = [
          container.extensions.joined(separator: ", "), codecs, tracks(container),
          container.hasTimes ? "any" : "even", container.muxer.map { "`\($0)`" } ?? "–",
        ]
        return "| " + cells.joined(separator: " | ") + " |\n"
      }
      return
        "| extensions | codecs, the default first | tracks | frame times | muxer |\n|---|---|---|---|---|\n"
        + rows.joined()
    }
  }
}
