// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The largest differences between expected frames and those of a result, by the quality that the plan declares.
struct VideoTolerance: Sendable {
  /// The limits of each block, and the largest difference of a frame's mean in 8-bit steps.
  ///
  /// The means of the encoders differ by 0.4 at most at "good", and by 1 at "small".
  let blocks: BlockErrors.Limits, shift: Double
  /// Whether the quality is "small".
  let isSmall: Bool

  /// The codecs whose quantizer limits the error; a palette, for example, does not.
  private static let codecs: Set<String> = [
    "h264", "h265", "vp8", "vp9", "av1", "theora", "mpeg4",
  ]
  /// The most pixels for each second of VP8 and VP9, whose encoders have a bit rate that more may exceed: 2 bits a pixel.
  private static let mostPixels = ["vp8": 10e6, "vp9": 10e6]

  /// Creates the tolerance for a track of a result with a number of `pixels` in a frame.
  ///
  /// Returns nil if the quality is unknown, as the result has another codec, given settings, or too many pixels.
  init?(_ planned: Plan.Track, found: Plan.Track, pixels: Int) {
    guard Self.codecs.contains(planned.codec), let caps = try? Caps(found.sourceCodec),
      Codec.matching(caps)?.name == planned.codec, let quality = planned.declaredQuality
    else { return nil }
    if let most = Self.mostPixels[planned.codec] {
      guard let frames = planned.frames, planned.duration > 0,
        Double(pixels) * Double(frames) / planned.duration < most
      else { return nil }
    }
    isSmall = quality == .small
    (blocks, shift) = isSmall ? (.small, 2) : (.good, 1.5)
  }
}

extension Plan.Track {
  /// The quality at which the plan encodes the video; nil if encoder settings were given, or a bit rate decides.
  fileprivate var declaredQuality: EncodingQuality? {
    guard let encoder, preset == nil,
      let used = Codec.named(codec)?.encoders.first(where: { encoder.hasPrefix($0.factory) })
    else { return nil }
    let name = { (property: Substring) in property.prefix { $0 != "=" } }
    let varying = Set(
      (used.smallProperties + " " + used.bestProperties).split(separator: " ").map(name)
    )
    guard !varying.contains("bitrate") else { return nil }
    let given = Set(encoder.split(separator: " "))
    return [EncodingQuality.best, .good, .small].first { quality in
      used.properties(quality).split(separator: " ")
        .allSatisfy { !varying.contains(name($0)) || given.contains($0) }
    }
  }
}
