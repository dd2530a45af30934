// SPDX-License-Identifier: MPL-2.0

import Foundation
import GStreamer
import RetimeElements
import TestSupport
import Testing

@Suite struct `rate` {
  init() throws {
    try GStreamer.initialize()
    registerElements()
  }

  @Test(
    arguments: ["audioretime", "videoretime"],
    [
      ("2", "0.5", "1/2"), ("0.5", "2", "2/1"), ("1.5", "0.66666666666666663", "2/3"),
      ("3", "0.33333333333333331", "1/3"), ("0.3333333333333333", "3", "3/1"),
      ("1.4285714285714286", "0.69999999999999996", "7/10"), ("0.0001", "10000", "10000/1"),
      ("100000", "1.0000000000000001e-05", "1/100000"), ("1.37", "0.72992700729927007", "100/137"),
    ]
  )
  func `The rate is the inverse of the factor, exactly`(
    name: String,
    value: (rate: String, factor: String, fraction: String)
  ) throws {
    let element = try Element.make(name, ["rate": value.rate])
    #expect(try element.text(of: "factor") == value.factor)
    #expect(try element.text(of: "factor-fraction") == value.fraction)
  }

  @Test(arguments: [
    ("factor", "0.7", "1.4285714285714286", "7/10"),
    ("factor", "0.37", "2.7027027027027026", "37/100"),
    ("factor-fraction", "1/3", "3", "1/3"), ("factor-fraction", "7/5", "0.7142857142857143", "7/5"),
  ])
  func `Setting the rate that an element has keeps its factor`(
    property: String,
    text: String,
    rate: String,
    fraction: String
  ) throws {
    let element = try Element.make("videoretime", [property: text])
    let read = try element.text(of: "rate")
    #expect(Double(read) == Double(rate))
    try element.set("rate", to: read)
    #expect(try element.text(of: "factor-fraction") == fraction)
  }

  @Test func `Any rate reads back as it was set`() throws {
    let element = try Element.make("audioretime")
    var random = SeededGenerator()
    for _ in 0..<500 {
      let rate = pow(10, Double.random(in: -4...5, using: &random))
      try element.set("rate", to: "\(rate)")
      let read = try #require(Double(try element.text(of: "rate")))
      #expect(read == rate, "RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  /// GObject warns and keeps the old value, as for any property that is set out of its range.
  @Test(arguments: ["0", "-1", "0.00009", "100001"])
  func `The rate stays within the range of the factor`(text: String) throws {
    let element = try Element.make("audioretime", ["rate": "2"])
    try element.set("rate", to: text)
    #expect(try element.text(of: "factor-fraction") == "1/2")
  }
}
