// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Tells from which packets on H.264 can be decoded.
///
/// GStreamer's parser calls every intra picture a key frame, but pictures after a plain one may refer to
/// others before it. Sure are an instantaneous refresh, NAL unit type 5, and a recovery point that takes
/// no pictures, SEI payload 6 (ITU-T H.264, 7.4.1.2.4 and D.2.8).
struct RandomAccess {
  /// Bytes of a unit's length before it; nil where start codes part the units.
  private let lengthSize: Int?

  /// After so many packets without a sure entry any intra picture is taken for one: a stream that has
  /// none, from a camera or off the air, seldom refers across its intra pictures.
  private static let patience = 300

  /// For a stream of H.264; nil for others, whose key frames are sure.
  init?(_ caps: Caps) {
    guard caps.name == "video/x-h264" else { return nil }
    let data = caps.bytes("codec_data")
    lengthSize =
      caps.string("stream-format") == "byte-stream"
      ? nil : data.flatMap { $0.count > 4 ? Int($0[4] & 3) + 1 : nil } ?? 4
  }

  /// Whether decoding can begin with a key frame that comes after so many packets without an entry.
  func isEntry(_ buffer: borrowing Buffer, after count: Int) -> Bool {
    if count >= Self.patience { return true }
    return
      (try? buffer.withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
        isEntry(bytes)
      }) ?? false
  }

  private func isEntry(_ bytes: Span<UInt8>) -> Bool {
    var place = 0
    while let unit = nextUnit(in: bytes, from: &place) {
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

  private func nextUnit(in bytes: Span<UInt8>, from place: inout Int) -> Range<Int>? {
    if let lengthSize {
      guard place + lengthSize <= bytes.count else { return nil }
      var length = 0
      for _ in 0..<lengthSize {
        length = length << 8 | Int(bytes[place])
        place += 1
      }
      let end = min(place + length, bytes.count)
      defer { place = end }
      return place..<end
    }
    while place + 3 < bytes.count {
      if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
        place += 3
        // The end matters to supplemental information only, which says its own lengths.
        return place..<bytes.count
      }
      place += 1
    }
    return nil
  }

  /// Whether the messages of a unit say that pictures are right from here on.
  private func isRecoveryPoint(_ bytes: Span<UInt8>, _ unit: Range<Int>) -> Bool {
    var place = unit.lowerBound
    while place + 2 < unit.upperBound, bytes[place] != 0x80 {
      guard let type = number(bytes, unit, &place), let size = number(bytes, unit, &place) else {
        return false
      }
      // The count is an Exp-Golomb number, in which a first bit of 1 stands for 0.
      if type == 6 { return place < unit.upperBound && bytes[place] & 0x80 != 0 }
      place += size
    }
    return false
  }

  /// A payload's type or size: as many 255 as fit, and the rest.
  private func number(_ bytes: Span<UInt8>, _ unit: Range<Int>, _ place: inout Int) -> Int? {
    var value = 0
    while place < unit.upperBound {
      let byte = bytes[place]
      place += 1
      value += Int(byte)
      if byte != 255 { return value }
    }
    return nil
  }
}
