// SPDX-License-Identifier: MPL-2.0

package import RetimeCore
package import RetimeSystem

/// The time at which an image was taken, from its EXIF metadata (CIPA DC-008).
package enum ExifTime {
  /// Returns the tag DateTimeOriginal with SubSecTimeOriginal, from an unspecified origin; nil if there is none.
  ///
  /// Reads JPEG, PNG, WebP and TIFF. The zone is ignored: only differences have a meaning.
  package static func taken(_ file: RandomAccessFile) -> RationalTime? {
    guard let block = block(in: file), let tags = TIFFTags(file, at: block),
      let exif = tags.number(0x8769), let text = tags.text(0x9003, at: exif),
      let moment = moment(text)
    else { return nil }
    let digits = (tags.text(0x9291, at: exif) ?? "").prefix { $0.isASCII && $0.isNumber }.prefix(9)
    guard !digits.isEmpty, let part = Int64(digits) else { return RationalTime(moment, 1) }
    let unit = digits.reduce(Int64(1)) { unit, _ in unit * 10 }
    return RationalTime(moment, 1) + RationalTime(part, unit)
  }

  /// Returns the seconds of a time such as "2013:11:29 12:19:32"; nil for others.
  private static func moment(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    guard parts.count == 2 else { return nil }
    return UTCTime("\(parts[0].replacing(":", with: "-"))T\(parts[1])Z")?.unixSeconds
  }

  /// Returns the offset of the block that has the tags.
  private static func block(in file: RandomAccessFile) -> Int? {
    guard let head = file.bytes(at: 0, count: 12) else { return nil }
    if head.starts(with: [0xFF, 0xD8]) { return jpegBlock(in: file) }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      return chunk("eXIf", in: file, from: 8, isBig: true)
    }
    if head.starts(with: "RIFF".utf8), head[8...].starts(with: "WEBP".utf8) {
      return chunk("EXIF", in: file, from: 12, isBig: false).map { start in
        let prefix = Array("Exif\0\0".utf8)
        return file.bytes(at: start, count: 6) == prefix ? start + 6 : start
      }
    }
    return head.starts(with: "II*\0".utf8) || head.starts(with: "MM\0*".utf8) ? 0 : nil
  }

  /// Returns the offset of the tags in a JPEG's segment APP1.
  private static func jpegBlock(in file: RandomAccessFile) -> Int? {
    var offset = 2
    while let head = file.bytes(at: offset, count: 4), head[0] == 0xFF, head[1] != 0xDA {
      let length = Int(head[2]) << 8 | Int(head[3])
      if head[1] == 0xE1, file.bytes(at: offset + 4, count: 6) == Array("Exif\0\0".utf8) {
        return offset + 10
      }
      guard length >= 2 else { return nil }
      offset += 2 + length
    }
    return nil
  }

  /// Returns the offset of the content of a chunk of PNG or RIFF.
  private static func chunk(
    _ name: String,
    in file: RandomAccessFile,
    from start: Int,
    isBig: Bool
  ) -> Int? {
    var offset = start
    for _ in 0..<10_000 {
      guard let head = file.bytes(at: offset, count: 8) else { return nil }
      let (type, size) = isBig ? (head[4...], head[..<4]) : (head[..<4], head[4...])
      let length =
        isBig
        ? size.reduce(0) { $0 << 8 | Int($1) } : size.reversed().reduce(0) { $0 << 8 | Int($1) }
      if type.elementsEqual(name.utf8) { return offset + 8 }
      offset += isBig ? 12 + length : 8 + length + length % 2
    }
    return nil
  }
}

/// The directories of tags of a TIFF block (TIFF 6.0, section 2).
private struct TIFFTags {
  private let file: RandomAccessFile
  private let start: Int, isBig: Bool
  private let first: Int

  /// Reads the header of a block at an offset of a file.
  init?(_ file: RandomAccessFile, at start: Int) {
    guard let head = file.bytes(at: start, count: 8) else { return nil }
    (self.file, self.start, isBig) = (file, start, head[0] == UInt8(ascii: "M"))
    first = Self.number(head[4..<8], isBig)
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ isBig: Bool) -> Int {
    (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the entry of a tag in the directory at an offset of the block; nil for the first directory.
  private func entry(_ tag: Int, at directory: Int?) -> [UInt8]? {
    let place = start + (directory ?? first)
    guard let count = file.bytes(at: place, count: 2).map({ Self.number($0[...], isBig) }) else {
      return nil
    }
    for index in 0..<count {
      guard let entry = file.bytes(at: place + 2 + 12 * index, count: 12) else { return nil }
      if Self.number(entry[..<2], isBig) == tag { return entry }
    }
    return nil
  }

  /// Returns a number of 32 bits in the first directory.
  func number(_ tag: Int) -> Int? {
    entry(tag, at: nil).map { Self.number($0[8..<12], isBig) }
  }

  /// Returns a text in a directory, up to its end.
  func text(_ tag: Int, at directory: Int) -> String? {
    guard let entry = entry(tag, at: directory), Self.number(entry[2..<4], isBig) == 2 else {
      return nil
    }
    let count = Self.number(entry[4..<8], isBig)
    guard count < 100 else { return nil }
    let bytes =
      count <= 4
      ? Array(entry[8..<8 + count])
      : file.bytes(at: start + Self.number(entry[8..<12], isBig), count: count)
    return bytes.map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
