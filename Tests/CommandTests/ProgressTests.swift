// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct Progress {
    static let progressKeys: Set = [
      "event", "fraction", "position", "eta", "speed", "framesPerSecond",
    ]

    @Test func `JSON progress has the keys of the contract`() async throws {
      let folder = try await folderWithClip()
      let result = try await succeed(
        ["in.mkv", "out.mkv", "--factor", "150", "--progress", "json"],
        in: folder
      )
      var events = try result.events()
      let last = events.popLast()
      let done = try #require(last)
      #expect(Set(done.keys) == ["event", "output", "duration", "tracks"])
      #expect(done["event"] as? String == "done")
      #expect(done["output"] as? String == "out.mkv")
      #expect(done["duration"] as? Double == 300)
      let tracks = try #require(done["tracks"] as? [[String: Any]])
      #expect(tracks.map { $0["kind"] as? String } == ["video", "audio"])
      #expect(tracks.map { $0["frames"] as? Int } == [9_000, 14_400_000])
      #expect(tracks.allSatisfy { $0["duration"] as? Double == 300 })
      let progress = events.filter { $0["event"] as? String == "progress" }
      #expect(!progress.isEmpty)
      let fractions = progress.compactMap { $0["fraction"] as? Double }
      #expect(fractions == fractions.sorted() && fractions.allSatisfy((0...1).contains))
      for event in progress { #expect(Set(event.keys) == Self.progressKeys) }
      let others = Set(events.compactMap { $0["event"] as? String })
      #expect(others.isSubset(of: ["counting", "progress", "warning"]))
    }

    @Test func `JSON progress ends with the error of a job that fails`() async throws {
      let folder = try TemporaryFolder()
      let result = try await retime(
        ["missing.mp4", "out.mkv", "--factor", "2", "--progress", "json"],
        in: folder
      )
      let events = try result.events()
      #expect(events.count == 1)
      #expect(Set(events[0].keys) == ["event", "code", "message"])
      #expect(events[0]["code"] as? Int == 66)
    }

    @Test func `Without progress a job that succeeds prints nothing`() async throws {
      let folder = try await folderWithClip()
      let result = try await succeed(
        ["in.mkv", "out.wav", "--factor", "2", "--progress", "none", "--no-video"],
        in: folder
      )
      #expect(result.errors.split(separator: "\n").allSatisfy { $0.contains("warning: ") })
    }

    @Test func `The progress bar redraws one line and removes it`() async throws {
      let folder = try await folderWithClip()
      let result = try await succeed(
        ["in.mkv", "out.mkv", "--factor", "30", "--progress", "bar"],
        in: folder
      )
      #expect(result.errors.contains("%"))
      let last = try #require(result.errors.components(separatedBy: "\r\u{1B}[K").last)
      #expect(last == "out.mkv: 60.000 s, video 1800 frames, audio 2880000 frames\n")
    }
  }
}
