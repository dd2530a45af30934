// SPDX-License-Identifier: MPL-2.0

/// A track of a Matroska or WebM file with an alpha flag whose first frame has no alpha.
///
/// Browsers record such files. GStreamer 1.22 requires alpha from the first frame on and decodes nothing without it;
/// if the file has no alpha flag, GStreamer decodes the frames without their alpha.
/// Elements as in RFC 9559, 5.1.4.1.28.4 and 5.1.3.5.
package struct LateAlpha: Sendable {
  /// The number of frames with alpha.
  package private(set) var pictures = 0
  /// The patch that removes the track's alpha flag.
  package let patch: FilePatch

  /// Reads the blocks of a track; nil if the track has no alpha flag, or has alpha from the first frame on.
  init?(track: Int, of entry: FileElement, after start: Int) {
    guard let mode = entry[EBML.ID.video]?[EBML.ID.alphaMode], let value = mode.number, value != 0
    else { return nil }
    patch = FilePatch(offset: mode.start, bytes: [UInt8](repeating: 0, count: mode.count))
    let all = FileElement(entry.file)
    var (offset, isFirst) = (start, true)
    while offset < all.end, let next = all.child(at: offset) {
      // A cluster may not say where it ends: what is in it is looked at as if it were beside it.
      offset = next.id == EBML.ID.cluster ? next.start : next.end
      guard let isTransparent = Self.isTransparent(next, of: track) else { continue }
      guard !isTransparent || !isFirst else { return nil }
      isFirst = false
      if isTransparent { pictures += 1 }
    }
    if isFirst { return nil }
  }

  /// Returns whether a frame of the track has alpha; nil for an element that is no frame of it.
  private static func isTransparent(_ element: FileElement, of track: Int) -> Bool? {
    let parts = element.id == EBML.ID.blockGroup ? element.children() : []
    let block =
      element.id == EBML.ID.simpleBlock ? element : parts.first { $0.id == EBML.ID.block }
    guard let block, block.track == track else { return nil }
    return parts.contains { $0.id == EBML.ID.additions }
  }
}
