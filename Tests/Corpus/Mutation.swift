// SPDX-License-Identifier: MPL-2.0

import TestSupport

/// Damages files in the ways in which files get damaged, the same way for the same seed.
struct Mutation {
  private var random: SeededGenerator
  /// What was done, in words.
  private(set) var steps: [String] = []

  /// The mutation with number `index` of a run.
  init(seed: UInt64, index: Int) {
    random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(index))
  }

  /// A damaged copy of `bytes`; pieces of `other` may stand in it.
  mutating func apply(to bytes: [UInt8], other: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0..<below(3) + 1 where !result.isEmpty {
      switch below(8) {
      case 0, 1: flip(&result)
      case 2: overwrite(&result, with: [0x00, 0xFF, 0x7F, 0x80][below(4)])
      case 3, 4: setNumber(&result)
      case 5: truncate(&result)
      case 6: splice(&result, bytes)
      default: splice(&result, other)
      }
    }
    return result
  }

  /// A number from 0 up to, but not including, `bound`.
  private mutating func below(_ bound: Int) -> Int {
    Int.random(in: 0..<max(1, bound), using: &random)
  }

  /// A place in a file: half of the time in its head, where its structure is.
  private mutating func place(in bytes: [UInt8]) -> Int {
    below(2) == 0 ? below(min(bytes.count, 1024)) : below(bytes.count)
  }

  private mutating func flip(_ bytes: inout [UInt8]) {
    let count = below(16) + 1
    for _ in 0..<count { bytes[place(in: bytes)] ^= UInt8(1 << below(8)) }
    steps.append("\(count) bits flipped")
  }

  private mutating func overwrite(_ bytes: inout [UInt8], with value: UInt8) {
    let start = place(in: bytes)
    let end = min(bytes.count, start + below(64) + 1)
    for index in start..<end { bytes[index] = value }
    steps.append("\(value) in \(start)..<\(end)")
  }

  /// Puts a number that is at the edge of what fits where a size or an offset may stand.
  private mutating func setNumber(_ bytes: inout [UInt8]) {
    let numbers: [UInt32] = [0, 1, 8, 0x7F, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]
    let number = below(2) == 0 ? numbers[below(numbers.count)] : UInt32(below(1 << 24))
    let start = place(in: bytes)
    let ordered = below(2) == 0 ? number.bigEndian : number.littleEndian
    for (index, byte) in Clips.bytes(ordered).enumerated() where start + index < bytes.count {
      bytes[start + index] = byte
    }
    steps.append("number \(number) at \(start)")
  }

  private mutating func truncate(_ bytes: inout [UInt8]) {
    bytes.removeLast(below(bytes.count))
    steps.append("cut to \(bytes.count)")
  }

  /// Takes a piece out, or puts one of `source` in or over.
  private mutating func splice(_ bytes: inout [UInt8], _ source: [UInt8]) {
    let start = place(in: bytes)
    let length = [below(64), below(1024), below(bytes.count)][below(3)]
    let end = min(bytes.count, start + length)
    let from = below(source.count)
    let piece = source[from..<min(source.count, from + length)]
    switch below(3) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: piece, at: start)
    default: bytes.replaceSubrange(start..<end, with: piece)
    }
    steps.append("\(length) bytes spliced at \(start)")
  }
}
