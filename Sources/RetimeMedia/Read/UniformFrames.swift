// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers

/// A converter to the size and colorimetry of a stream's first frame, for streams that change them.
///
/// Encoders and containers take one size and one colorimetry.
struct UniformFrames {
  private var first: Caps?
  private let colors: Colorimetry?
  /// The first other size, and that of the first frame, as text until it is taken; nil for none.
  private var fitted: String?
  private var isTold = false
  /// The caps of the frames of the job's first source; nil for those of the first frame to arrive.
  private let given: Caps?
  static let fields = ["width", "height", "format", "pixel-aspect-ratio", "colorimetry"]

  /// Creates a converter to the colorimetry of the file's first frame, if it is known.
  ///
  /// In backward playback and in parts, other frames come first.
  ///
  /// `given`: the caps to convert to, except for the pixel format of the first frame.
  init(_ colors: Colorimetry?, given: Caps? = nil) { (self.colors, self.given) = (colors, given) }

  /// Returns a frame and its caps, converted to the first frame's caps where they differ.
  mutating func steady(
    _ picture: SharedFrame,
    _ caps: Caps?
  ) throws(GStreamerError) -> (picture: SharedFrame, caps: Caps?) {
    guard let caps = caps?.assumingMatrix else { return (picture, nil) }
    let wanted = if let first { first } else { try described(given?.withFormat(of: caps) ?? caps) }
    first = wanted
    guard !caps.isSame(as: wanted, in: Self.fields) else { return (picture, caps) }
    guard !isNamed(caps, otherwiseThan: wanted) else { return (picture, wanted) }
    if !isTold, let size = caps.sizeText, let firstSize = wanted.sizeText, size != firstSize {
      (fitted, isTold) = ("\(size) are fitted into \(firstSize)", true)
    }
    return (SharedFrame(try picture.buffer.converted(from: caps, to: wanted)), wanted)
  }

  /// Returns the change of the size once, such as "640x480 are fitted into 320x240".
  mutating func takeFitted() -> String? { fitted.take() }

  /// Returns whether only primaries and transfer function differ, on which no sample depends.
  private func isNamed(_ caps: Caps, otherwiseThan wanted: Caps) -> Bool {
    guard let own = Colorimetry(caps), let other = Colorimetry(wanted) else { return false }
    return own.matrix == other.matrix && own.isFullRange == other.isFullRange
      && caps.isSame(as: wanted, in: Self.fields.dropLast())
  }

  /// Returns the caps of the first frame to arrive, with the file's colorimetry.
  ///
  /// The range stays that of the caps: some decoders get it wrong. RGB has no matrix to convert.
  private func described(_ caps: Caps) throws(GStreamerError) -> Caps {
    guard var colors, let own = Colorimetry(caps) else { return caps }
    colors.isFullRange = own.isFullRange
    guard colors != own, colors.matrix != 0, own.matrix != 0 else { return caps }
    return try caps.setting(["colorimetry": "(string)\(colors.text)"])
  }
}

extension Caps {
  /// Returns the caps with the pixel format of others.
  fileprivate func withFormat(of other: Caps) -> Caps {
    guard let format = other.string("format") else { return self }
    return (try? setting(["format": "(string)\(format)"])) ?? self
  }

  /// The size of frames, such as "640x480".
  fileprivate var sizeText: String? {
    int("width").flatMap { width in int("height").map { "\(width)x\($0)" } }
  }
}
