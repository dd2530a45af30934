// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeElements
import Testing

@Suite struct `factor-fraction` {
  init() throws {
    try GStreamer.initialize()
    registerElements()
  }

  @Test(
    arguments: ["audioretime", "videoretime"],
    [
      ("1/3", "0.33333333333333331", "1/3"), ("6/4", "1.5", "3/2"), ("2", "2", "2/1"),
      ("1/100000", "1.0000000000000001e-05", "1/100000"), ("10000/1", "10000", "10000/1"),
      ("2147483647/2147483646", "1.0000000004656613", "2147483647/2147483646"),
    ]
  )
  func `The fraction is kept as it is set`(
    name: String,
    value: (text: String, factor: String, kept: String)
  )
    throws
  {
    let element = try Element.make(name, ["factor-fraction": value.text])
    #expect(try element.text(of: "factor") == value.factor)
    #expect(try element.text(of: "factor-fraction") == value.kept)
  }

  @Test(arguments: [
    ("0.37", "37/100"), ("1.5", "3/2"), ("1e-05", "1/100000"), ("10000", "10000/1"),
    ("0.3333333333333333", "1/3"), ("3.141592653589793", "74724506/23785549"),
    ("0.000012345678901", "9582/776142007"), ("9999.999999999", "10000/1"),
  ])
  func `Setting the number updates the fraction`(number: String, fraction: String) throws {
    let element = try Element.make("videoretime", ["factor-fraction": "7/5", "factor": number])
    #expect(try element.text(of: "factor-fraction") == fraction)
  }

  /// GObject warns and keeps the old value, as for any property that is set out of its range.
  @Test(arguments: [
    ("factor-fraction", "1/100001"), ("factor-fraction", "10001/1"), ("factor-fraction", "-1/2"),
    ("factor-fraction", "0/1"), ("factor", "0.000009"), ("factor", "10001"), ("factor", "-1"),
  ])
  func `The fraction stays within the range of the factor`(property: String, text: String) throws {
    let element = try Element.make("audioretime", ["factor-fraction": "7/5"])
    try element.set(property, to: text)
    #expect(try element.text(of: "factor-fraction") == "7/5")
    #expect(try element.text(of: "factor") == "1.3999999999999999")
  }

  @Test(arguments: ["1/0", "a third", "1/3/5", ""])
  func `A text that is not a fraction is refused`(text: String) throws {
    let element = try Element.make("audioretime")
    #expect(throws: GStreamerError.self) { try element.set("factor-fraction", to: text) }
    #expect(try element.text(of: "factor-fraction") == "1/1")
  }
}
