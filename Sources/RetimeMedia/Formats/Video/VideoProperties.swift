// SPDX-License-Identifier: MPL-2.0

/// The video properties that a stream or a container can state, besides frame size and timing.
///
/// The tables describe the output of GStreamer 1.22, not what a standard allows; `docs/color.md`
/// has the measurements.
struct VideoProperties: OptionSet, Sendable {
  let rawValue: Int

  /// The matrix between RGB and YUV.
  static let matrix = VideoProperties(rawValue: 1)
  /// The transfer function, such as PQ, and the primaries.
  static let light = VideoProperties(rawValue: 2)
  /// Full or limited range.
  static let range = VideoProperties(rawValue: 4)
  /// The mastering display of HDR.
  static let mastering = VideoProperties(rawValue: 8)
  /// The maximum content and frame-average light levels of HDR.
  static let lightLevel = VideoProperties(rawValue: 16)
  /// The chroma siting.
  static let siting = VideoProperties(rawValue: 32)
  /// The pixel aspect ratio.
  static let aspect = VideoProperties(rawValue: 64)

  /// Interlacing and the field order.
  static let fields = VideoProperties(rawValue: 128)

  /// The colorimetry, without the metadata of HDR.
  static let colors: VideoProperties = [.matrix, .light, .range]
  /// The colorimetry and the metadata of HDR.
  static let hdr: VideoProperties = [.colors, .mastering, .lightLevel]
}

/// The video properties of an encoder and its stream.
struct VideoSupport: Sendable {
  /// The properties that the stream states.
  var signals: VideoProperties = []
  /// The only form of YUV that the stream can represent; frames are converted to it.
  var form = Form.any
  /// The formats to give it, if others that it takes have defects; nil for all that it takes.
  var formats: [String]?
  /// The properties that replace the default ones for video with transparency; nil if it keeps none.
  var transparentProperties: String?
  /// The syntax of options for what the caps do not convey.
  var options = Options.none
  /// The field that must be written into its packets, because the encoder does not.
  var stamp: ColorStamp?

  /// A range and a matrix that a codec fixes.
  enum Form: Sendable {
    /// Any range and matrix.
    case any
    /// Limited range.
    case limited
    /// Limited range, and the matrix that players infer from the size.
    ///
    /// It is BT.601's up to 576 lines, and BT.709's above.
    case limitedGuessed
    /// Limited range, and BT.601's matrix, which is assumed for streams that state none.
    case limitedUnstated
    /// Limited range and BT.601's matrix.
    case limited601
    /// Full range and BT.601's matrix, as in JPEG.
    case full601
  }

  /// The syntax of an encoder's `option-string`.
  enum Options: Sendable { case none, x264, x265 }
}
