// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

extension Plan {
  /// The colour properties of a video track's frames, and their conversion, in GStreamer's notation.
  package struct Colors: Sendable, Equatable, Codable {
    /// The pixel format of decoded frames, such as "I420_10LE".
    package var format: String
    /// Range, matrix, transfer and primaries, such as "bt2100-pq"; nil if unknown.
    package var colorimetry: String?
    /// The chroma siting; nil if unknown.
    package var chromaSite: String?
    /// The mastering display of HDR: its primaries, white point and luminances; nil if unknown.
    package var masteringDisplay: String?
    /// The maximum content light level and frame-average light level in nits, as "1000:400"; nil for none.
    package var contentLight: String?
    /// The colorimetry of the encoder's input; nil if it is the source's.
    package var encoded: String?
    /// The colorimetry that the result states; nil if it is that of the encoder's input.
    ///
    /// It differs if the matrix is unspecified in the source, and stays so.
    package var stated: String?
    /// The colorimetry set right before the encoder, so that the encoder writes `stated`; nil for no change.
    package var told: String?
    /// The caps to which frames are converted before the encoder, in order.
    package var encoderForms: [String]
    /// The mode in which `videoconvert` resamples chroma for the encoder; nil for its default.
    package var chromaMode: String?
    /// The caps in which frames are deinterlaced; nil for the decoder's output caps.
    package var planarForm: String?
    /// The tone mapping from HDR to SDR, before the conversions for the encoder; nil for none.
    package var toneMapping: ToneMapping?
    /// The colour description written into packets whose encoder writes none; nil for none.
    package var stamp: ColorStamp?
  }

  /// The handling of the fields of interlaced frames.
  package enum Fields: String, Sendable, Codable {
    /// Each interlaced frame becomes a progressive one, from its first field.
    case whole
    /// Each frame is deinterlaced, even if it is not marked as interlaced.
    case forced
    /// Frames stay interlaced.
    case kept
    /// Frames stay interlaced, with the opposite field order, because they are played backwards.
    case turned
  }

  /// A tone mapping from HDR to SDR.
  package struct ToneMapping: Sendable, Equatable, Codable {
    /// The caps of the input.
    package var form: String
    /// The transfer curve, which maps code values to light.
    package var curve: TransferFunction
    /// The primaries: the colours of red, green and blue.
    package var primaries: RGBPrimaries
    /// The peak luminance in nits, which becomes white.
    package var peakNits: Double
  }
}

extension Plan.Colors {
  /// The caps fields that only HDR has.
  static let hdrFields = ["mastering-display-info", "content-light-level"]

  /// The values of caps fields that decoders leave out or get wrong.
  var fields: [(name: String, value: String)] {
    [
      ("colorimetry", colorimetry), ("chroma-site", chromaSite),
      (Self.hdrFields[0], masteringDisplay), (Self.hdrFields[1], contentLight),
    ].compactMap { name, value in value.map { (name, "(string)\($0)") } }
  }
}
