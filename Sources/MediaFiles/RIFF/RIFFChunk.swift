// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// A chunk of a file in the format of RIFF, or of the older IFF, whose numbers begin with their high byte.
///
/// "Multimedia Programming Interface and Data Specifications 1.0", section 2; "Audio Interchange File Format",
/// version 1.3.
package struct RIFFChunk {
  package let file: RandomAccessFile
  package let kind: FourCharCode
  /// The offset of the content in the file, and its size in bytes.
  package let offset: Int, count: Int
  private let isBigEndian: Bool

  /// The identifier at the start of a file, such as RIFF or FORM, and its form type.
  package static func signature(of file: RandomAccessFile) -> (
    container: FourCharCode, kind: FourCharCode
  )? {
    guard let container = file.word(at: 0), let kind = file.word(at: 8) else { return nil }
    return (FourCharCode(rawValue: container), FourCharCode(rawValue: kind))
  }

  /// The chunks of a file that begins with such a header.
  package static func all(in file: RandomAccessFile) -> [RIFFChunk] {
    let isBigEndian = ["FORM", "RIFX"].contains(signature(of: file)?.container)
    return all(in: file, from: 12, to: file.byteCount, isBigEndian: isBigEndian)
  }

  /// The chunks of a WAVE file, RF64 included; none of files of other kinds.
  package static func wave(in file: RandomAccessFile) -> [RIFFChunk] {
    guard let signature = signature(of: file), signature.kind == "WAVE",
      ["RIFF", "RF64"].contains(signature.container)
    else { return [] }
    return all(in: file)
  }

  /// Whether zeros stand where a chunk should begin: what writes a file in blocks fills the last one with them.
  package static func isPadded(_ file: RandomAccessFile) -> Bool {
    all(in: file).contains { $0.kind.rawValue == 0 && $0.count == 0 }
  }

  /// Returns consecutive chunks, at most a thousand, each cut at the end of the file or at `end`.
  private static func all(
    in file: RandomAccessFile,
    from start: Int,
    to end: Int,
    isBigEndian: Bool
  ) -> [RIFFChunk] {
    let end = min(end, file.byteCount)
    var (next, chunks): (Int, [RIFFChunk]) = (start, [])
    while chunks.count < 1000, next < end, let head = file.bytes(at: next, count: 8) {
      let size = head[4..<8]
      let count = Int(isBigEndian ? size.bigEndian : size.littleEndian)
      let chunk = RIFFChunk(
        file: file,
        kind: FourCharCode(rawValue: UInt32(head[0..<4].bigEndian)),
        offset: next + 8,
        count: max(0, min(count, end - next - 8)),
        isBigEndian: isBigEndian
      )
      chunks.append(chunk)
      next += 8 + count + count % 2
    }
    return chunks
  }

  /// Returns the data, or its first `limit` bytes.
  package func bytes(limit: Int = .max) -> [UInt8]? {
    file.bytes(at: offset, count: min(count, limit))
  }

  /// The chunks of a list of a kind; nil for other chunks.
  package func list(_ kind: FourCharCode) -> [RIFFChunk]? {
    guard self.kind == "LIST", file.word(at: offset) == kind.rawValue else { return nil }
    return Self.all(in: file, from: offset + 4, to: offset + count, isBigEndian: isBigEndian)
  }

  /// The number of four bytes at an offset in it.
  package func word(at inside: Int) -> Int? {
    file.bytes(at: offset + inside, count: 4).map {
      Int(isBigEndian ? $0.bigEndian : $0.littleEndian)
    }
  }
}

extension [RIFFChunk] {
  /// The first of a kind.
  package func first(_ kind: FourCharCode) -> RIFFChunk? { first { $0.kind == kind } }
}
