// SPDX-License-Identifier: MPL-2.0

extension Codec {
  /// The animated images, each of which is a codec and a container in one.
  static let animations: [Codec] = [
    animation("gif", Encoder(factory: "retimegifenc")),
    animation(
      "webp",
      Encoder(
        factory: "retimewebpenc",
        properties: "quality=90",
        smallProperties: "quality=75",
        bestProperties: "lossless=true"
      )
    ),
    animation("apng", Encoder(factory: "retimeapngenc"), opaque: ["RGB"]),
  ]

  /// Returns the codec of an animated image.
  ///
  /// `opaque`: the formats for video without transparency; nil for all that the encoder takes.
  private static func animation(
    _ name: String,
    _ encoder: Encoder,
    opaque: [String]? = nil
  ) -> Codec {
    var encoder = encoder
    encoder.pictures = VideoSupport(formats: opaque, transparentProperties: encoder.properties)
    return Codec(name: name, caps: "image/\(name)", encoders: [encoder])
  }
}
