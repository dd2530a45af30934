// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The description `onMetaData` at the start of an FLV file, as `flvmux` writes it.
///
/// GStreamer 1.22's muxer states the time of the last packet as the duration, states when the file was made, and pads with a text
/// that ffmpeg does not read, so that it skips all properties after it. Source: Adobe's Video File
/// Format Specification, version 10, E.5; the values are those of AMF 0.
package struct FlashDescription {
  /// The position of the properties in the file, and their bytes.
  package private(set) var offset = 0, bytes: [UInt8] = []

  /// Reads the description of a file and corrects it, in the same number of bytes; nil if there is none.
  ///
  /// `duration`: the duration of the file in seconds.
  package init?(_ file: RandomAccessFile, duration: Double) {
    guard let head = file.bytes(at: 0, count: 24 + Self.name.count + 4),
      head.starts(with: "FLV".utf8), head[13] == 18, head[24...].starts(with: Self.name),
      case let size = Int(head[14...16].bigEndian) - Self.name.count - 4, size > 0,
      let properties = file.bytes(at: head.count, count: size)
    else { return nil }
    offset = head.count
    var cursor = ByteCursor(properties)
    while let key = cursor.key(), !key.isEmpty {
      let start = cursor.remainder.startIndex
      guard cursor.skipValue(depth: 0) else { return nil }
      let value = properties[start..<cursor.remainder.startIndex]
      switch String(decoding: key, as: UTF8.self) {
      case "duration": bytes += Self.property(key, [0] + duration.bitPattern.bytes(8))
      case "gstfiller", "creationdate": bytes += Self.filler(2 + key.count + value.count)
      default: bytes += Self.property(key, value)
      }
    }
    bytes += properties.suffix(3)
    guard bytes.count == size else { return nil }
  }

  /// A text "onMetaData", and the mark of an array with names.
  private static let name = [2, 0, 10] + Array("onMetaData".utf8) + [8]

  private static func property(_ key: some Collection<UInt8>, _ value: some Collection<UInt8>)
    -> [UInt8]
  {
    key.count.bytes(2) + key + value
  }

  /// Returns texts of spaces that have `count` bytes together, each short enough for any reader.
  private static func filler(_ count: Int) -> [UInt8] {
    let key = Array("filler".utf8)
    let frame = 2 + key.count + 3
    var (left, bytes) = (count, [UInt8]())
    while left > 0 {
      // What is left must be enough for another property, or nothing.
      let size = left <= 200 ? left : min(200, left - frame)
      let spaces = max(0, size - frame)
      bytes += property(key, [2, 0, UInt8(spaces)] + repeatElement(32, count: spaces))
      left -= size
    }
    return bytes
  }
}

extension ByteCursor {
  /// The next property's key; empty at the end of an object.
  fileprivate mutating func key() -> ArraySlice<UInt8>? {
    number(UInt16.self).flatMap { take(Int($0)) }
  }

  /// Skips a value of AMF 0; returns false if it is damaged, or of a kind that no description has.
  fileprivate mutating func skipValue(depth: Int) -> Bool {
    guard depth < 8, let mark = number(UInt8.self) else { return false }
    switch mark {
    case 0: return take(8) != nil
    case 1: return take(1) != nil
    case 2: return key() != nil
    case 3, 8:
      if mark == 8, take(4) == nil { return false }
      while let key = key() {
        guard !key.isEmpty else { return number(UInt8.self) == 9 }
        guard skipValue(depth: depth + 1) else { return false }
      }
      return false
    case 10:
      guard let count = number(UInt32.self) else { return false }
      for _ in 0..<count where !skipValue(depth: depth + 1) { return false }
      return true
    default: return false
    }
  }
}
