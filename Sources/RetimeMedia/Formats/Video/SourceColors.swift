// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles

/// The video format and colorimetry of a source, combined from its stream, decoder and container.
struct SourceColors {
  /// The format of decoded frames.
  var format: VideoFormat
  /// The range, matrix, transfer and primaries.
  var colorimetry: Colorimetry?
  /// Whether the source states the colorimetry; otherwise a decoder has guessed it.
  let isDescribed: Bool
  /// The chroma siting, mastering display and content light level, in GStreamer's text form.
  var chromaSite: String?, masteringDisplay: String?, contentLight: String?
  /// Whether frames have two fields each, according to the first one.
  let isInterlaced: Bool
  /// The field order from the container, if the codec does not state it to its decoder; nil otherwise.
  let fieldOrder: FieldOrder?
  /// The field order of interlaced video, from the container or the first frame; nil if neither states it.
  let order: FieldOrder?
  /// The number of lines of a frame.
  let height: Int?
  /// The pixel aspect ratio: width over height.
  let pixelAspectRatio: (numerator: Int, denominator: Int)?

  /// Combines the caps of a decoded frame, those of the encoded stream, and the file's own header.
  ///
  /// Returns nil when no frame could be decoded.
  ///
  /// `fieldOrder`: the container's field order.
  /// `stated`: the container's description of the track.
  init?(
    picture: Caps,
    encoded: Caps,
    movie: MovieColors?,
    fieldOrder: FieldOrder? = nil,
    stated: StatedVideo? = nil
  ) {
    guard let format = VideoFormat(picture) else { return nil }
    self.format = format
    let (height, isStated) = (picture.int("height"), stated?.hasColors == true)
    let isNamed = encoded.has("colorimetry")
    var colorimetry = Colorimetry(picture)
    if !isNamed, !format.isRGB,
      colorimetry ?? .guess(height: height) == .guess(height: height)
    {
      colorimetry = .unstated(isFullRange: format.isGray && colorimetry == nil)
    }
    // qtdemux of GStreamer 1.22 reads the colours of a "colr" box but not its range.
    if Repair.colorRange.isNeeded, movie?.isFullRange == true, colorimetry?.isFullRange == false {
      colorimetry?.isFullRange = true
    }
    isDescribed = isNamed || isStated || movie?.isFullRange != nil
    if let stated, isStated {
      colorimetry = Self.colors(
        colorimetry,
        stated,
        of: encoded.name,
        isRGB: format.isRGB,
        height: height
      )
    }
    self.colorimetry = colorimetry
    chromaSite = picture.string("chroma-site")
    let field = { (name: String) in picture.string(name) ?? encoded.string(name) }
    masteringDisplay = field("mastering-display-info") ?? movie?.masteringDisplay
    contentLight = field("content-light-level") ?? movie?.contentLight
    self.fieldOrder = Self.statesFields(encoded.name) ? nil : fieldOrder
    order =
      self.fieldOrder ?? picture.string("field-order").flatMap { FieldOrder(rawValue: $0) }
    isInterlaced =
      self.fieldOrder != nil
      || ["interleaved", "mixed"].contains(picture.string("interlace-mode") ?? "")
    self.height = height
    pixelAspectRatio = picture.fraction("pixel-aspect-ratio")
  }

  /// Returns the colorimetry of decoded frames, completed from the container.
  ///
  /// The container counts where the stream cannot state the colorimetry, and its decoder leaves it out or
  /// assumes one.
  private static func colors(
    _ decoded: Colorimetry?,
    _ stated: StatedVideo,
    of codec: String,
    isRGB: Bool,
    height: Int?
  ) -> Colorimetry? {
    guard var colors = decoded, !["video/x-h264", "video/x-h265"].contains(codec) else {
      return decoded
    }
    let unspecified = Colorimetry.unspecified
    if colors.matrix == unspecified, stated.matrix == Colorimetry.guess(height: height).matrix {
      colors.matrix = stated.matrix ?? unspecified
    }
    if isRGB || colors.transfer == unspecified {
      colors.transfer = stated.transfer ?? colors.transfer
    }
    if isRGB || colors.primaries == unspecified {
      colors.primaries = stated.primaries ?? colors.primaries
    }
    return colors
  }

  /// Returns whether a codec's streams state the field order and its decoders report it.
  private static func statesFields(_ codec: String) -> Bool {
    [
      "video/x-h264", "video/x-h265", "video/mpeg", "video/x-prores", "video/x-dnxhd", "video/x-dv",
      "video/x-wmv",
    ].contains(codec)
  }

  /// The colorimetry for converters and encoders, with the matrix that players assume if none is stated.
  ///
  /// GStreamer's elements drop the whole colorimetry of YUV without a matrix, including the range.
  var assumed: Colorimetry? {
    format.isRGB ? colorimetry : colorimetry?.assumingMatrix(height: height)
  }

  /// Whether the video is YUV without a stated matrix.
  var lacksMatrix: Bool {
    colorimetry?.matrix == Colorimetry.unspecified && !format.isRGB
  }

  /// The transfer function, if it is one of HDR.
  var hdr: HDRTransfer? { colorimetry.flatMap { HDRTransfer(rawValue: $0.transfer) } }

  /// The name of the colorimetry, for messages.
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

  /// The common name.
  var name: String { self == .pq ? "PQ" : "HLG" }
}
