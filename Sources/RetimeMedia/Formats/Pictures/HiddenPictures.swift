// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Tells which pictures of a stream are never shown: those that only others are made of.
///
/// GStreamer's decoders keep them to themselves, and its parsers do not mark them. The first byte of a picture says
/// it: of VP8 by RFC 6386, 9.1, of VP9 by its specification, 6.2, whose packets of several pictures end as in annex B.
enum HiddenPictures {
  case vp8, vp9

  /// For a stream with these caps; nil where all pictures are shown.
  init?(_ caps: Caps) {
    switch caps.name {
    case "video/x-vp8": self = .vp8
    case "video/x-vp9": self = .vp9
    default: return nil
    }
  }

  /// Whether a packet shows nothing.
  func isHidden(_ buffer: borrowing Buffer) -> Bool {
    let isHidden = try? buffer.withSpan(of: UInt8.self) {
      (bytes: Span<UInt8>) throws(GStreamerError) in
      guard !bytes.isEmpty else { return false }
      let (first, last) = (bytes[0], bytes[bytes.count - 1])
      switch self {
      case .vp8: return first & 0x10 == 0
      case .vp9:
        guard first >> 6 == 2, last & 0xe0 != 0xc0 else { return false }
        // Behind two bits of the profile, and one that is zero in profile 3: shown already, kind, shown.
        let flags = first & 0x30 == 0x30 ? first : first >> 1
        return flags & 4 == 0 && flags & 1 == 0
      }
    }
    return isHidden ?? false
  }
}
