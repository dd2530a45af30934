// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

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
    /// Range, matrix, transfer and primaries that the result states, where these differ from what the encoder gets: the
    /// matrix is unspecified in the source and stays so.
    public var stated: String?
    /// The colorimetry that the encoder is told right before it, so that it writes `stated`; nil for no other.
    public var told: String?
    /// The caps that pictures are brought to before the encoder, one after the other.
    public var encoderForms: [String]
    /// The caps in which pictures are taken because they are deinterlaced; nil for what the decoder gives.
    public var planarForm: String?
    /// How HDR becomes SDR before all that; nil where pictures stay what they are.
    public var toneMapping: ToneMapping?
    /// What is written into packets whose encoder does not describe them; nil for none.
    public var stamp: ColorStamp?
  }

  /// What becomes of the fields of interlaced pictures.
  public enum Fields: String, Sendable, Codable {
    /// Each picture becomes a whole one, of its first field.
    case whole
    /// The same, of pictures too that do not say that they have fields.
    case forced
    /// They stay as they are.
    case kept
    /// They stay, in the opposite order, because they are played backwards.
    case turned
  }

  /// How HDR pictures become SDR.
  public struct ToneMapping: Sendable, Equatable, Codable {
    /// The caps in which pictures are taken.
    public var form: String
    /// How their numbers become light.
    public var curve: LightCurve
    /// What red, green and blue are.
    public var primaries: RGBPrimaries
    /// The brightest light in nits, which becomes white.
    public var peakNits: Double
  }
}

extension Plan.Colors {
  /// The fields of caps that HDR alone has.
  static let hdrFields = ["mastering-display-info", "content-light-level"]

  /// What caps must say that a decoder leaves out, or gets wrong.
  var fields: [(name: String, value: String)] {
    [
      ("colorimetry", colorimetry), ("chroma-site", chromaSite),
      (Self.hdrFields[0], masteringDisplay), (Self.hdrFields[1], contentLight),
    ].compactMap { name, value in value.map { (name, "(string)\($0)") } }
  }
}
