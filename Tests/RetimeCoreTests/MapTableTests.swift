// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `A table of speeds` {
  private static func parts(_ text: String) throws -> [TimeMap.Part] {
    try MapDocument(table: Array(text.utf8)).parts(end: RationalTime(100, 1))
  }

  @Test(arguments: [
    "start,end,speed\n0,2,1\n2,6,1/2\n9,6,2\n1:10,end,0.25\n",
    "\u{feff}Start;End;Speed\r\n0;2;\r\n2;6;0.5\r\n9;6;2\r\n70;100;1/4\r\n",
    "# seconds\n\n0\t2\n 2\t6 \t1/2\n\"9\"\t\"6\"\t\"2\"\n70\t100\t.25",
    "0,2,1,,\n2,6,1/2\n9,6,2\n,,\n70,end,1/4",
  ])
  func `Each line is a section, in the order of the lines`(text: String) throws {
    #expect(
      try Self.parts(text) == [
        .play(from: .zero, to: RationalTime(2, 1), speed: Rational(1)),
        .play(from: RationalTime(2, 1), to: RationalTime(6, 1), speed: Rational(1, 2)),
        .play(from: RationalTime(9, 1), to: RationalTime(6, 1), speed: Rational(2)),
        .play(from: RationalTime(70, 1), to: RationalTime(100, 1), speed: Rational(1, 4)),
      ]
    )
  }

  @Test(arguments: [
    ("", "line 1, column 1: a map needs at least one section"),
    ("start,end,speed\n", "line 1, column 1: a map needs"),
    ("0,2,1\n2,x,1\n", "line 2, column 3: section 2 has the time \"x\""),
    ("0,2,1\n2,4, fast\n", "line 2, column 6: section 2 has the speed \"fast\""),
    ("0,2,0\n", "line 1, column 5: section 1 has the speed \"0\""),
    ("0,2,1\n4\n", "line 2, column 1: section 2 has 1 columns"),
    ("0,2,1,hold\n", "line 1, column 1: section 1 has 4 columns"),
    ("2,2,1\n", "line 1, column 1: section 1 plays nothing"),
    ("-1,2,1\n", "line 1, column 1: section 1 has the time \"-1\""),
    ("0,2,1\nstart,end,speed\n", "line 2, column 1: section 2 has the time \"start\""),
  ])
  func `A wrong table is refused with its place`(text: String, message: String) throws {
    let error = #expect(throws: MapTextError.self) { try MapDocument(table: Array(text.utf8)) }
    #expect("\(try #require(error))".hasPrefix(message), "\(String(describing: error))")
  }
}
