// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// The slice headers of an H.264 stream: ITU-T H.264, 7.3.3.
struct H264Slices {
  /// The size of a NAL unit's length prefix, in bytes; nil for start codes.
  private let lengthSize: Int?

  /// Creates the reader for a stream with these caps; nil for another codec.
  init?(_ caps: Caps) {
    guard caps.name == "video/x-h264" else { return nil }
    lengthSize = NALUnits.lengthSize(caps)
  }

  /// Returns whether a packet's frame may refer to others that are shown after it (a B slice).
  func isBidirectional(_ packet: borrowing Buffer) -> Bool {
    let isOne = try? packet.withSpan(of: UInt8.self) {
      (bytes: Span<UInt8>) throws(GStreamerError) in
      var offset = 0
      while let unit = NALUnits.next(in: bytes, lengthSize, from: &offset) {
        guard unit.count > 4, [1, 2, 5].contains(bytes[unit.lowerBound] & 0x1f) else { continue }
        let head = (1..<min(unit.count, 16)).map { bytes[unit.lowerBound + $0] }
        var bits = BitReader(unescaping: head[...])
        _ = bits.number()
        return bits.number() % 5 == 1
      }
      return false
    }
    return isOne ?? false
  }
}

extension NALUnits {
  /// Returns the size of a NAL unit's length prefix in an H.264 stream; nil for start codes.
  static func lengthSize(_ caps: Caps) -> Int? {
    guard caps.string("stream-format") != "byte-stream" else { return nil }
    return caps.bytes("codec_data").flatMap { $0.count > 4 ? Int($0[4] & 3) + 1 : nil } ?? 4
  }
}
