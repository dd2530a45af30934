// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import Testing

@Suite struct `Closed captions` {
  /// Byte pairs of a field, a pair in each frame of a tenth of a second.
  struct Line {
    var pairs: [CaptionPair] = []
    var isSecondField = false

    /// Adds control codes, each of which is transmitted twice.
    mutating func codes(_ codes: UInt16...) { for code in codes { add([code, code]) } }

    mutating func text(_ text: String) {
      var bytes = Array(text.utf8)
      if bytes.count % 2 == 1 { bytes.append(0) }
      add(stride(from: 0, to: bytes.count, by: 2).map { bytes[$0...].prefix(2).bigEndian })
    }

    mutating func add(_ codes: [UInt16]) {
      for code in codes {
        pairs.append(
          CaptionPair(
            time: tenths(pairs.count),
            isSecondField: isSecondField,
            UInt8(code >> 8) | 0x80,
            UInt8(code & 0xff)
          )
        )
      }
    }

    /// Returns the cues of all channels, in tenths of a second.
    func cues() -> [CaptionChannel: [String]] {
      CaptionCue.cues(of: pairs, until: tenths(pairs.count + 10), marksItalics: true)
        .mapValues { cues in
          cues.map { "\($0.start.tenths)-\($0.end.tenths) \($0.text)" }
        }
    }
  }

  @Test func `A pop-on caption is shown from its end code to the next erasure`() {
    var line = Line()
    line.codes(0x1420, 0x142e, 0x1350)
    line.text("one")
    line.codes(0x1470)
    line.text("two")
    line.codes(0x142f)
    line.text("in the other memory")
    line.codes(0x142c)
    #expect(line.cues() == [.cc1: ["12-24 one\ntwo"]])
  }

  @Test(arguments: [0x1425, 0x1426, 0x1427] as [UInt16])
  func `Roll-up captions show as many rows as their code says`(code: UInt16) {
    var line = Line()
    for text in ["A ", "B ", "C ", "D ", "E "] {
      line.codes(code, 0x142d, 0x1470)
      line.text(text)
    }
    let rows = Int(code) - 0x1423
    let texts = ["A", "B", "C", "D", "E"]
    let shown = (0..<5).map { last in
      let text = texts[max(0, last - rows + 1)...last].joined(separator: "\n")
      return "\(7 * last + 6)-\(last == 4 ? 45 : 7 * last + 13) \(text)"
    }
    #expect(line.cues() == [.cc1: shown])
  }

  @Test func `Paint-on text, backspaces and deletions change the shown text`() {
    var line = Line()
    line.codes(0x1429, 0x1470)
    line.text("Tezt")
    line.codes(0x1421, 0x1421)
    line.text("st it")
    line.codes(0x1472, 0x1424, 0x142c)
    #expect(line.cues() == [.cc1: ["4-17 Test"]])
  }

  @Test func `Special and extended characters, italics and indents are text`() {
    var line = Line()
    line.codes(0x1420, 0x142e, 0x1474, 0x1721)
    line.text("e")
    line.codes(0x1137)
    line.text("A")
    line.codes(0x1220, 0x112e)
    line.text("it's*")
    line.codes(0x1120)
    line.text("ss")
    line.codes(0x1334, 0x142f, 0x142c)
    #expect(line.cues() == [.cc1: ["24-26 e♪Á <i>it’sá</i> sß"]])
  }

  @Test func `A field has two channels, and the second field program information, too`() {
    var line = Line(isSecondField: true)
    line.codes(0x1529, 0x1470)
    line.text("third")
    line.add([0x0105, 0x5858])
    line.codes(0x1d29, 0x1c70)
    line.text("fourth")
    line.codes(0x152c, 0x1d2c)
    #expect(line.cues() == [.cc3: ["4-16 third"], .cc4: ["13-18 fourth"]])
  }

  @Test func `The text service of a channel is no caption`() {
    var line = Line()
    line.codes(0x1425, 0x142d, 0x1470)
    line.text("word")
    line.codes(0x142a, 0x1340)
    line.text("weather")
    line.codes(0x1425)
    line.text("s.")
    #expect(line.cues() == [.cc1: ["6-29 words."]])
  }

  @Test func `Pairs are decoded in the order in which their frames are shown`() {
    var line = Line()
    line.codes(0x1429, 0x1470)
    line.text("abcdef")
    let pairs = line.pairs
    line.pairs = Array(pairs[..<4]) + [pairs[6], pairs[4], pairs[5]]
    #expect(line.cues() == [.cc1: ["4-17 abcdef"]])
  }

  @Test func `Every form of a frame's captions is read`() {
    let (first, second): ([UInt8], [UInt8]) = ([0x94, 0x2c], [0x15, 0x2c])
    let triplets = [0xfc] + first + [0xfd] + second + [0xf8] + first + [0xff, 1, 2]
    let head: [UInt8] = [0x96, 0x69, 28, 0x4f, 0x43, 0, 1]
    let time: [UInt8] = [0x71, 0, 0, 0, 0], data: [UInt8] = [0x72, 0xe4]
    let both = [
      CaptionPair(time: 1, isSecondField: false, 0x14, 0x2c),
      CaptionPair(time: 1, isSecondField: true, 0x15, 0x2c),
    ]
    #expect(CaptionForm.pairs.pairs(in: first, at: 1) == [both[0]])
    #expect(CaptionForm.fieldPairs.pairs(in: [0x8c] + first + [0x0c] + second, at: 1) == both)
    #expect(CaptionForm.triplets.pairs(in: triplets + [0xfc], at: 1) == both)
    #expect(CaptionForm.packet.pairs(in: head + data + triplets + [0x74], at: 1) == both)
    #expect(CaptionForm.packet.pairs(in: head + time + data + triplets, at: 1) == both)
    #expect(CaptionForm.packet.pairs(in: [0x96], at: 1) == [])
  }

  @Test func `No bytes trap`() {
    var generator = SystemRandomNumberGenerator()
    for isSecondField in [false, true] {
      var line = Line(isSecondField: isSecondField)
      line.add((0..<20_000).map { _ in UInt16.random(in: 0x1000..<0x2000, using: &generator) })
      line.add((0..<20_000).map { _ in UInt16.random(in: 0...0xffff, using: &generator) })
      _ = line.cues()
    }
  }
}

private func tenths(_ count: Int) -> StreamTime { StreamTime(ticks: Int64(count), timescale: 10) }

extension StreamTime {
  fileprivate var tenths: Int64 { nanoseconds / 100_000_000 }
}

extension Sequence<UInt8> {
  fileprivate var bigEndian: UInt16 { reduce(0) { $0 << 8 | UInt16($1) } }
}
