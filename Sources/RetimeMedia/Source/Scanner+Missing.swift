// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Scanner {
  /// A stream that nothing installed can decode.
  struct MissingDecoder: Sendable {
    let description: String
    let caps: Caps?
    /// What the stream is, as far as its container or GStreamer has a name for it.
    var codec: String {
      if isEncrypted { return "encrypted \(mediaCaps?.codecDescription ?? "data")" }
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

    /// Whether it is protected by Common Encryption (ISO/IEC 23001-7), or WebM's.
    var isEncrypted: Bool { caps.map { Self.encrypted.contains($0.name) } ?? false }

    /// What the stream is, also where it is encrypted and its container says what it was before.
    var mediaCaps: Caps? {
      isEncrypted
        ? caps?.string("original-media-type").flatMap { try? Caps($0) } ?? caps : caps
    }

    private static let encrypted: Set<String> = [
      "application/x-cenc", "application/x-cbcs", "application/x-webm-enc",
    ]

    /// Pictures or sound, without which the result would not be what was asked for.
    var isMedia: Bool {
      guard let name = mediaCaps?.name else { return false }
      return ["video/", "audio/", "image/"].contains(where: name.hasPrefix)
        || Self.containers.contains(name)
    }
  }

  /// Notes a stream that the demuxer of a transport stream hands out; it names it by its packets: …/00000100.
  func noteDemuxed(_ pad: Pad) {
    guard let number = pad.streamID.flatMap({ Int($0.suffix(8), radix: 16) }) else { return }
    findings.withLock { _ = $0.demuxed.insert(number) }
  }
}

extension RetimeError {
  /// The error for a stream that nothing installed can decode.
  static func missingDecoder(_ missing: Scanner.MissingDecoder, in name: String) -> RetimeError {
    guard !missing.isEncrypted else { return .encrypted(name) }
    return RetimeError(
      .missingCodec,
      "'\(name)' needs a decoder of \(missing.codec): "
        + DebianPackage.advice(forDecoderOf: missing.caps)
    )
  }

  /// The error for a file that is encrypted.
  static func encrypted(_ name: String) -> RetimeError {
    RetimeError(
      .badInput,
      "'\(name)' is encrypted, so its frames cannot be read: give a file that is not, or decrypt it first"
    )
  }

  /// The error for a transport stream of which GStreamer reads nothing.
  static func unreadable(_ streams: [String], in name: String) -> RetimeError {
    RetimeError(
      .badInput,
      "'\(name)' has no stream that GStreamer reads in MPEG-TS, but \(streams.joined(separator: ", ")): give a file in "
        + "another container, such as mkv"
    )
  }
}
