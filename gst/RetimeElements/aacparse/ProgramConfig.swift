// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

/// An AAC program config element, which lists channels one by one: ISO/IEC 14496-3, 4.4.1.1.
struct ProgramConfig: Sendable, Equatable {
  /// The number of listed channels.
  let channels: Int
  /// The element's bytes, byte-aligned, as they follow an `AudioSpecificConfig` of 16 bits.
  let bytes: [UInt8]

  /// Parses the element at the start of a frame's content; nil if another element is there.
  init?(_ content: ArraySlice<UInt8>) {
    var reader = Reader(bits: BitReader(Array(content)))
    guard reader.bits.read(3) == 5 else { return nil }
    // The element's tag, the profile and the sample rate.
    _ = reader.take(10)
    let counts = [4, 4, 4, 2, 3, 4].map { reader.take($0) }
    for width in [4, 4, 3] where reader.take(1) == 1 { _ = reader.take(width) }
    var channels = 0
    for (index, count) in counts.enumerated() {
      for _ in 0..<count {
        switch index {
        // Front, side and back elements: one channel or a pair each.
        case 0...2:
          channels += 1 + reader.take(1)
          _ = reader.take(4)
        case 3:
          channels += 1
          _ = reader.take(4)
        // Data stream elements and coupling channel elements.
        case 4: _ = reader.take(4)
        default: _ = reader.take(5)
        }
      }
    }
    // The comment, which is omitted, would start at a byte boundary.
    guard !reader.bits.isPastEnd, (1...64).contains(channels) else { return nil }
    while reader.taken.count % 8 != 0 { reader.taken.append(0) }
    self.channels = channels
    bytes =
      stride(from: 0, to: reader.taken.count, by: 8).map { start in
        reader.taken[start..<start + 8].reduce(0) { $0 << 1 | $1 }
      } + [0]
  }

  /// Reads bits and stores them.
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
