// SPDX-License-Identifier: MPL-2.0

/// What a frame of a low overhead audio stream says of the sound in it and in those after it.
///
/// `StreamMuxConfig` and `AudioSpecificConfig` as in ISO/IEC 14496-3, 1.7.3 and 1.6.2.1, as far as times need them.
struct LoasConfiguration: Sendable, Equatable {
  /// Samples a second, as heard and as the core of the codec has them.
  let sampleRate: Int, coreRate: Int
  /// Nil where the channels are described elsewhere.
  let channels: Int?
  /// How many samples a frame has at the rate of the core.
  let samples: Int

  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
    7350,
  ]
  private static let channelCounts = [
    1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 11: 7, 12: 8, 14: 8,
  ]

  /// Reads what comes after the three bytes of a frame's beginning; nil where that is what the frame before said.
  init?(_ content: ArraySlice<UInt8>) {
    var bits = Bits(content)
    guard bits.read(1) == 0 else { return nil }
    let version = bits.read(1)
    if version == 1 {
      guard bits.read(1) == 0 else { return nil }
      bits.skipValue()
    }
    _ = bits.read(1)
    let frames = bits.read(6) + 1
    _ = bits.read(7)
    if version == 1 { bits.skipValue() }
    var kind = bits.kind()
    guard let core = bits.rate(Self.rates), case let layout = bits.read(4) else { return nil }
    var heard = core
    // Spectral band replication doubles the rate; with parametric stereo one channel becomes two.
    let isParametric = kind == 29
    if kind == 5 || isParametric {
      guard let rate = bits.rate(Self.rates) else { return nil }
      heard = rate
      kind = bits.kind()
    }
    let isShort = [1, 2, 3, 4, 6, 7].contains(kind) && bits.read(1) == 1
    guard !bits.isExhausted, core > 0, heard > 0 else { return nil }
    (sampleRate, coreRate) = (heard, core)
    channels = isParametric ? 2 : Self.channelCounts[layout]
    samples = frames * (isShort ? 960 : 1024)
  }

  /// Bits from the highest of each byte on.
  private struct Bits {
    private let bytes: ArraySlice<UInt8>
    private var offset = 0
    /// Whether more was read than there is, which reads as 0.
    private(set) var isExhausted = false

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    mutating func read(_ count: Int) -> Int {
      var value = 0
      for _ in 0..<count {
        let index = bytes.startIndex + offset / 8
        isExhausted = isExhausted || index >= bytes.endIndex
        let bit = isExhausted ? 0 : bytes[index] >> (7 - UInt8(offset % 8)) & 1
        value = value << 1 | Int(bit)
        offset += 1
      }
      return value
    }

    /// A number with its own length before it: one to four bytes.
    mutating func skipValue() { _ = read(8 * (read(2) + 1)) }

    /// The kind of coding; what does not fit into 5 bits follows in 6 more.
    mutating func kind() -> Int {
      let kind = read(5)
      return kind == 31 ? 32 + read(6) : kind
    }

    /// A rate, of a table or as a number; nil for one that is reserved.
    mutating func rate(_ table: [Int]) -> Int? {
      let index = read(4)
      if index == 15 { return read(24) }
      return table.indices.contains(index) ? table[index] : nil
    }
  }
}
