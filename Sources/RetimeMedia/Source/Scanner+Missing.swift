// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Scanner {
  /// A stream that nothing installed can decode.
  struct MissingDecoder: Sendable {
    let description: String
    let caps: Caps?
    /// What the stream is, as far as its container or GStreamer has a name for it.
    var codec: String {
      let suffix = " decoder"
      let name =
        description.hasSuffix(suffix) ? String(description.dropLast(suffix.count)) : description
      guard let caps else { return name }
      // Matroska has names; of AVI's four letters and numbers GStreamer knows some.
      let code =
        caps.string("codec-id") ?? caps.int("codec_id").map { "0x\(String($0, radix: 16))" }
        ?? caps.int("fourcc").map { code in
          let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
          return String(decoding: bytes.map { 32..<127 ~= $0 ? $0 : 63 }, as: UTF8.self)
        }
      return code.map { "\(name) (\($0))" } ?? name
    }

    private static let containers: Set<String> = [
      "application/ogg", "application/mxf", "application/vnd.rn-realmedia", "application/x-hls",
      "application/dash+xml", "application/x-3gp",
    ]

    /// Pictures or sound, without which the result would not be what was asked for.
    var isMedia: Bool {
      guard let name = caps?.name else { return false }
      return ["video/", "audio/", "image/"].contains(where: name.hasPrefix)
        || Self.containers.contains(name)
    }
  }
}

extension RetimeError {
  /// The error for a stream that nothing installed can decode.
  static func missingDecoder(_ missing: Scanner.MissingDecoder, in name: String) -> RetimeError {
    RetimeError(
      .missingCodec,
      "'\(name)' needs a \(missing.description): "
        + DebianPackage.advice(forDecoderOf: missing.caps)
    )
  }
}
