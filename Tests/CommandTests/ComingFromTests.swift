// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `Command lines of other tools` {
    /// The rows of `docs/coming-from.md` whose command lines are both complete.
    private static let rows: [(theirs: String, ours: String)] = {
      let text =
        (try? String(contentsOfFile: Repository.file("docs/coming-from.md"), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").compactMap { line in
        let cells = line.split(separator: " | ").map { $0.trimmingPrefix("| ") }
        guard cells.count == 3, let ours = command(cells[2]), let theirs = command(cells[1]),
          ours.hasPrefix("retime "),
          ["ffmpeg ", "sox ", "rubberband "].contains(where: theirs.hasPrefix)
        else { return nil }
        return (theirs, ours)
      }
    }()

    private static func command(_ cell: Substring) -> String? {
      cell.firstMatch(of: #/^`([^`]+)`/#).map { String($0.1) }
    }

    @Test func `The page's command lines are found`() { #expect(Self.rows.count == 23) }

    @Test(arguments: rows)
    func `Both command lines give the same duration`(row: (theirs: String, ours: String))
      async throws
    {
      let folder = try TemporaryFolder()
      try await Clips.clip(folder.file("in.mp4"), ["-c:a", "aac"])
      try await Clips.clip(folder.file("in.wav"), channels: 2, ["-vn"])
      let output = try #require(row.ours.split(separator: " ").first { $0.hasPrefix("out.") })
      var durations: [Double] = []
      for line in [row.theirs.replacing("ffmpeg ", with: "ffmpeg -v error -nostdin "), row.ours] {
        let run = try await shell(line, in: folder)
        #expect(run.status == 0, "\(line): \(run.errors)")
        let file = folder.file(String(output))
        if !output.hasSuffix(".png") {
          let streams = try await Judge.streams(file).streams
          durations.append(streams.compactMap { $0.duration.flatMap(Double.init) }.max() ?? 0)
        }
        try FileManager.default.removeItem(atPath: file)
      }
      // The last packet may exceed the end; and minterpolate drops the last frames.
      if durations.count == 2 {
        #expect(abs(durations[0] - durations[1]) < 0.15, "\(row.ours): \(durations)")
      }
    }
  }
}
