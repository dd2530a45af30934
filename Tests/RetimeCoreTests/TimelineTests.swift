// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `A timeline` {
  @Test func `scales every time by its factor, both ways`() throws {
    let timeline = Timeline(factor: try Factor(parsing: "1.5"))
    for time: Int64 in [0, 2, 1_000_000_000, 3_600_000_000_000] {
      #expect(timeline.outputTime(ofSource: time) == time / 2 * 3)
      #expect(timeline.sourceTime(ofOutput: time / 2 * 3) == time)
    }
  }

  @Test func `goes on where it is when its factor changes`() throws {
    var timeline = Timeline(factor: .identity)
    #expect(timeline.isIdentity)
    timeline.setFactor(try Factor(parsing: "2"), atSource: 100)
    #expect(timeline.outputTime(ofSource: 100) == 100 && timeline.outputTime(ofSource: 150) == 200)
    timeline.setFactor(try Factor(parsing: "0.5"), atSource: 150)
    #expect(timeline.outputTime(ofSource: 250) == 250 && timeline.sourceTime(ofOutput: 250) == 250)
    #expect(!timeline.isIdentity)
  }

  @Test func `saturates, whatever it is asked`() throws {
    for text in ["10000", "0.00001", "1/3"] {
      var timeline = Timeline(factor: try Factor(parsing: text))
      for time in [Int64.max, .min, 0] {
        _ = timeline.outputTime(ofSource: time)
        _ = timeline.sourceTime(ofOutput: time)
        timeline.setFactor(try Factor(parsing: "7.3"), atSource: time)
      }
    }
    let long = Timeline(factor: try Factor(parsing: "10000"))
    #expect(long.outputTime(ofSource: .max) == .max && long.outputTime(ofSource: .min) == .min)
  }
}
