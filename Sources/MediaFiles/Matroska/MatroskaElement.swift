// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// One element of a Matroska file: its identifier and where its content lies in the file.
struct MatroskaElement {
  let identifier: Int, start: Int, end: Int

  /// How many bytes it holds.
  var length: Int { end - start }

  /// The element that begins at a place within this one; cut at this one's end.
  func child(at place: Int, in file: RandomAccessFile) -> MatroskaElement? {
    guard let identifier = Self.coded(at: place, keepsMarker: true, in: file),
      let size = Self.coded(at: place + identifier.width, keepsMarker: false, in: file)
    else { return nil }
    let start = place + identifier.width + size.width
    guard start <= end else { return nil }
    // All ones: the size is not known.
    let isOpen = size.value == 1 << (7 * size.width) - 1
    return MatroskaElement(
      identifier: identifier.value,
      start: start,
      end: isOpen ? end : start + min(size.value, end - start)
    )
  }

  /// The elements within, up to one of a kind.
  func children(in file: RandomAccessFile, until last: Int? = nil) -> [MatroskaElement] {
    var result: [MatroskaElement] = []
    var place = start
    while place < end, result.count < 10_000, let next = child(at: place, in: file) {
      guard next.identifier != last else { break }
      result.append(next)
      place = next.end
    }
    return result
  }

  func number(in file: RandomAccessFile) -> Int? {
    guard (1...7).contains(end - start) else { return nil }
    return file.bytes(at: start, count: end - start)?.reduce(0) { $0 << 8 | Int($1) }
  }

  func text(in file: RandomAccessFile) -> String? {
    guard (1...1000).contains(end - start) else { return nil }
    return file.bytes(at: start, count: end - start).map {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// A number whose first byte's leading zeros say how long it is.
  static func coded(
    at place: Int,
    keepsMarker: Bool,
    in file: RandomAccessFile
  ) -> (value: Int, width: Int)? {
    guard let first = file.bytes(at: place, count: 1)?.first, first > 0 else { return nil }
    let width = first.leadingZeroBitCount + 1
    guard let bytes = file.bytes(at: place, count: width) else { return nil }
    let whole = bytes.reduce(0) { $0 << 8 | Int($1) }
    return (keepsMarker ? whole : whole & ((1 << (7 * width)) - 1), width)
  }
}
