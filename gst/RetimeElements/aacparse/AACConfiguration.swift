// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// The audio format described by an AAC frame, which applies until another frame changes it.
struct AACConfiguration: Sendable, Equatable {
  /// The sample rates of the decoded audio and of the core codec.
  let sampleRate: Int, coreRate: Int
  /// The number of channels; nil if it is described elsewhere.
  let channels: Int?
  /// The samples in a frame, at the core's rate.
  let samples: Int
  /// The `AudioSpecificConfig` for a decoder of raw frames; nil if frames are self-contained.
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

  /// Parses the LATM content of a frame; nil if it repeats the previous configuration, or is invalid.
  ///
  /// `StreamMuxConfig` and `AudioSpecificConfig` as in ISO/IEC 14496-3, 1.7.3 and 1.6.2.1, as far
  /// as timing needs them.
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

  /// Parses an ADTS header; nil if it is invalid, or a required program config element is missing.
  ///
  /// If the header has no channel configuration, the content must start with a program config
  /// element. ISO/IEC 14496-3, 1.A.2.2 and 4.4.1.1. A frame with several raw data blocks is
  /// rejected, since only the first would be decoded.
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
  /// Skips a number preceded by its length, one to four bytes.
  fileprivate mutating func skipValue() { _ = read(8 * (read(2) + 1)) }

  /// Reads the audio object type; types that do not fit into 5 bits follow in 6 more.
  fileprivate mutating func kind() -> Int {
    let kind = read(5)
    return kind == 31 ? 32 + read(6) : kind
  }

  /// Reads a sample rate, as a table index or a number; nil for a reserved index.
  fileprivate mutating func rate(_ table: [Int]) -> Int? {
    let index = read(4)
    if index == 15 { return read(24) }
    return table.indices.contains(index) ? table[index] : nil
  }
}
