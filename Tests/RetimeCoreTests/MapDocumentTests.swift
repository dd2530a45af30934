// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import TestSupport
import Testing

@Suite struct `A map's text` {
  typealias Part = TimeMap.Part

  static func seconds(_ text: String) -> RationalTime {
    RationalTime(seconds: (try? Rational(parsing: text)) ?? Rational(-1))
  }

  static let example = """
    {"retime-map":1,"sections":[{"from":"0","to":"3","speed":"1"},{"from":"3","to":"3.5","speed":["1","1/4"],\
    "ease":"smooth"},{"from":"3.5","to":"4","speed":"1/4"},{"hold":"4","for":"1.5"},{"from":"4","to":"2","speed":"2"},\
    {"from":"2","to":"end","speed":"1"}]}
    """

  @Test func `A map's text lists its sections, up to the end of the source`() throws {
    let parts = try MapDocument(parsing: Self.example).parts(end: Self.seconds("10"))
    let expected: [Part] = [
      .play(from: .zero, to: Self.seconds("3"), speed: Rational(1)),
      .play(
        from: Self.seconds("3"),
        to: Self.seconds("7/2"),
        speed: Rational(1),
        last: Rational(1, 4),
        ease: .smooth
      ),
      .play(from: Self.seconds("7/2"), to: Self.seconds("4"), speed: Rational(1, 4)),
      .hold(at: Self.seconds("4"), duration: Self.seconds("3/2")),
      .play(from: Self.seconds("4"), to: Self.seconds("2"), speed: Rational(2)),
      .play(from: Self.seconds("2"), to: Self.seconds("10"), speed: Rational(1)),
    ]
    #expect(parts == expected)
  }

  @Test func `A map is printed in one line that parses to the same map`() throws {
    let document = try MapDocument(parsing: Self.example)
    #expect(
      "\(document)" == Self.example.replacing("3.5", with: "7/2").replacing("1.5", with: "3/2")
    )
    #expect(try MapDocument(parsing: "\(document)") == document)
  }

  @Test func `Numbers, texts, decimals, fractions and times are accepted`() throws {
    let one = try MapDocument(
      parsing: """
        \t{ "sections" : [\r\n {"to": 62.5, "speed": 0.25, "from": 0.0},
          {"f\\u0072om":"1:02.5","to":"1:02:03","speed":[1e-1,"2/3"]}], "retime-map": "1" }

        """
    )
    let other = try MapDocument(
      parsing: """
        {"retime-map":1,"sections":[{"from":"0","to":"125/2","speed":"1/4"},\
        {"from":"125/2","to":"3723","speed":["1/10","2/3"],"ease":"smooth"}]}
        """
    )
    #expect(one == other)
  }

  @Test func `A stated duration must be that of the map`() throws {
    let text = String(Self.example.dropLast()) + ",\"duration\":\"163/10\"}"
    let document = try MapDocument(parsing: text)
    #expect(document.duration == Self.seconds("16.3"))
    #expect(try MapDocument(parsing: "\(document)") == document)
    #expect(try document.parts(end: Self.seconds("10")).total() == Self.seconds("16.3"))
    #expect(
      throws: MapError.otherDuration(given: Self.seconds("16.3"), real: Self.seconds("16.8"))
    ) { try document.parts(end: Self.seconds("10.5")) }
  }

  @Test func `A map may be part of other JSON`() throws {
    let document = try MapDocument(parsing: Self.example)
    let coded = try JSONEncoder().encode(["map": document])
    #expect(try JSONDecoder().decode([String: MapDocument].self, from: coded) == ["map": document])
    let plain = try #require(JSONSerialization.jsonObject(with: coded) as? [String: Any])
    let map = try #require(plain["map"] as? [String: Any])
    #expect(map["retime-map"] as? Int == 1 && (map["sections"] as? [[String: Any]])?.count == 6)
    for (text, message) in [
      ("{\"retime-map\":2,\"sections\":[]}", "1 is the version"),
      (Self.example.replacing("smooth", with: "soft"), "section 2 has the \"ease\" \"soft\""),
      ("[true, null, 1.5]", "a map is a list"),
    ] {
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(MapDocument.self, from: Data(text.utf8))
      }
      #expect("\(try #require(error))".contains(message))
    }
  }

  @Test func `Random sections are read as they were printed`() throws {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let parts = (0..<20).map { _ in Self.randomPart(&random) }
      let document = MapDocument(parts, duration: try parts.total())
      let read = try MapDocument(parsing: "\(document)")
      #expect(read == document, "RETIME_SEED=\(SeededGenerator.seed)")
      #expect(
        try read.parts(end: Self.seconds("400000")) == document.parts(end: Self.seconds("400000"))
      )
    }
  }

  private static func randomPart(_ random: inout SeededGenerator) -> Part {
    func number(_ range: ClosedRange<Int64>) -> Rational {
      Rational(.random(in: range, using: &random), .random(in: 1...1001, using: &random))
    }
    let early = RationalTime(seconds: number(0...100_000))
    let late = RationalTime(seconds: number(1...100_000) + Rational(100_000))
    if Int.random(in: 0..<4, using: &random) == 0 { return .hold(at: early, duration: late) }
    let isBackward = Bool.random(using: &random)
    return .play(
      from: isBackward ? late : early,
      to: isBackward ? early : late,
      speed: number(1...900),
      last: number(1...900),
      ease: Bool.random(using: &random) ? .smooth : .linear
    )
  }

  @Test func `A map scaled to long fractions is read as it was printed`() throws {
    let parts = try MapDocument(parsing: Self.example).parts(
      end: Self.seconds("10010010001/999999937")
    )
    let scaled = try parts.scaled(to: Self.seconds("1000000007/99999989"))
    let document = MapDocument(scaled)
    #expect(try MapDocument(parsing: "\(document)") == document)
    // Section starts are rounded to 10⁻¹⁸ s here.
    let total = try scaled.total() - Self.seconds("1000000007/99999989")
    #expect(abs(total.seconds) < 1e-16)
  }

  @Test func `A map may be longer than any source`() throws {
    let parts = try MapDocument(parsing: Self.example).parts(end: Self.seconds("30000000"))
    let slow = try parts.scaled(to: Self.seconds("7000000000000"))
    let document = MapDocument(slow, duration: try slow.total())
    #expect(try MapDocument(parsing: "\(document)") == document)
  }

  @Test func `A map may have ten thousand sections`() throws {
    let parts = (0..<10_000).map { (index: Int64) -> Part in
      let speed = Rational(1 + index % 7, 3)
      return .play(from: RationalTime(index, 3), to: RationalTime(index + 1, 3), speed: speed)
    }
    let text = "\(MapDocument(parts))"
    let read = try MapDocument(parsing: text).parts(end: RationalTime(10_000, 3))
    #expect(read == parts)
  }

  /// No damaged text traps; a text that is read is printed and read as the same map.
  @Test func `A damaged map is refused with a position, or read`() throws {
    var random = SeededGenerator()
    let bytes = Array(Self.example.utf8)
    for _ in 0..<5000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[place] = .random(in: 0...255, using: &random)
        case 1: damaged.remove(at: place)
        default: damaged.insert(bytes.randomElement(using: &random) ?? 0, at: place)
        }
      }
      do {
        let document = try MapDocument(parsing: damaged)
        #expect(try MapDocument(parsing: "\(document)") == document)
      } catch {
        #expect("\(error)".hasPrefix("line "), "RETIME_SEED=\(SeededGenerator.seed)")
      }
    }
  }
}
