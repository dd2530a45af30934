// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// Tells from which packets on a stream can be decoded, where its flags cannot be relied on.
///
/// GStreamer's parser calls every intra picture of H.264 a key frame, but pictures after a plain one may
/// refer to others before it. Sure are an instantaneous refresh, NAL unit type 5, and a recovery point
/// that takes no pictures, SEI payload 6 (ITU-T H.264, 7.4.1.2.4 and D.2.8). Its FFV1 encoder calls every
/// frame a key frame, also those that need others; the frame's first symbol says which (RFC 9043, 4.3). So does
/// FFmpeg's demuxer of IVF; VP8's first bit says which (RFC 6386, 9.1).
enum RandomAccess {
  /// H.264, with so many bytes of a unit's length before it; nil where start codes part the units.
  case h264(lengthSize: Int?)
  case ffv1
  case vp8

  /// After so many packets without a sure entry any intra picture is taken for one: a stream that has
  /// none, from a camera or off the air, seldom refers across its intra pictures.
  private static let patience = 300

  /// For a stream with these caps; nil where key frames are sure.
  init?(_ caps: Caps) {
    switch caps.name {
    case "video/x-h264":
      self = .h264(lengthSize: NALUnits.lengthSize(caps))
    case "video/x-ffv": self = .ffv1
    case "video/x-vp8": self = .vp8
    default: return nil
    }
  }

  /// Whether decoding can begin with a key frame that comes after so many packets without an entry.
  func isEntry(_ buffer: borrowing Buffer, after count: Int) -> Bool {
    let isSure = try? buffer.withSpan(of: UInt8.self) {
      (bytes: Span<UInt8>) throws(GStreamerError) in
      switch self {
      case .h264(let lengthSize):
        count >= Self.patience || Self.isEntry(bytes, lengthSize)
      case .vp8: !bytes.isEmpty && bytes[0] & 1 == 0
      // The upper half of the range coder's first two bytes stands for 1.
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

  /// Whether the messages of a unit say that pictures are right from here on.
  private static func isRecoveryPoint(_ bytes: Span<UInt8>, _ unit: Range<Int>) -> Bool {
    var offset = unit.lowerBound
    while offset + 2 < unit.upperBound, bytes[offset] != 0x80 {
      guard let type = number(bytes, unit, &offset), let size = number(bytes, unit, &offset) else {
        return false
      }
      // The count is an Exp-Golomb number, in which a first bit of 1 stands for 0.
      if type == 6 { return offset < unit.upperBound && bytes[offset] & 0x80 != 0 }
      offset += size
    }
    return false
  }

  /// A payload's type or size: as many 255 as fit, and the rest.
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
