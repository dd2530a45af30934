// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The curve of a map` {
  private static func map() throws -> TimeMap {
    try TimeMap(
      MapDocument(parsing: `A map's text`.example).parts(end: `A map's text`.seconds("10"))
    )
  }

  @Test func `The chart shows speed over output time, holds and reversals`() throws {
    #expect(
      MapCurve(try Self.map()).lines(width: 51, height: 6) == [
        "2                      ████",
        "                       ████",
        "  ██████████           ████████████████████████████",
        "  ███████████▄▄▄▄▄▄▄   ████████████████████████████",
        "  -----------------=====<<<------------------------",
        "  0:00                                       0:16.3",
      ]
    )
  }

  @Test func `The table lists the sections`() throws {
    let rows = MapCurve(try Self.map()).rows
    #expect(rows.allSatisfy { $0.count == MapCurve.header.count })
    #expect(
      rows.map { $0.joined(separator: " | ") } == [
        "1 | 0:00 | 0:03 | 0:00 | 0:03 | 1 | ",
        "2 | 0:03 | 0:03.5 | 0:03 | 0:03.8 | 1 to 0.25 | smooth",
        "3 | 0:03.5 | 0:04 | 0:03.8 | 0:05.8 | 0.25 | ",
        "4 | 0:04 | 0:04 | 0:05.8 | 0:07.3 | hold | ",
        "5 | 0:04 | 0:02 | 0:07.3 | 0:08.3 | 2 backwards | ",
        "6 | 0:02 | 0:10 | 0:08.3 | 0:16.3 | 1 | ",
      ]
    )
    let long = try TimeMap([
      .play(
        from: .zero,
        to: RationalTime(36_000_123, 1000),
        speed: Rational(12_345_678, 98_765_431)
      )
    ])
    #expect(MapCurve(long).rows[0][1...2].joined(separator: " ") == "0:00 10:00:00.123")
    #expect(MapCurve(long).rows[0][5] == "~0.125")
    #expect(
      MapCurve(TimeMap(factor: try Factor(parsing: "1.5"))).rows[0][2...5] == [
        "end", "0:00", "end", "2/3",
      ]
    )
  }

  @Test func `The chart has the given size for any map`() throws {
    var random = SeededGenerator()
    var maps = [TimeMap(factor: .identity)]
    for _ in 0..<50 {
      let times = (0...Int.random(in: 1...300, using: &random)).map { _ in
        RationalTime(
          .random(in: 0...1_000_000, using: &random),
          .random(in: 1...999, using: &random)
        )
      }
      let parts = zip(times, times.dropFirst()).map { from, to -> TimeMap.Part in
        let speed = Rational(.random(in: 1...1_000_000, using: &random), 1000)
        return from == to
          ? .hold(at: from, duration: RationalTime(1, 3)) : .play(from: from, to: to, speed: speed)
      }
      maps.append(try TimeMap(parts))
    }
    for map in maps {
      for (width, height) in [(80, 10), (20, 3), (0, 0), (-5, -5), (133, 7)] {
        let lines = MapCurve(map).lines(width: width, height: height)
        #expect(lines.count == max(3, height), "RETIME_SEED=\(SeededGenerator.seed)")
        #expect(lines.allSatisfy { $0.count <= max(30, width) })
        let marks = lines[lines.count - 2].filter { $0 != " " }
        #expect(!marks.isEmpty && marks.allSatisfy { "-<=".contains($0) })
      }
    }
  }
}
