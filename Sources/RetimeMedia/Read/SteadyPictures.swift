// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers

/// Keeps the pictures of a stream as the first ones are, where the stream changes their size or their colours on the way.
///
/// Encoders and containers take one size, and say one thing of all colours.
struct SteadyPictures {
  private var first: Caps?
  private let colors: Colorimetry?
  private static let fields = ["width", "height", "format", "pixel-aspect-ratio", "colorimetry"]

  /// `colors`: those of the first picture of the file, where they are known; played backwards, or in parts, others come first.
  init(_ colors: Colorimetry?) { self.colors = colors }

  /// A picture, and its caps, as the first one was.
  mutating func steady(
    _ picture: Picture,
    _ caps: Caps?
  ) throws(GStreamerError) -> (picture: Picture, caps: Caps?) {
    guard let caps = caps?.assumingMatrix else { return (picture, nil) }
    let wanted = if let first { first } else { try described(caps) }
    first = wanted
    guard !caps.isSame(as: wanted, in: Self.fields) else { return (picture, caps) }
    guard !isNamed(caps, otherwiseThan: wanted) else { return (picture, wanted) }
    return (Picture(try picture.buffer.converted(from: caps, to: wanted)), wanted)
  }

  /// Whether nothing but names of primaries and transfer function differ, which no sample depends on.
  private func isNamed(_ caps: Caps, otherwiseThan wanted: Caps) -> Bool {
    guard let own = Colorimetry(caps), let other = Colorimetry(wanted) else { return false }
    return own.matrix == other.matrix && own.isFullRange == other.isFullRange
      && caps.isSame(as: wanted, in: Self.fields.dropLast())
  }

  /// The caps of the picture that comes first, with the file's colours.
  ///
  /// The range is the caps' own: some decoders are wrong about it. RGB has no matrix to convert.
  private func described(_ caps: Caps) throws(GStreamerError) -> Caps {
    guard var colors, let own = Colorimetry(caps) else { return caps }
    colors.isFullRange = own.isFullRange
    guard colors != own, colors.matrix != 0, own.matrix != 0 else { return caps }
    return try caps.setting(["colorimetry": "(string)\(colors.text)"])
  }
}
