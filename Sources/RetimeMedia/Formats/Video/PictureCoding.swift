// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// The references between a stream's pictures, if its headers state enough to drop some of them.
enum PictureCoding: Sendable {
  case h264(H264Sequence)
  case hevc(HEVCSequence)

  /// Creates the coding of a stream; nil for other codecs, and where a decoder must guess the order.
  init?(_ caps: Caps) {
    guard caps.string("stream-format") != "byte-stream", let data = caps.bytes("codec_data") else {
      return nil
    }
    switch caps.name {
    case "video/x-h264":
      guard let sequence = H264Sequence(data), sequence.isStated else { return nil }
      self = .h264(sequence)
    case "video/x-h265":
      guard let sequence = HEVCSequence(data), sequence.isStated else { return nil }
      self = .hevc(sequence)
    default: return nil
    }
  }

  /// Returns the role of a packet's frame.
  func role(of packet: borrowing Buffer) -> PictureRole {
    let role = try? packet.withSpan(of: UInt8.self) {
      (bytes: Span<UInt8>) throws(GStreamerError) in
      switch self {
      case .h264(let sequence): sequence.role(of: bytes)
      case .hevc(let sequence): sequence.role(of: bytes)
      }
    }
    return role ?? .needed
  }
}
