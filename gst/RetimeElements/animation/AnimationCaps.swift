// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import GStreamer

/// The caps of animated images, between the demuxer and the decoder.
struct AnimationCaps: Sendable {
  let kind: AnimationKind
  var header: AnimationHeader
  /// Whether no frame has a transparent pixel.
  var isOpaque = false

  /// The caps of files, as the typefinders of ``AnimationTypes`` find them.
  static let files = "image/gif; image/apng; image/webp, animated=(boolean)true"
  /// The caps of frames.
  static let frames =
    "image/gif, parsed=(boolean)true; image/apng, parsed=(boolean)true; "
    + "image/webp, animated=(boolean)true, parsed=(boolean)true"

  init(_ kind: AnimationKind, _ header: AnimationHeader) {
    (self.kind, self.header) = (kind, header)
  }

  /// Reads the caps of frames; nil for others.
  init?(_ caps: Caps) {
    guard let kind = AnimationKind(rawValue: String(caps.name.dropFirst("image/".count))),
      let width = caps.int("width"), let height = caps.int("height"),
      var header = try? AnimationHeader(width: width, height: height)
    else { return nil }
    header.depth = caps.int("depth") ?? 8
    header.setup = caps.bytes("codec_data") ?? []
    self.init(kind, header)
    isOpaque = caps.has("opaque")
  }

  /// The caps as text.
  var text: String {
    let animated = kind == .webp ? ", animated=(boolean)true" : ""
    let setup =
      header.setup.isEmpty
      ? "" : ", codec_data=(buffer)" + header.setup.map(Self.hexadecimal).joined()
    return "image/\(kind.rawValue)\(animated), parsed=(boolean)true, width=(int)\(header.width), "
      + "height=(int)\(header.height), depth=(int)\(header.depth)"
      + (isOpaque ? ", opaque=(boolean)true" : "") + setup
  }

  /// The decoder of the frames.
  var decoder: AnimationFrameDecoder {
    AnimationFrameDecoder(kind, depth: header.depth, setup: header.setup)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
