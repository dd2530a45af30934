// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// What a frame of AAC says of the sound in it and in those after it.
struct AACConfiguration: Sendable, Equatable {
  /// Samples a second, as heard and as the core of the codec has them.
  let sampleRate: Int, coreRate: Int
  /// Nil where the channels are described elsewhere.
  let channels: Int?
  /// How many samples a frame has at the rate of the core.
  let samples: Int
  /// The `AudioSpecificConfig` for a decoder that gets bare frames; nil where frames describe themselves.
  let data: [UInt8]?

  /// The caps of frames.
  var caps: String {
    let channels = channels.map { ", channels=(int)\($0)" } ?? ""
    let format = data.map { "raw, codec_data=(buffer)\($0.hexadecimal)" } ?? "loas"
    return
      "audio/mpeg, mpegversion=(int)4, framed=(boolean)true, rate=(int)\(sampleRate)\(channels), "
      + "stream-format=(string)\(format)"
  }

  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
    7350,
  ]
  private static let channelCounts = [
    1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 11: 7, 12: 8, 14: 8,
  ]

  /// Reads what comes after the head of a frame in LATM; nil where that is what the frame before said.
  ///
  /// `StreamMuxConfig` and `AudioSpecificConfig` as in ISO/IEC 14496-3, 1.7.3 and 1.6.2.1, as far as times need them.
  init?(loas content: ArraySlice<UInt8>) {
    var bits = BitReader(Array(content))
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
    guard !bits.isPastEnd, core > 0, heard > 0 else { return nil }
    (sampleRate, coreRate) = (heard, core)
    channels = isParametric ? 2 : Self.channelCounts[layout]
    (samples, data) = (frames * (isShort ? 960 : 1024), nil)
  }

  /// Reads the head of a frame in ADTS, and the program config element that its content begins with where the head
  /// names no channels; nil where that is not there.
  ///
  /// ISO/IEC 14496-3, 1.A.2.2 and 4.4.1.1. Of a frame with several blocks the first alone would be decoded.
  init?(adts head: ArraySlice<UInt8>, content: ArraySlice<UInt8>) {
    var bits = BitReader(Array(head))
    _ = bits.read(16)
    let (kind, index) = (bits.read(2) + 1, bits.read(4))
    _ = bits.read(1)
    let layout = bits.read(3)
    _ = bits.read(28)
    guard Self.rates.indices.contains(index), bits.read(2) == 0 else { return nil }
    let element = layout == 0 ? ProgramConfig(content) : nil
    guard let count = element?.channels ?? Self.channelCounts[layout] else { return nil }
    (sampleRate, coreRate, channels, samples) = (Self.rates[index], Self.rates[index], count, 1024)
    let code = kind << 11 | index << 7 | layout << 3
    data = [UInt8(code >> 8), UInt8(code & 0xFF)] + (element?.bytes ?? [])
  }
}

extension BitReader {
  /// A number with its own length before it: one to four bytes.
  fileprivate mutating func skipValue() { _ = read(8 * (read(2) + 1)) }

  /// The kind of coding; what does not fit into 5 bits follows in 6 more.
  fileprivate mutating func kind() -> Int {
    let kind = read(5)
    return kind == 31 ? 32 + read(6) : kind
  }

  /// A rate, of a table or as a number; nil for one that is reserved.
  fileprivate mutating func rate(_ table: [Int]) -> Int? {
    let index = read(4)
    if index == 15 { return read(24) }
    return table.indices.contains(index) ? table[index] : nil
  }
}
