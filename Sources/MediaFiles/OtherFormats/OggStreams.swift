// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The streams of an Ogg file as its pages tell them.
///
/// Pages as in RFC 3533, section 6: each begins with "OggS"; the streams of a link all begin before anything else.
package struct OggStreams: Sendable {
  /// The serial numbers of the streams with which the file begins, in their order; none in a file that is not Ogg.
  package let serials: [UInt32]
  /// Whether the file's last page belongs to a stream that does not begin where the file does.
  ///
  /// Then it is several files, one after the other. GStreamer 1.22 plays such a chain, but a seek in it stalls or fails.
  package let isChain: Bool

  /// Reads the first pages and the last one.
  package init(_ file: RandomAccessFile) {
    var (offset, serials) = (0, [UInt32]())
    while serials.count < 1000, let page = Page(at: offset, in: file), page.begins {
      serials.append(page.serial)
      offset = page.end
    }
    self.serials = serials
    isChain = !serials.isEmpty && Self.last(in: file).map { !serials.contains($0.serial) } ?? false
  }

  /// Whether the last page of each stream is marked as its end.
  ///
  /// Reads the header of every page. A file that is no longer Ogg somewhere is not ended.
  package static func areEnded(_ file: RandomAccessFile) -> Bool {
    var (offset, open) = (0, Set<UInt32>())
    while offset < file.byteCount {
      guard let page = Page(at: offset, in: file), page.end <= file.byteCount else { return false }
      if page.ends { open.remove(page.serial) } else { open.insert(page.serial) }
      offset = page.end
    }
    return open.isEmpty
  }

  /// A page is at most 65,307 bytes long.
  private static func last(in file: RandomAccessFile) -> Page? {
    let start = max(0, file.byteCount - 1 << 17)
    guard let tail = file.bytes(at: start, count: file.byteCount - start) else { return nil }
    for offset in stride(from: tail.count - Page.headerLength, through: 0, by: -1)
    where tail[offset] == Page.mark[0] {
      if let page = Page(at: start + offset, in: file), page.end <= file.byteCount { return page }
    }
    return nil
  }

  private struct Page {
    static let mark = Array("OggS".utf8)
    static let headerLength = 27
    let begins: Bool, ends: Bool, serial: UInt32, end: Int

    init?(at offset: Int, in file: RandomAccessFile) {
      guard let header = file.bytes(at: offset, count: Self.headerLength),
        Array(header.prefix(4)) == Self.mark, header[4] == 0,
        let lengths = file.bytes(at: offset + Self.headerLength, count: Int(header[26]))
      else { return nil }
      (begins, ends) = (header[5] & 2 != 0, header[5] & 4 != 0)
      serial = UInt32(header[14..<18].littleEndian)
      end = offset + Self.headerLength + lengths.count + lengths.reduce(0) { $0 + Int($1) }
    }
  }
}
