// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers

/// Keeps the pictures of a stream as the first ones are, where the stream changes their size on the way.
///
/// Encoders and containers take one size.
struct SteadyPictures {
  private var first: Caps?
  private static let fields = ["width", "height", "format", "pixel-aspect-ratio"]

  /// A picture, and its caps, as the first one was.
  mutating func steady(
    _ picture: Picture,
    _ caps: Caps?
  ) throws(GStreamerError) -> (picture: Picture, caps: Caps?) {
    guard let caps else { return (picture, nil) }
    guard let first else {
      first = caps
      return (picture, caps)
    }
    guard !caps.isSame(as: first, in: Self.fields) else { return (picture, caps) }
    return (Picture(try picture.buffer.converted(from: caps, to: first)), first)
  }
}
