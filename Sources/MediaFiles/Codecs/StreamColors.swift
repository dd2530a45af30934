// SPDX-License-Identifier: MPL-2.0

/// The color description in the key frames of a stream of VP9 or AV1, which takes the place of that in another stream.
///
/// Encoders state other colors for frames of the same meaning: they leave out what they do not know, and fill in a usual
/// value where the source states none.
package enum StreamColors: Sendable {
  /// VP9's `color_space` and `color_range` (VP9 bitstream specification 0.6, 7.2.2): four bits.
  case vp9(Int)
  /// The bits of AV1's `color_config` from `color_description_present_flag` on, without those of its format's depth
  /// (AV1 bitstream specification, 5.5.2).
  case av1([Bool])

  /// VP9's `color_space` of RGB, whose other fields differ.
  private static let rgb = 7

  /// Reads the description from the first bytes of a stream with a media type; nil if it has none.
  package init?(_ mediaType: String, _ head: [UInt8]) {
    switch mediaType {
    case "video/x-vp9":
      guard let position = Self.vp9Position(head.span), position + 4 <= head.count * 8 else {
        return nil
      }
      var bits = BitReader(head)
      bits.skip(to: position)
      let value = bits.read(4)
      guard value >> 1 != Self.rgb else { return nil }
      self = .vp9(value)
    case "video/x-av1":
      guard let configuration = AV1Configuration(stream: head) else { return nil }
      self = .av1(configuration.colorBits)
    default: return nil
    }
  }

  /// Returns a packet with this description; nil if it has none, or the same one.
  package func replaced(in packet: Span<UInt8>) -> [UInt8]? {
    switch self {
    case .vp9(let value):
      guard let position = Self.vp9Position(packet), position + 4 <= packet.count * 8 else {
        return nil
      }
      var bytes = packet.indices.map { packet[$0] }
      var bits = BitReader(Array(bytes.prefix(8)))
      bits.skip(to: position)
      let own = bits.read(4)
      guard own != value, own >> 1 != Self.rgb else { return nil }
      for index in 0..<4 {
        let (byte, shift) = ((position + index) / 8, 7 - (position + index) % 8)
        let bit = UInt8(value >> (3 - index) & 1)
        bytes[byte] = bytes[byte] & ~(1 << UInt8(shift)) | bit << UInt8(shift)
      }
      return bytes
    case .av1(let bits): return AV1Configuration.replacingColors(in: packet, by: bits)
    }
  }

  /// Returns the position of `color_space` in a key frame of VP9, in bits; nil for another frame.
  package static func vp9Position(_ packet: Span<UInt8>) -> Int? {
    guard !packet.isEmpty else { return nil }
    let first = Int(packet[0])
    // frame_marker (2), the profile, and in profile 3 a reserved bit; then show_existing_frame and frame_type.
    let profile = first >> 5 & 1 | (first >> 4 & 1) << 1
    let bit = profile == 3 ? 5 : 4
    guard first >> 6 == 2, first >> (7 - bit) & 1 == 0, first >> (6 - bit) & 1 == 0 else {
      return nil
    }
    // After these come show_frame, error_resilient_mode, 24 bits of sync code and the bit depth.
    return bit + 4 + 24 + (profile >= 2 ? 1 : 0)
  }
}
