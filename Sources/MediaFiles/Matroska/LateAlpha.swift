// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// A track of a Matroska or WebM file that is said to be transparent, and begins with a picture that is not.
///
/// Browsers record such files. GStreamer 1.22 wants transparency from the first picture on and decodes nothing
/// without; where the file does not speak of it, the pictures alone are decoded.
/// Elements as in RFC 9559, 5.1.4.1.28.4 and 5.1.3.5.
package struct LateAlpha: Sendable {
  private typealias Identifier = MatroskaHeader.Identifier

  /// How many pictures have transparency after all.
  package private(set) var pictures = 0
  /// What makes the file not speak of it.
  package let patch: FilePatch

  /// Looks at the blocks of a track; nil where it is not transparent, or is from the first one on.
  init?(track: Int, _ fields: [MatroskaElement], after start: Int, in file: RandomAccessFile) {
    guard let video = fields.first(where: { $0.identifier == Identifier.video }),
      let mode = video.children(in: file).first(where: { $0.identifier == Identifier.alphaMode }),
      let value = mode.number(in: file), value != 0
    else { return nil }
    patch = FilePatch(offset: mode.start, bytes: [UInt8](repeating: 0, count: mode.length))
    let all = MatroskaElement(identifier: 0, start: start, end: file.byteCount)
    var (place, isFirst) = (start, true)
    while place < all.end, let next = all.child(at: place, in: file) {
      // A cluster may not say where it ends: what is in it is looked at as if it were beside it.
      place = next.identifier == Identifier.cluster ? next.start : next.end
      guard let isTransparent = Self.isTransparent(next, of: track, in: file) else { continue }
      guard !isTransparent || !isFirst else { return nil }
      isFirst = false
      if isTransparent { pictures += 1 }
    }
    if isFirst { return nil }
  }

  /// Whether a picture of the track has transparency; nil for elements that are none.
  private static func isTransparent(
    _ element: MatroskaElement,
    of track: Int,
    in file: RandomAccessFile
  ) -> Bool? {
    let parts = element.identifier == Identifier.blockGroup ? element.children(in: file) : []
    let block =
      element.identifier == Identifier.simpleBlock
      ? element : parts.first { $0.identifier == Identifier.block }
    guard let block,
      MatroskaElement.coded(at: block.start, keepsMarker: false, in: file)?.value == track
    else { return nil }
    return parts.contains { $0.identifier == Identifier.additions }
  }
}
