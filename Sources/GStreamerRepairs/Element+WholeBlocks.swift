// SPDX-License-Identifier: MPL-2.0

public import GStreamer

extension Element {
  /// Mends how an encoder reads pictures, if it is one that needs it; before it runs.
  ///
  /// libjpeg takes rows in blocks of eight values, and GStreamer 1.22's `jpegenc` hands over rows as they lie in memory.
  /// Where a row ends within a block, what lies behind it would be encoded with it: the next row, or at the last one
  /// what is left over from others.
  public func fillBlocks() throws(GStreamerError) {
    guard isMade(by: "jpegenc"), Repair.pictureEdge.isNeeded else { return }
    try pad("sink").changeBuffersAndCaps { picture, caps in
      guard let layout = caps().flatMap(VideoLayout.init),
        let filled = try? layout.fillingBlocks(of: picture, size: 8)
      else { return }
      picture = filled
    }
  }

  /// The formats of pictures that `fillBlocks` mends; rows of others it does not take as they lie.
  public static let blockFormats = ["I420", "YV12", "Y41B", "Y42B", "Y444"]
}
