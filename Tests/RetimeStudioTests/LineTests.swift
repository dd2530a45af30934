// SPDX-License-Identifier: MPL-2.0

#if Studio
import RetimeSystem
import Testing

extension `The studio` {
  @Suite struct `Lines of command output` {
    /// The lines of a text that arrives in blocks of a size.
    private static func lines(of bytes: [UInt8], inBlocksOf size: Int) -> [String] {
      var splitter = LineSplitter()
      var lines: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        lines += splitter.lines(adding: Array(bytes[start..<min(start + size, bytes.count)]).span)
      }
      return lines + (splitter.rest.map { [$0] } ?? [])
    }

    @Test(arguments: [65_535, 65_536, 65_537, 131_072, 200_000], [1, 4096, 1 << 20])
    func `Output is split into lines without loss`(length: Int, block: Int) {
      let long = String(repeating: "0123456789", count: length / 10 + 1).prefix(length)
      let lines = Self.lines(of: Array("one\n\n\(long)\nthree".utf8), inBlocksOf: block)
      #expect(lines.first == "one" && lines.last == "three")
      #expect(lines.dropFirst().dropLast().joined() == long)
      #expect(lines.allSatisfy { (1...LineSplitter.maximumLength).contains($0.utf8.count) })
      #expect(lines.count == 2 + (length + 65_535) / 65_536)
    }

    @Test(arguments: ["é", "€", "𝄞", "\u{301}"], [65_533, 65_534, 65_535, 65_536])
    func `Long lines are split between characters`(character: String, before: Int) {
      let text = String(repeating: "a", count: before) + character + "b"
      let lines = Self.lines(of: Array(text.utf8), inBlocksOf: 1000)
      #expect(lines.joined().utf8.elementsEqual(text.utf8))
      #expect(!lines.joined().unicodeScalars.contains("\u{FFFD}"))
    }

    @Test func `Output that is not UTF-8 is split too`() {
      let bytes = [UInt8](repeating: 0x80, count: 70_000)
      let lines = Self.lines(of: bytes, inBlocksOf: 333)
      #expect(lines.map(\.unicodeScalars.count) == [65_536, 4464])
    }
  }
}
#endif
