// SPDX-License-Identifier: MPL-2.0

/// What a stream or a container can say of its pictures beside their size and time.
///
/// The tables say it of what GStreamer 1.22 writes, not of what a standard allows; `docs/color.md` has
/// the measurements.
struct PictureFacets: OptionSet, Sendable {
  let rawValue: Int

  /// The matrix between RGB and YUV.
  static let matrix = PictureFacets(rawValue: 1)
  /// The transfer function, such as PQ, and the primaries.
  static let light = PictureFacets(rawValue: 2)
  /// Full or limited range.
  static let range = PictureFacets(rawValue: 4)
  /// The display that HDR was made on.
  static let mastering = PictureFacets(rawValue: 8)
  /// The brightest pixel and the brightest picture of HDR.
  static let lightLevel = PictureFacets(rawValue: 16)
  /// Where chroma samples lie.
  static let siting = PictureFacets(rawValue: 32)
  /// The shape of pixels.
  static let aspect = PictureFacets(rawValue: 64)

  /// That pictures are of two fields, and which is first.
  static let fields = PictureFacets(rawValue: 128)

  /// All that describes colours, without the metadata of HDR.
  static let colors: PictureFacets = [.matrix, .light, .range]
  /// All that describes HDR.
  static let hdr: PictureFacets = [.colors, .mastering, .lightLevel]
}

/// What is particular to an encoder's pictures.
struct PictureSupport: Sendable {
  /// What its stream says of them.
  var signals: PictureFacets = []
  /// The only YUV that its stream can mean; pictures are converted to it.
  var form = Form.any
  /// The formats to give it, where it takes others too that would go wrong; nil for all it takes.
  var formats: [String]?
  /// The properties in place of the usual ones for pictures with transparency, if it keeps that.
  var transparentProperties: String?
  /// How it is told what the caps do not tell it.
  var options = Options.none
  /// What must be written into its packets, because it does not.
  var stamp: ColorStamp?

  /// A form that a codec fixes.
  enum Form: Sendable {
    /// Range and matrix are free.
    case any
    /// Limited range.
    case limited
    /// Limited range, and the matrix that players guess by the size: BT.601's up to 576 lines, BT.709's above.
    case limitedGuessed
    /// Limited range, and BT.601's matrix, for which streams that state none are taken.
    case limitedUnstated
    /// Limited range and BT.601's matrix.
    case limited601
    /// Full range and BT.601's matrix, JPEG's.
    case full601
  }

  /// The syntax of an encoder's `option-string`.
  enum Options: Sendable { case none, x264, x265 }
}
