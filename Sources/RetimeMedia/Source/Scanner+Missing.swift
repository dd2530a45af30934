// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Scanner {
  /// A stream that nothing installed can decode.
  struct MissingDecoder: Sendable {
    let description: String
    let caps: Caps?
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
