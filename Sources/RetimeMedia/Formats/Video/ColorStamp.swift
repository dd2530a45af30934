// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// The field of a packet that receives the colorimetry, for encoders that leave it "unspecified".
///
/// Decoders prefer that field to the container's colorimetry.
package enum ColorStamp: String, Sendable, Codable {
  /// The color description of a sequence header (AV1 bitstream specification, 5.5.2).
  case av1
  /// The three bits `color_space` of a key frame (VP9 bitstream specification 0.6, section 7.2.2).
  case vp9
  /// Three bytes of the frame header (SMPTE RDD 36:2015, section 5.1.1), in H.273's code points.
  case prores

  /// Writes the colorimetry into one packet; leaves data that it does not recognise unchanged.
  func mark(_ packet: inout Buffer, _ colors: Colorimetry) {
    guard self == .av1 else {
      try? packet.withMutableSpan(of: UInt8.self) { (bytes) throws(GStreamerError) in
        if self == .vp9 { Self.markVP9(&bytes, colors) } else { Self.markProRes(&bytes, colors) }
      }
      return
    }
    guard !packet.isDelta else { return }
    let bytes = try? packet.withSpan(of: UInt8.self) {
      (bytes: Span<UInt8>) throws(GStreamerError) in
      AV1Configuration.stating(
        isFullRange: colors.isFullRange ?? false,
        primaries: colors.primaries,
        transfer: colors.transfer,
        matrix: colors.matrix,
        in: bytes
      )
    }
    if let bytes = bytes ?? nil, let marked = try? packet.replacing(bytes) { packet = marked }
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
    guard let space = vp9Space(colors.matrix), let field = VP9ColorField(bytes.span),
      field.value != nil
    else { return }
    field.setSpace(space, in: &bytes)
  }

  /// Returns VP9's number of a matrix; nil if there is none, and for RGB, which affects more fields.
  private static func vp9Space(_ matrix: Int) -> Int? {
    switch matrix {
    case 1: 2
    case 4, 5, 6: 1
    case 7: 4
    case 9: 5
    default: nil
    }
  }
}
