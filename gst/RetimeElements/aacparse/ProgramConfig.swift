// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

/// A program config element of AAC, which names channels one by one: ISO/IEC 14496-3, 4.4.1.1.
struct ProgramConfig: Sendable, Equatable {
  /// How many channels it names.
  let channels: Int
  /// Its bytes from a whole one on, as they stand in an `AudioSpecificConfig` of 16 bits.
  let bytes: [UInt8]

  /// Reads the element that the content of a frame begins with; nil where it begins with another.
  init?(_ content: ArraySlice<UInt8>) {
    var reader = Reader(bits: BitReader(Array(content)))
    guard reader.bits.read(3) == 5 else { return nil }
    // A tag, the profile and the rate.
    _ = reader.take(10)
    let counts = [4, 4, 4, 2, 3, 4].map { reader.take($0) }
    for width in [4, 4, 3] where reader.take(1) == 1 { _ = reader.take(width) }
    var channels = 0
    for (index, count) in counts.enumerated() {
      for _ in 0..<count {
        switch index {
        // In front, beside and behind: one channel or a pair.
        case 0...2:
          channels += 1 + reader.take(1)
          _ = reader.take(4)
        case 3:
          channels += 1
          _ = reader.take(4)
        // Data, and channels that others are coupled with.
        case 4: _ = reader.take(4)
        default: _ = reader.take(5)
        }
      }
    }
    // The comment, which is left out, would begin with a whole byte.
    guard !reader.bits.isPastEnd, (1...64).contains(channels) else { return nil }
    while reader.taken.count % 8 != 0 { reader.taken.append(0) }
    self.channels = channels
    bytes =
      stride(from: 0, to: reader.taken.count, by: 8).map { start in
        reader.taken[start..<start + 8].reduce(0) { $0 << 1 | $1 }
      } + [0]
  }

  /// Reads bits and keeps them.
  private struct Reader {
    var bits: BitReader
    var taken: [UInt8] = []

    mutating func take(_ count: Int) -> Int {
      var value = 0
      for _ in 0..<count {
        let bit = bits.read(1)
        taken.append(UInt8(bit))
        value = value << 1 | bit
      }
      return value
    }
  }
}
