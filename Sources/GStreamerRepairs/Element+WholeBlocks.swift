// SPDX-License-Identifier: MPL-2.0

public import GStreamer

extension Element {
  /// Pads rows to whole blocks for an encoder that needs it; must be called before it runs.
  ///
  /// libjpeg reads rows in blocks of eight values, and GStreamer 1.22's `jpegenc` passes rows as
  /// they are in memory. Where a row ends within a block, the data after it would be encoded too:
  /// the next row, or unrelated memory after the last one.
  public func fillBlocks() throws(GStreamerError) {
    guard isMade(by: "jpegenc"), Repair.pictureEdge.isNeeded else { return }
    try pad("sink").changeBuffersAndCaps { picture, caps in
      guard let layout = caps().flatMap(VideoLayout.init),
        let filled = try? layout.fillingBlocks(of: picture, size: 8)
      else { return }
      picture = filled
    }
  }

  /// The formats that `fillBlocks` handles; `jpegenc` does not read the rows of others in place.
  public static let blockFormats = ["I420", "YV12", "Y41B", "Y42B", "Y444"]
}
