// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The detection of frames that are never shown and serve as references only.
///
/// GStreamer's decoders do not output them, and its parsers do not mark them. The first byte of a
/// frame has the flag: for VP8 see RFC 6386, 9.1; for VP9 see its specification, 6.2. VP9 packets
/// of several frames end as in its annex B.
enum HiddenFrames {
  case vp8, vp9

  /// Creates the detection for a stream with these caps; nil if all frames are shown.
  init?(_ caps: Caps) {
    switch caps.name {
    case "video/x-vp8": self = .vp8
    case "video/x-vp9": self = .vp9
    default: return nil
    }
  }

  /// Returns whether a packet has no frame to show.
  func isHidden(_ buffer: borrowing Buffer) -> Bool {
    let isHidden = try? buffer.withSpan(of: UInt8.self) {
      (bytes: Span<UInt8>) throws(GStreamerError) in
      guard !bytes.isEmpty else { return false }
      let (first, last) = (bytes[0], bytes[bytes.count - 1])
      switch self {
      case .vp8: return first & 0x10 == 0
      case .vp9:
        guard first >> 6 == 2, last & 0xe0 != 0xc0 else { return false }
        // After two bits of profile, and a zero bit in profile 3: show_existing_frame, frame_type, show_frame.
        let flags = first & 0x30 == 0x30 ? first : first >> 1
        return flags & 4 == 0 && flags & 1 == 0
      }
    }
    return isHidden ?? false
  }
}
