// SPDX-License-Identifier: MPL-2.0

public import GStreamer
public import RetimeCore

/// Makes what a tick shows of the pictures that a retimer names.
///
/// One picture is its own memory. Of two it makes a new one: their mix, or one along the motion between them, which is
/// worked out once for as many pictures as are made of the same two.
public struct PictureMixer: Sendable {
  private let flow: FlowQuality?
  private let threads: Int?
  /// Makes pictures of the layout; nil where its components cannot be mixed.
  private var maker: (any PictureMaking)?

  /// A mixer that knows no layout yet.
  ///
  /// `flow`: how well motion is followed; nil to mix pictures as they are.
  /// `threads`: how many follow it at most; nil for as many as there are processors. The pictures are the same.
  public init(flow: FlowQuality? = nil, threads: Int? = nil) {
    (self.flow, self.threads) = (flow, threads)
  }

  /// The formats that are taken, as caps: those whose components can be mixed one by one; for motion, those where each
  /// component has a plane of its own.
  public static func caps(flow: Bool) -> String {
    VideoFormat.caps(flow ? VideoFormat.plain.filter(\.isPlanar) : VideoFormat.plain)
  }

  /// Bits of a component of pictures with these caps; 8 for formats of another kind.
  public static func depth(_ caps: Caps) -> Int {
    guard let format = VideoFormat(caps), format.isPlain else { return 8 }
    return format.valueBits
  }

  /// Takes on the layout of the pictures to come.
  public mutating func setLayout(_ caps: Caps) {
    guard let format = VideoFormat(caps), format.isPlain, let layout = VideoLayout(caps) else {
      return maker = nil
    }
    let flow = format.isPlanar ? self.flow : nil
    maker =
      format.isWide
      ? PictureMaker<UInt16>(layout, bits: format.valueBits, flow: flow, threads: threads)
      : PictureMaker<UInt8>(layout, bits: format.valueBits, flow: flow, threads: threads)
  }

  /// The buffer for one tick: the picture's own memory, or what is made of two.
  ///
  /// Its times and flags are the caller's to write.
  public mutating func buffer(for shown: ShownFrame<Picture>) throws(GStreamerError) -> Buffer {
    guard shown.blend != nil else { return try shown.picture.buffer.sharingMemory() }
    guard let made = try maker?.buffer(for: shown) else { throw Self.cannotMix }
    return made
  }

  /// The buffer for one tick in which several samples are exposed: their mean, or the only one's own memory.
  public mutating func buffer(
    for samples: [ExposedTicks<Picture>.Sample]
  ) throws(GStreamerError) -> Buffer {
    if samples.count == 1 { return try buffer(for: samples[0].shown) }
    guard let made = try maker?.mean(of: samples) else { throw Self.cannotMix }
    return made
  }

  /// Whether a picture shows the same as another one, up to noise of coding; never where motion is not followed.
  public mutating func isRepeat(
    _ picture: Picture,
    of other: Picture
  ) throws(GStreamerError) -> Bool {
    try maker?.isRepeat(picture, of: other) ?? false
  }

  /// Whether nothing connects a picture with the one after it.
  public mutating func isCut(
    between first: Picture,
    and second: Picture
  ) throws(GStreamerError) -> Bool {
    try maker?.isCut(between: first, and: second) ?? false
  }

  /// The motion from a picture to the one after it.
  ///
  /// - Throws: where motion is not followed, or not in pictures of this format.
  public mutating func motion(
    from first: Picture,
    to second: Picture
  ) throws(GStreamerError) -> PictureMotion {
    guard let motion = try maker?.motion(from: first, to: second) else { throw Self.cannotMix }
    return motion
  }

  private static var cannotMix: GStreamerError {
    GStreamerError("pictures of this format cannot be mixed; put videoconvert before it")
  }
}
