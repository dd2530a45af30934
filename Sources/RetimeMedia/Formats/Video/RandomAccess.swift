// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// The random access points of a stream whose key frame flags are unreliable.
///
/// GStreamer's parser flags every intra picture of H.264 as a key frame, but pictures after an
/// intra picture that is not IDR may refer to others before it. An IDR picture (NAL unit type 5)
/// and a recovery point with a frame count of 0 (SEI payload 6) are certain (ITU-T H.264, 7.4.1.2.4
/// and D.2.8).
///
/// GStreamer's FFV1 encoder flags every frame as a key frame, including those that depend on
/// others; the frame's first symbol tells them apart (RFC 9043, 4.3). FFmpeg's IVF demuxer does the
/// same; VP8's first bit tells them apart (RFC 6386, 9.1).
enum RandomAccess {
  /// H.264, with the size of a NAL unit's length prefix in bytes; nil for start codes.
  case h264(lengthSize: Int?)
  case ffv1
  case vp8

  /// The number of packets without a certain entry after which any intra picture counts as one.
  ///
  /// A stream without such entries, from a camera or a broadcast, seldom refers across its intra
  /// pictures.
  static let patience = 300

  /// Creates the detection for a stream with these caps; nil if its key frame flags are reliable.
  init?(_ caps: Caps) {
    switch caps.name {
    case "video/x-h264":
      self = .h264(lengthSize: NALUnits.lengthSize(caps))
    case "video/x-ffv": self = .ffv1
    case "video/x-vp8": self = .vp8
    default: return nil
    }
  }

  /// Returns whether decoding can start at a key frame after `count` packets without an entry.
  func isEntry(_ buffer: borrowing Buffer, after count: Int) -> Bool {
    let isSure = try? buffer.withSpan(of: UInt8.self) {
      (bytes: Span<UInt8>) throws(GStreamerError) in
      switch self {
      case .h264(let lengthSize):
        count >= Self.patience || Self.isEntry(bytes, lengthSize)
      case .vp8: !bytes.isEmpty && bytes[0] & 1 == 0
      // The upper half of the values of the range coder's first two bytes is the symbol 1.
      case .ffv1: bytes.count > 1 && Int(bytes[0]) << 8 | Int(bytes[1]) >= 0x7f80
      }
    }
    return isSure ?? false
  }

  private static func isEntry(_ bytes: Span<UInt8>, _ lengthSize: Int?) -> Bool {
    var offset = 0
    while let unit = NALUnits.next(in: bytes, lengthSize, from: &offset) {
      guard !unit.isEmpty else { continue }
      switch bytes[unit.lowerBound] & 0x1f {
      case 5: return true
      case 1, 2: return false
      case 6 where isRecoveryPoint(bytes, (unit.lowerBound + 1)..<unit.upperBound): return true
      default: break
      }
    }
    return false
  }

  /// Returns whether an SEI unit states that all pictures from here on are correct.
  private static func isRecoveryPoint(_ bytes: Span<UInt8>, _ unit: Range<Int>) -> Bool {
    var offset = unit.lowerBound
    while offset + 2 < unit.upperBound, bytes[offset] != 0x80 {
      guard let type = number(bytes, unit, &offset), let size = number(bytes, unit, &offset) else {
        return false
      }
      // The count is an Exp-Golomb number, in which a first bit of 1 means 0.
      if type == 6 { return offset < unit.upperBound && bytes[offset] & 0x80 != 0 }
      offset += size
    }
    return false
  }

  /// Returns a payload's type or size: bytes of 255 and a last byte, added up.
  private static func number(_ bytes: Span<UInt8>, _ unit: Range<Int>, _ offset: inout Int) -> Int?
  {
    var value = 0
    while offset < unit.upperBound {
      let byte = bytes[offset]
      offset += 1
      value += Int(byte)
      if byte != 255 { return value }
    }
    return nil
  }
}
