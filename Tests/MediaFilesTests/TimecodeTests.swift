// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import TestSupport
import Testing

@Suite struct `Time codes` {
  private func text(_ frame: Int, _ rate: Int, drop: Bool = false) -> String? {
    Timecode(frame: frame, nominalRate: rate, isDropFrame: drop)?.text
  }

  @Test func `Labels count frames, and drop-frame labels follow the clock`() {
    #expect(text(0, 25) == "00:00:00:00")
    #expect(text(90_012, 25) == "01:00:00:12")
    #expect(text(1799, 30, drop: true) == "00:00:59;29")
    #expect(text(1800, 30, drop: true) == "00:01:00;02")
    #expect(text(17_982, 30, drop: true) == "00:10:00;00")
    #expect(text(107_892, 30, drop: true) == "01:00:00;00")
    #expect(text(3600, 60, drop: true) == "00:01:00;04")
    #expect(text(25 * 86_400, 25) == "00:00:00:00")
    #expect(text(-1, 25) == "23:59:59:24")
    #expect(text(0, 0) == nil)
  }

  @Test func `Each drop-frame label differs from the one before, for half an hour`() {
    var before = ""
    for frame in 0..<54_000 {
      let label = text(frame, 30, drop: true) ?? before
      #expect(label != before)
      #expect(!label.hasSuffix(":00;00") || label.dropLast(6).last == "0")
      before = label
    }
  }

  @Test(arguments: [
    ("25/1", "10:00:00:12"), ("50/1", "10:00:00:24"), ("24/1", "10:00:00:11"),
    ("30000/1001", "10:00:00:14"),
  ])
  func `The clock is kept at another rate`(rate: String, text: String) throws {
    let code = try #require(
      Timecode(frame: 10 * 90_000 + 12, nominalRate: 25, isDropFrame: false)
    )
    #expect(code.converted(to: try FrameRate(parsing: rate))?.text == text)
    #expect(code.converted(to: try FrameRate(parsing: "12.5")) == nil)
  }
}
