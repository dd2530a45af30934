// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import TestSupport
import Testing

@Suite struct `CAF packets` {
  /// Packets of random sizes and frame counts, and their description in a file.
  struct Example {
    let sizes: [Int], frames: [Int]
    let sequence: PacketSequence

    init(_ generator: inout SeededGenerator, count: Int, priming: Int = 0, valid: Int = 0) throws {
      let (hasSizes, hasFrames) = (Bool.random(using: &generator), Bool.random(using: &generator))
      sizes = (0..<count).map { _ in
        hasSizes
          ? 40
          : Int.random(in: 0...1 << Int.random(in: 1...20, using: &generator), using: &generator)
      }
      frames = (0..<count).map { _ in hasFrames ? 960 : Int.random(in: 1...5_000, using: &generator)
      }
      let entries = zip(sizes, frames).flatMap { size, frames in
        (hasSizes ? [] : CoreAudioFile.variable(size))
          + (hasFrames ? [] : CoreAudioFile.variable(frames))
      }
      let description = try AudioDescription(
        CoreAudioFile.description(
          format: "test",
          bytesPerPacket: hasSizes ? 40 : 0,
          framesPerPacket: hasFrames ? 960 : 0,
          channels: 2
        )
      )
      let table =
        CoreAudioFile.number(UInt64(count)) + CoreAudioFile.number(UInt64(valid))
        + CoreAudioFile.number(UInt32(priming)) + CoreAudioFile.number(UInt32(0)) + entries
      sequence = try PacketSequence(
        description,
        PacketTable(table),
        byteCount: Int64(sizes.reduce(0, +))
      )
    }
  }

  @Test func `Packets are located by the table for constant and variable sizes`() throws {
    var generator = SeededGenerator()
    for count in [0, 1, 2, 255, 256, 257, 1_000] {
      for _ in 0..<4 {
        let example = try Example(&generator, count: count)
        var position = PacketSequence.Position()
        var (offset, frame) = (0, 0)
        for index in 0..<count {
          let (block, next) = try #require(example.sequence.block(at: position, limit: 1))
          #expect(block.offset == offset && block.size == example.sizes[index])
          offset += block.size
          #expect(block.frames == Int64(frame)..<Int64(frame + example.frames[index]))
          frame += example.frames[index]
          position = next
        }
        let isAtEnd = example.sequence.block(at: position, limit: 1) == nil
        #expect(isAtEnd && position == example.sequence.end, "RETIME_SEED=\(SeededGenerator.seed)")
      }
    }
  }

  @Test func `The packet of any frame is found`() throws {
    var generator = SeededGenerator()
    for count in [1, 256, 257, 1_500] {
      let example = try Example(&generator, count: count)
      let total = example.frames.reduce(0, +)
      let starts = example.frames.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }.dropLast()
      for _ in 0..<200 {
        let frame = Int.random(in: 0..<total + 100, using: &generator)
        let preroll = Int.random(in: 0...3_000, using: &generator)
        let position = example.sequence.position(holding: Int64(frame), preroll: Int64(preroll))
        let wanted = min(max(frame - preroll, 0), total - 1)
        #expect(
          position.frame == starts.last { $0 <= wanted }.map(Int64.init),
          "RETIME_SEED=\(SeededGenerator.seed)"
        )
      }
    }
  }

  @Test(arguments: [
    (priming: 2112, valid: 10_000, expected: Int64(2112)..<12_112),
    (priming: 0, valid: 0, expected: 0..<20_160),
    (priming: 312, valid: 1_000_000, expected: 312..<20_160),
    (priming: 1_000_000, valid: 5, expected: 20_160..<20_160),
  ])
  func `Priming and padding frames are trimmed`(
    priming: Int,
    valid: Int,
    expected: Range<Int64>
  ) throws {
    let file = CoreAudioFile(
      format: "test",
      framesPerPacket: 960,
      packets: (0..<21).map { [UInt8](repeating: 0, count: $0) },
      priming: 0,
      valid: 0
    )
    var table = try #require(file["pakt"])
    table.replaceSubrange(
      8..<24,
      with: CoreAudioFile.number(UInt64(valid)) + CoreAudioFile.number(UInt32(priming)) + [
        0, 0, 0, 0,
      ]
    )
    let sequence = try PacketSequence(
      AudioDescription(try #require(file["desc"])),
      PacketTable(table),
      byteCount: 210
    )
    #expect(sequence.validFrames == expected)
  }

  @Test func `Without a table the packet count follows from the byte count`() throws {
    let description = try AudioDescription(
      CoreAudioFile.description(bytesPerPacket: 6, channels: 2, bits: 24)
    )
    let sequence = try PacketSequence(description, nil, byteCount: 6 * 1_000 + 5)
    #expect(sequence.validFrames == 0..<1_000)
    let position = sequence.position(holding: 990, preroll: 0)
    let last = try #require(sequence.block(at: position, limit: 64))
    #expect(last.block.offset == 5_940 && last.block.size == 60 && last.block.frames == 990..<1_000)
    let endless = try PacketSequence(description, nil, byteCount: nil)
    #expect(endless.validFrames.count > 1 << 40)
  }

  @Test func `Packets of varying size are refused without a table`() throws {
    let description = try AudioDescription(
      CoreAudioFile.description(format: "aac ", framesPerPacket: 1024, channels: 2)
    )
    #expect(throws: CoreAudioFormatError.self) {
      try PacketSequence(description, nil, byteCount: 1_000)
    }
  }
}
