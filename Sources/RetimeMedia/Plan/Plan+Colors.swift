// SPDX-License-Identifier: MPL-2.0

extension Plan {
  /// What the numbers of a track's pictures mean, and what becomes of it; texts are GStreamer's.
  public struct Colors: Sendable, Equatable, Codable {
    /// The format of decoded pictures, such as "I420_10LE".
    public var format: String
    /// Range, matrix, transfer and primaries, such as "bt2100-pq"; nil where nothing says.
    public var colorimetry: String?
    /// Where chroma samples lie; nil where nothing says.
    public var chromaSite: String?
    /// The display that HDR was made on: its primaries, white and luminances; nil where nothing says.
    public var masteringDisplay: String?
    /// The brightest pixel and the brightest mean of a picture in nits, as "1000:400"; nil for none.
    public var contentLight: String?
    /// Range, matrix, transfer and primaries of what the encoder gets, where they are others.
    public var encoded: String?
    /// The caps that pictures are brought to before the encoder, one after the other.
    public var encoderForms: [String]
    /// What is written into packets whose encoder does not describe them: "vp9" or "prores"; nil for none.
    public var stamp: String?
  }
}

extension Plan.Colors {
  /// What caps must say that a decoder leaves out, or gets wrong.
  var fields: [(name: String, value: String)] {
    [
      ("colorimetry", colorimetry), ("chroma-site", chromaSite),
      ("mastering-display-info", masteringDisplay), ("content-light-level", contentLight),
    ].compactMap { name, value in value.map { (name, "(string)\($0)") } }
  }
}
