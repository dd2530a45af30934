// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Scanner {
  /// The number of attempts to open a file.
  ///
  /// GStreamer 1.22's decodebin drops an error that occurs just after it has started a demuxer:
  /// then nothing runs, and nothing is reported. At the next attempt the error occurs slightly
  /// earlier or later.
  static let attempts = 4

  /// A stream without an installed decoder.
  struct MissingDecoder: Sendable {
    let description: String
    let caps: Caps?
    /// The codec's name, from the container or GStreamer.
    var codec: String {
      if isEncrypted { return "encrypted \(mediaCaps?.codecDescription ?? "data")" }
      let suffix = " decoder"
      let name =
        description.hasSuffix(suffix) ? String(description.dropLast(suffix.count)) : description
      guard let caps else { return name }
      // Matroska has codec names; GStreamer names some of AVI's FourCC codes and numbers.
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

    /// The media caps, those before encryption if the container states them.
    var mediaCaps: Caps? {
      isEncrypted
        ? caps?.string("original-media-type").flatMap { try? Caps($0) } ?? caps : caps
    }

    private static let encrypted: Set<String> = [
      "application/x-cenc", "application/x-cbcs", "application/x-webm-enc",
    ]

    /// Whether it is video or audio, without which the result would be incomplete.
    var isMedia: Bool {
      guard let name = mediaCaps?.name else { return false }
      return ["video/", "audio/", "image/"].contains(where: name.hasPrefix)
        || Self.containers.contains(name)
    }
  }

  /// Records a stream that a transport stream's demuxer exposes, named by its PID: …/00000100.
  func noteDemuxed(_ pad: Pad) {
    guard let number = pad.streamID.flatMap({ Int($0.suffix(8), radix: 16) }) else { return }
    findings.withLock { _ = $0.demuxed.insert(number) }
  }
}

extension RetimeError {
  /// Returns the error for a stream without an installed decoder.
  static func missingDecoder(_ missing: Scanner.MissingDecoder, in name: String) -> RetimeError {
    guard !missing.isEncrypted else { return .encrypted(name) }
    return RetimeError(
      .missingCodec,
      "'\(name)' needs a decoder of \(missing.codec): "
        + DebianPackage.advice(forDecoderOf: missing.caps)
    )
  }

  /// Returns the error for a file that is no longer read, without any error from GStreamer.
  static func stopped(_ name: String) -> RetimeError {
    RetimeError(
      .badInput,
      "'\(name)' cannot be read as media: GStreamer stops reading it without a reason"
    )
  }

  /// Returns the error for an encrypted file.
  static func encrypted(_ name: String) -> RetimeError {
    RetimeError(
      .badInput,
      "'\(name)' is encrypted, so its frames cannot be read: give a file that is not, or decrypt it first"
    )
  }

  /// Returns the error for a transport stream without any stream that GStreamer reads.
  static func unreadable(_ streams: [String], in name: String) -> RetimeError {
    RetimeError(
      .badInput,
      "'\(name)' has no stream that GStreamer reads in MPEG-TS, but \(streams.joined(separator: ", ")): give a file in "
        + "another container, such as mkv"
    )
  }
}
