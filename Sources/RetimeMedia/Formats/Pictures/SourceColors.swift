// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles

/// What the pictures of a source are like, of all that says something of it.
struct SourceColors {
  /// The format of decoded pictures.
  var format: VideoFormat
  /// Range, matrix, transfer and primaries.
  var colorimetry: Colorimetry?
  /// Whether the source itself says so; otherwise a decoder has guessed.
  let isDescribed: Bool
  /// GStreamer's texts of the siting, the mastering display and the light level.
  var chromaSite: String?, masteringDisplay: String?, contentLight: String?
  /// Whether pictures are of two fields each, as far as the first one says.
  let isInterlaced: Bool
  /// Which field is shown first, by the container, where the stream does not say it to its decoder; nil elsewhere.
  let fieldOrder: FieldOrder?
  /// Lines of a picture.
  let height: Int?
  /// Width of a pixel over its height.
  let pixelAspectRatio: (numerator: Int, denominator: Int)?

  /// What the caps of a decoded picture say, those of the encoded stream, and the file's own header.
  ///
  /// Gives nil when no picture could be decoded.
  ///
  /// `fieldOrder`: which field the container says is shown first.
  init?(picture: Caps, encoded: Caps, movie: MovieColors?, fieldOrder: FieldOrder? = nil) {
    guard let format = VideoFormat(picture) else { return nil }
    self.format = format
    let (height, isNamed) = (picture.int("height"), encoded.has("colorimetry"))
    var colorimetry = Colorimetry(picture)
    if !isNamed, !format.isRGB,
      colorimetry ?? .guess(height: height) == .guess(height: height)
    {
      colorimetry = .unstated
    }
    // qtdemux of GStreamer 1.22 reads the colours of a "colr" atom and not its range.
    if Repair.colorRange.isNeeded, movie?.isFullRange == true, colorimetry?.isFullRange == false {
      colorimetry?.isFullRange = true
    }
    isDescribed = isNamed || movie?.isFullRange != nil
    self.colorimetry = colorimetry
    chromaSite = picture.string("chroma-site")
    let field = { (name: String) in picture.string(name) ?? encoded.string(name) }
    masteringDisplay = field("mastering-display-info") ?? movie?.masteringDisplay
    contentLight = field("content-light-level") ?? movie?.contentLight
    self.fieldOrder = Self.statesFields(encoded.name) ? nil : fieldOrder
    isInterlaced =
      self.fieldOrder != nil
      || ["interleaved", "mixed"].contains(picture.string("interlace-mode") ?? "")
    self.height = height
    pixelAspectRatio = picture.fraction("pixel-aspect-ratio")
  }

  /// Whether the streams of a codec say themselves which field is shown first, and their decoders pass it on.
  private static func statesFields(_ codec: String) -> Bool {
    [
      "video/x-h264", "video/x-h265", "video/mpeg", "video/x-prores", "video/x-dnxhd", "video/x-dv",
      "video/x-wmv",
    ].contains(codec)
  }

  /// The colours for converters and encoders: `colorimetry`, with the matrix that players assume where none is stated.
  ///
  /// GStreamer's elements drop the whole description of YUV without a matrix, the range with it.
  var assumed: Colorimetry? {
    format.isRGB ? colorimetry : colorimetry?.assumingMatrix(height: height)
  }

  /// Whether the pictures are YUV and nothing states their matrix.
  var lacksMatrix: Bool {
    colorimetry?.matrix == Colorimetry.unspecified && !format.isRGB
  }

  /// The transfer function, if it is one of HDR.
  var hdr: HDRTransfer? { colorimetry.flatMap { HDRTransfer(rawValue: $0.transfer) } }

  /// A name of what the description says, for people.
  var name: String {
    guard let colorimetry else { return "unknown" }
    let light = hdr?.name ?? colorimetry.text
    return hdr == nil ? light : "\(light)\(colorimetry.primaries == 9 ? ", BT.2020" : "")"
  }
}

/// The transfer functions of HDR, by H.273's code points.
enum HDRTransfer: Int, Sendable {
  /// SMPTE ST 2084.
  case pq = 16
  /// ARIB STD-B67.
  case hlg = 18

  /// What people call it.
  var name: String { self == .pq ? "PQ" : "HLG" }
}
