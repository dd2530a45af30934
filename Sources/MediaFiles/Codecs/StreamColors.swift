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

  /// Reads the description from the first bytes of a stream with a media type; nil if it has none.
  package init?(_ mediaType: String, _ head: [UInt8]) {
    switch mediaType {
    case "video/x-vp9":
      guard let value = VP9ColorField(head.span)?.value else { return nil }
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
      guard let field = VP9ColorField(packet), let own = field.value, own != value else {
        return nil
      }
      var bytes = packet.indices.map { packet[$0] }
      var span = bytes.mutableSpan
      field.setValue(value, in: &span)
      return bytes
    case .av1(let bits): return AV1Configuration.replacingColors(in: packet, by: bits)
    }
  }
}
