// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Writes the colours' description into packets whose encoder leaves it at "unspecified", which
/// decoders believe more than the container.
public enum ColorStamp: String, Sendable, Codable {
  /// The three bits `color_space` of a key frame (VP9 bitstream specification 0.6, section 7.2.2).
  case vp9
  /// Three bytes of the frame header (SMPTE RDD 36:2015, section 5.1.1), in H.273's code points.
  case prores

  /// Marks one packet's first bytes; leaves what it does not recognise as it is.
  func mark(_ bytes: inout MutableSpan<UInt8>, _ colors: Colorimetry) {
    switch self {
    case .vp9: Self.markVP9(&bytes, colors)
    case .prores: Self.markProRes(&bytes, colors)
    }
  }

  private static func markProRes(_ bytes: inout MutableSpan<UInt8>, _ colors: Colorimetry) {
    // Frame size, "icpf", header size, version, creator, width, height, flags, aspect and rate.
    let kind: [UInt8] = [0x69, 0x63, 0x70, 0x66]
    guard bytes.count >= 25, (0..<4).allSatisfy({ bytes[4 + $0] == kind[$0] }) else { return }
    for (index, code) in [colors.primaries, colors.transfer, colors.matrix].enumerated() {
      bytes[22 + index] = UInt8(clamping: code)
    }
  }

  private static func markVP9(_ bytes: inout MutableSpan<UInt8>, _ colors: Colorimetry) {
    guard bytes.count >= 6, let space = vp9Space(colors.matrix) else { return }
    let first = bytes[0]
    // frame_marker 2, profile 2 and one reserved bit for profile 3; then "show existing", frame type.
    let profile = Int(first >> 5 & 1) | Int(first >> 4 & 1) << 1
    var bit = profile == 3 ? 5 : 4
    guard first >> 6 == 2, first >> (7 - UInt8(bit)) & 1 == 0, first >> (6 - UInt8(bit)) & 1 == 0
    else { return }
    // After both, "show frame" and "error resilient", 24 bits of sync code and the bit depth.
    bit += 4 + 24 + (profile >= 2 ? 1 : 0)
    for index in 0..<3 {
      let (byte, shift) = ((bit + index) / 8, UInt8(7 - (bit + index) % 8))
      let value = space >> (2 - UInt8(index)) & 1
      bytes[byte] = bytes[byte] & ~(1 << shift) | value << shift
    }
  }

  /// VP9's number of a matrix; nil for one that it has none for, and for RGB, which changes more.
  private static func vp9Space(_ matrix: Int) -> UInt8? {
    switch matrix {
    case 1: 2
    case 4, 5, 6: 1
    case 7: 4
    case 9: 5
    default: nil
    }
  }
}
