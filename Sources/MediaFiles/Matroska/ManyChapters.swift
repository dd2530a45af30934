// SPDX-License-Identifier: MPL-2.0

/// Chapters of a Matroska file that are too many for its demuxer.
///
/// GStreamer 1.22's demuxer walks through all chapters for each of them: of 100,000 it takes minutes. Where they are more
/// than it reads in a second, it sees an element without meaning in their place. Elements as in RFC 9559, 5.1.7.
enum ManyChapters {
  /// The number of elements of an edition from which on its chapters are hidden.
  static let limit = 10_000

  /// The patch that hides the chapters; nil where they are few.
  static func patch(_ chapters: FileElement) -> FilePatch? {
    let editions = chapters.children().filter { $0.id == EBML.ID.edition }
    guard editions.contains(where: { $0.children().count >= limit }) else { return nil }
    // An identifier of one byte and a size of eight.
    let rest = chapters.end - chapters.offset - 9
    guard rest >= 0 else { return nil }
    return FilePatch(
      offset: chapters.offset,
      bytes: [UInt8(EBML.ID.void), 0x01] + rest.bytes(7)
    )
  }
}
