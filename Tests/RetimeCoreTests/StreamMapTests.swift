// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `A map of a stream` {
  private static func map(_ sections: String) throws -> TimeMap {
    try MapDocument(parsing: #"{"retime-map":1,"sections":[\#(sections)]}"#).streamMap()
  }

  private static let first = #"{"from":"0","to":"2","speed":"2"}"#

  @Test func `A last section to the end is unlimited`() throws {
    let map = try Self.map(
      Self.first + #",{"hold":"2","for":"3"},{"from":"4","to":"end","speed":"1/2"}"#
    )
    #expect(map.duration == nil && map.sections.count == 3 && map.lastFactor == Rational(2))
    #expect(map.startTime(ofStream: RationalTime(2, 1)) == RationalTime(1, 1))
    #expect(map.endTime(ofStream: RationalTime(2, 1)) == RationalTime(4, 1))
    #expect(map.startTime(ofStream: RationalTime(1_000_004, 1)) == RationalTime(2_000_004, 1))
    #expect(map.streamTime(ofOutput: RationalTime(6, 1)) == RationalTime(5, 1))
    #expect(try Self.map(Self.first).duration == RationalTime(1, 1))
  }

  @Test func `A map of one speed equals that of its factor`() throws {
    let map = try Self.map(#"{"from":"0","to":"end","speed":"1/3"}"#)
    #expect(map == TimeMap(factor: try Factor(parsing: "3")))
    #expect(try Self.map(#"{"from":"0","to":"end","speed":"1"}"#).isIdentity)
    #expect(try Self.map(#"{"from":"1","to":"end","speed":"1"}"#).factor == nil)
  }

  @Test func `A range returns its output unless it is cut`() throws {
    let map = try Self.map(
      Self.first + #",{"hold":"5","for":"3"},{"from":"6","to":"7","speed":"1"}"#
    )
    func shown(_ from: Int64, _ to: Int64) -> [Int64]? {
      map.shown(from: from * 500_000_000, to: to * 500_000_000)
        .map { [$0.start / 250_000_000, $0.end / 250_000_000] }
    }
    // In half seconds of the source, and quarter seconds of the output.
    #expect(shown(0, 1) == [0, 1] && shown(3, 5) == [3, 4] && shown(4, 10) == nil)
    #expect(shown(10, 11) == [4, 16] && shown(9, 11) == [4, 16] && shown(11, 12) == nil)
    #expect(shown(11, 13) == [16, 18] && shown(13, 100) == [18, 20] && shown(14, 15) == nil)
    #expect(shown(0, 100) == [0, 20])
  }

  @Test(arguments: [
    (#",{"from":"2","to":"1","speed":"1"}"#, StreamMapError.backwards(2)),
    (#",{"from":"end","to":"1","speed":"1"}"#, .backwards(2)),
    (
      #",{"from":"1","to":"end","speed":"1"}"#,
      .jumpsBack(2, from: RationalTime(2, 1), to: RationalTime(1, 1))
    ),
    (#",{"from":"2","to":"end","speed":"1"},{"hold":"9","for":"1"}"#, .afterEnd(3)),
    (#",{"from":"2","to":"end","speed":["1","2"]}"#, .easedToEnd(2)),
    (#",{"hold":"end","for":"1"}"#, .holdsEnd(2)),
  ])
  func `A section that a stream cannot play is refused with its number`(
    section: String,
    expected: StreamMapError
  ) throws {
    let error = #expect(throws: StreamMapError.self) { try Self.map(Self.first + section) }
    #expect(error == expected)
    #expect(error?.description.contains("section ") == true)
  }

  @Test func `A stated duration must be that of the sections`() throws {
    func map(_ duration: String, _ sections: String) throws -> TimeMap {
      let text = #"{"retime-map":1,"duration":"\#(duration)","sections":[\#(sections)]}"#
      return try MapDocument(parsing: text).streamMap()
    }
    #expect(try map("1", Self.first).duration == RationalTime(1, 1))
    #expect(throws: StreamMapError.self) { try map("2", Self.first) }
    #expect(try map("2", #"{"from":"0","to":"end","speed":"3"}"#).duration == nil)
  }
}
