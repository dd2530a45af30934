// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

@Suite struct `The checkout` {
  @Test func `No file contains a machine's own paths`() async throws {
    let places = ["/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/"]
    for path in try await Repository.files() {
      guard let text = try? Repository.text(of: path) else { continue }
      for place in places where text.contains(place) {
        Issue.record("\(path) names \(place)")
      }
    }
  }

  @Test func `The manifest names the origin of every clip`() async throws {
    let clips = try await Repository.files().filter {
      $0.hasPrefix("media/") && $0 != "media/MANIFEST.md"
    }
    guard !clips.isEmpty else { return }
    let manifest = try Repository.text(of: "media/MANIFEST.md")
    for clip in clips {
      #expect(manifest.contains(clip.dropFirst("media/".count)), "\(clip) is not in the manifest")
    }
  }

  @Test func `No file is large or a build product`() async throws {
    for path in try await Repository.files() {
      let size = try FileManager.default.attributesOfItem(atPath: Repository.file(path))[.size]
      #expect((size as? Int ?? 0) < 4_000_000, "\(path)")
      #expect(!path.hasPrefix(".build"), "\(path)")
    }
  }

  @Test func `Each module has a test target, and so has the repository`() throws {
    let manifest = try Repository.text(of: "Package.swift")
    for name in [
      "RetimeCore", "Resampling", "SQLite", "GStreamer", "RetimeElements", "RetimeMedia",
      "RetimeStudio", "Command", "Repository",
    ] {
      #expect(manifest.contains("name: \"\(name)Tests\""), "\(name)")
    }
  }

  @Test func `The benchmark page shows the stored results`() async throws {
    let script = Repository.file("benchmarks/summary.py")
    try await Program.succeed("python3", ["-B", script, "--check"])
  }

  @Test func `The tool and the plugin have the same version`() throws {
    let pattern = /"(\d+\.\d+\.\d+)"/
    let versions = try [
      "Sources/retime/RetimeVersion.swift", "gst/RetimeElements/RetimeElements.swift",
    ]
    .map { try Repository.text(of: $0).firstMatch(of: pattern)?.1 }
    #expect(versions[0] != nil && versions[0] == versions[1])
  }
}
