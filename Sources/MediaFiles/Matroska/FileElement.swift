// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// An element of a Matroska file where it lies in the file: its identifier, and the range of its content.
package struct FileElement {
  package let file: RandomAccessFile
  package let id: UInt32
  /// Where it begins, and where its content does and ends.
  package let offset: Int, start: Int, end: Int
  /// Whether it says how long it is, and all of that is there.
  package let isWhole: Bool
  /// Bytes of its size.
  package let sizeWidth: Int
}

extension FileElement {
  /// All of a file.
  package init(_ file: RandomAccessFile) {
    (self.file, id, isWhole, sizeWidth) = (file, 0, true, 0)
    (offset, start, end) = (0, 0, file.byteCount)
  }

  /// The size of the content in bytes.
  package var count: Int { end - start }

  /// The element that begins at an offset in the file within this one; cut at this one's end.
  package func child(at offset: Int) -> FileElement? {
    guard let bytes = file.bytes(at: offset, count: max(0, min(12, file.byteCount - offset))),
      let head = EBML.Head(bytes[...]), case let start = offset + head.width, start <= end
    else { return nil }
    let size = min(head.size ?? .max, end - start)
    return FileElement(
      file: file,
      id: head.id,
      offset: offset,
      start: start,
      end: start + size,
      isWhole: head.size == size,
      sizeWidth: head.sizeWidth
    )
  }

  /// The elements within, up to one of a kind; at most 10,000.
  package func children(until last: UInt32? = nil) -> [FileElement] {
    var (result, next) = ([FileElement](), start)
    while next < end, result.count < 10_000, let child = child(at: next), child.id != last {
      result.append(child)
      next = child.end
    }
    return result
  }

  /// The first element of a kind within.
  package subscript(_ id: UInt32) -> FileElement? { children().first { $0.id == id } }

  /// All that it holds.
  package var bytes: [UInt8]? { file.bytes(at: start, count: count) }

  /// The number in it.
  package var number: Int? {
    guard (1...7).contains(count) else { return nil }
    return bytes.map { Int($0.bigEndian) }
  }

  /// The floating-point number in it, of 4 or 8 bytes.
  package var double: Double? {
    switch count {
    case 4: bytes.map { Double(Float(bitPattern: UInt32($0.bigEndian))) }
    case 8: bytes.map { Double(bitPattern: $0.bigEndian) }
    default: nil
    }
  }

  /// Returns a floating-point number in as many bytes as are in it, 4 or 8.
  package func bytes(of number: Double) -> [UInt8] {
    count == 4
      ? Int(Float(number).bitPattern).bytes(4) : Int(bitPattern: UInt(number.bitPattern)).bytes(8)
  }

  /// The text in it, of at most a thousand bytes.
  package var text: String? {
    guard (1...1000).contains(count) else { return nil }
    return bytes.map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The number of the track that a block begins with.
  package var track: Int? {
    file.bytes(at: start, count: min(8, count)).flatMap { EBML.VariableNumber($0[...])?.value }
  }
}
