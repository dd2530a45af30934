// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Pad {
  /// Puts the planes of decoded RGB in the order of their format.
  ///
  /// libvpx has green, blue and red in its planes of luma and chroma. Where the next element takes no `GstVideoMeta`,
  /// `vp9dec` copies these to the components 0, 1 and 2 of `GBR`, which are red, green and blue, so the format's planes
  /// (green, blue, red) hold blue, red and green. Frames with that meta are libvpx's own and in order.
  func orderRGBPlanes() {
    changeBuffersAndCaps { frame, caps in
      guard let caps = caps(), caps.string("format")?.hasPrefix("GBR") ?? false,
        let layout = VideoLayout(caps),
        let ordered = try? layout.reordering(frame, planes: [2, 0, 1])
      else { return }
      frame = ordered
    }
  }
}
