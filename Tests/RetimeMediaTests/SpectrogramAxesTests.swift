// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

@testable import RetimeMedia

@Suite struct `Spectrogram axes` {
  @Test(
    arguments: [
      ("axes-short", 0.5, 0.0, 300, 256, 8_000), ("axes-hour", 3_600, 90, 800, 1_024, 44_100),
    ]
  )
  func `The axes equal the golden file`(
    name: String,
    seconds: Double,
    start: Double,
    columns: Int,
    rows: Int,
    rate: Int
  ) throws {
    let axes = SpectrogramAxes(
      title: "\(name) <&> é\u{7}.wav",
      columns: columns,
      rows: rows,
      seconds: seconds,
      start: start,
      rate: rate
    )
    let path = Repository.file("Tests/RetimeMediaTests/Golden/\(name).svg")
    if ProcessInfo.processInfo.environment["RETIME_REGENERATE"] == "1" {
      try axes.svg.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    #expect(axes.svg == golden, "changed on purpose? RETIME_REGENERATE=1 swift test --filter Axes")
  }

  @Test func `A single mark has the same precision as several`() {
    let axes = SpectrogramAxes(
      title: "",
      columns: 180,
      rows: 64,
      seconds: 0.48,
      start: 0.3,
      rate: 48_000
    )
    #expect(axes.svg.contains(">0.5 s</text>"))
  }

  @Test(arguments: [1, 5, 100, 8_192], [0.0001, 1, 7, 100_000])
  func `Marks never overlap`(columns: Int, seconds: Double) {
    let axes = SpectrogramAxes(
      title: "",
      columns: columns,
      rows: 64,
      seconds: seconds,
      start: 3,
      rate: 96_000
    )
    let marks = axes.svg.split(separator: "\n").filter { $0.contains("text-anchor=\"middle\"") }
    #expect(marks.count <= columns / 90 + 1)
  }
}
