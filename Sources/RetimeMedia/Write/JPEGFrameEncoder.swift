// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs

/// A JPEG encoder for one frame, with square pixels and the orientation applied.
struct JPEGFrameEncoder {
  /// The value of `video-direction` for `videoflip`.
  let direction: String
  /// The maximum width and height in pixels.
  let limit: Int

  /// The only colorimetry of JPEG: full range and BT.601's matrix (ITU-T T.871).
  private static let colors = {
    var colors = Colorimetry.unstated(isFullRange: true)
    colors.matrix = 6
    return colors
  }()

  /// The colorimetry of RGB that states none, as in AVI: full range and the identity matrix.
  private static let rgb = Colorimetry(isFullRange: true, matrix: 0, transfer: 13, primaries: 1)

  /// Returns the encoded JPEG; nil if the encoder produces none.
  ///
  /// Blocks; must not run on Swift's cooperative thread pool.
  func encode(_ picture: borrowing Buffer, _ caps: Caps) throws(GStreamerError) -> Buffer? {
    let pipeline = try Pipeline { _ in }
    defer { pipeline.stop() }
    let source = try AppSource(maximumBuffers: 0, maximumBytes: 0)
    let sink = try AppSink(maximumBuffers: 1, caps: Caps("image/jpeg"))
    let (width, height) = size(caps)
    let encoder = try Element.make("jpegenc", ["quality": "85", "snapshot": "true"])
    try encoder.fillBlocks()
    let given = caps.assumingMatrix
    let way = (Colorimetry(given) ?? Self.rgb).way(to: Self.colors)
    let chain: [Element] = [
      source, try .make("videoconvert"), try .make("videoscale"),
      try .make(
        "capsfilter",
        [
          "caps":
            "video/x-raw, width=(int)\(width), height=(int)\(height), format=(string)I420_12LE, "
            + "colorimetry=(string)\(way.text), pixel-aspect-ratio=(fraction)1/1"
        ]
      ), try .make("videoconvert"),
      try .make(
        "capsfilter",
        [
          "caps": "video/x-raw, format=(string)I420, colorimetry=(string)\(Self.colors.text)"
        ]
      ), try .make("videoflip", ["video-direction": direction]), encoder, sink,
    ]
    try pipeline.add(chain: chain)
    source.setCaps(try given.setting(["framerate": "(fraction)1/1"]))
    pipeline.play()
    _ = source.push(try picture.sharingMemory())
    source.endStream()
    return sink.pull()?.buffer
  }

  /// Returns the size with square pixels, at most `limit` in either direction.
  private func size(_ caps: Caps) -> (width: Int, height: Int) {
    let (width, height) = (Double(caps.int("width") ?? 320), Double(caps.int("height") ?? 240))
    let aspect = caps.fraction("pixel-aspect-ratio") ?? (1, 1)
    let wide = width * Double(max(1, aspect.numerator)) / Double(max(1, aspect.denominator))
    let scale = min(1, Double(limit) / max(wide, height))
    return (max(1, Int((wide * scale).rounded())), max(1, Int((height * scale).rounded())))
  }
}
