// SPDX-License-Identifier: MPL-2.0

import TestSupport

/// Damages files in realistic ways, reproducibly for each seed.
struct Mutation {
  private var random: SeededGenerator
  /// A description of the damage.
  private(set) var steps: [String] = []

  /// The mutation with number `index` of a run.
  init(seed: UInt64, index: Int) {
    random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(index))
  }

  /// A damaged copy of `bytes`; pieces of `other` may be inserted.
  mutating func apply(to bytes: [UInt8], other: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0..<below(3) + 1 where !result.isEmpty {
      switch below(8) {
      case 0, 1: flip(&result)
      case 2: overwrite(&result, with: [0x00, 0xFF, 0x7F, 0x80][below(4)])
      case 3: setNumber(&result)
      case 4: setLongNumber(&result)
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

  /// An offset in a file: half of the time in its header, where its structure is.
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

  /// Writes a number at the limits of 64-bit arithmetic where a time or a size may be: half of the time after an
  /// element's name, which in MP4 is followed by version and flags.
  private mutating func setLongNumber(_ bytes: inout [UInt8]) {
    let numbers: [UInt64] = [
      0, 1, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, 1 << 63 - 1, 1 << 63, .max, 9_223_372_036_853,
      9_223_372_036_854,
    ]
    let number = numbers[below(numbers.count)]
    var start = place(in: bytes)
    let names = ["mvhd", "tkhd", "mdhd", "elst", "stts", "ctts", "tfdt", "mehd", "chpl"]
    let name = Array(names[below(names.count)].utf8)
    let found = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual(name) }
    if below(2) == 0, let cluster = clusterTime(in: bytes) {
      // The width of the time changes too: eight bytes.
      bytes.replaceSubrange(cluster, with: [0x88] + Clips.bytes(number.bigEndian))
      steps.append("cluster at \(number)")
      return
    }
    if below(2) == 0, !found.isEmpty { start = found[below(found.count)] + 4 + 4 * below(9) }
    let ordered = below(4) > 0 ? number.bigEndian : number.littleEndian
    for (index, byte) in Clips.bytes(ordered).enumerated() where start + index < bytes.count {
      bytes[start + index] = byte
    }
    // An atom's numbers have 64 bits in version 1 only.
    if below(2) == 0, start > 8, start < bytes.count, !found.isEmpty { bytes[found[0] + 4] = 1 }
    steps.append("number \(number) at \(start)")
  }

  /// The size and the content of one cluster's time in a Matroska file (RFC 9559, 5.1.3.1).
  private mutating func clusterTime(in bytes: [UInt8]) -> Range<Int>? {
    guard bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
    let clusters = bytes.indices.dropLast(24).filter {
      bytes[$0..<$0 + 4].elementsEqual([0x1F, 0x43, 0xB6, 0x75])
    }
    guard !clusters.isEmpty, case let cluster = clusters[below(clusters.count)],
      let time = bytes[(cluster + 4)..<(cluster + 20)].firstIndex(of: 0xE7)
    else { return nil }
    let end = time + 2 + Int(bytes[time + 1] & 0x7F)
    return end <= bytes.count ? time + 1..<end : nil
  }

  /// Writes a number at the limit of its width where a size or an offset may be.
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

  /// Removes a piece, or inserts or overwrites one with a piece of `source`.
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
