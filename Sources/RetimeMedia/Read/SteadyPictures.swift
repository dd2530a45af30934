// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers

/// Keeps the pictures of a stream as the first ones are, where the stream changes their size or their colours on the way.
///
/// Encoders and containers take one size, and say one thing of all colours.
struct SteadyPictures {
  private var first: Caps?
  /// What the plan says of the colours: played backwards, or in parts, other pictures come first than it has seen.
  private let colors: Colorimetry?
  private static let fields = ["width", "height", "format", "pixel-aspect-ratio", "colorimetry"]

  init(_ track: Plan.Track) {
    var text: String?
    if case .video(let video) = track.media { text = video.colors?.colorimetry }
    colors = text.flatMap { Colorimetry($0) }
  }

  /// A picture, and its caps, as the first one was.
  mutating func steady(
    _ picture: Picture,
    _ caps: Caps?
  ) throws(GStreamerError) -> (picture: Picture, caps: Caps?) {
    guard let caps else { return (picture, nil) }
    let wanted = if let first { first } else { try planned(caps) }
    first = wanted
    guard !caps.isSame(as: wanted, in: Self.fields) else { return (picture, caps) }
    return (Picture(try picture.buffer.converted(from: caps, to: wanted)), wanted)
  }

  /// The caps of the first picture with the colours that the plan gives.
  ///
  /// The range is the caps' own: a plan knows it better than some decoders. RGB has no matrix to convert.
  private func planned(_ caps: Caps) throws(GStreamerError) -> Caps {
    guard var planned = colors, let own = Colorimetry(caps) else { return caps }
    planned.isFullRange = own.isFullRange
    guard planned != own, planned.matrix != 0, own.matrix != 0 else { return caps }
    return try caps.setting(["colorimetry": "(string)\(planned.text)"])
  }
}
