// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The range, matrix, transfer and primaries of video, in code points of ITU-T H.273.
///
/// The code point 2 means unspecified.
public struct Colorimetry: Sendable, Equatable {
  /// Whether the range is full rather than limited; nil where it is not stated.
  public var isFullRange: Bool?
  /// The code point of the matrix between RGB and luma with colour differences.
  public var matrix: Int
  /// The code point of the transfer function.
  public var transfer: Int
  /// The code point of the primaries.
  public var primaries: Int

  /// The code point of an unspecified matrix, transfer function or primaries.
  public static let unspecified = 2

  /// Returns the colorimetry of YUV with nothing stated except the range.
  public static func unstated(isFullRange: Bool?) -> Colorimetry {
    Colorimetry(
      isFullRange: isFullRange,
      matrix: unspecified,
      transfer: unspecified,
      primaries: unspecified
    )
  }

  /// Creates a colorimetry from its parts.
  public init(isFullRange: Bool?, matrix: Int, transfer: Int, primaries: Int) {
    (self.isFullRange, self.matrix) = (isFullRange, matrix)
    (self.transfer, self.primaries) = (transfer, primaries)
  }

  /// Parses GStreamer's text, such as "bt709" or "2:4:5:1"; nil for other text.
  ///
  /// Wraps `gst_video_colorimetry_from_string`.
  public init?(_ text: String) {
    var raw = GstVideoColorimetry()
    guard unsafe gst_video_colorimetry_from_string(&raw, text) != 0 else { return nil }
    isFullRange =
      switch raw.range {
      case GST_VIDEO_COLOR_RANGE_0_255: true
      case GST_VIDEO_COLOR_RANGE_16_235: false
      default: nil
      }
    matrix = Int(gst_video_color_matrix_to_iso(raw.matrix))
    transfer = Int(gst_video_transfer_function_to_iso(raw.transfer))
    primaries = Int(gst_video_color_primaries_to_iso(raw.primaries))
  }

  /// Reads the colorimetry from raw video caps; nil where they have none.
  public init?(_ caps: Caps) {
    guard let text = caps.string("colorimetry") else { return nil }
    self.init(text)
  }

  /// The text in an encoder's caps that makes it write an unspecified matrix as "unspecified".
  ///
  /// `gst_video_info_from_caps` replaces a colorimetry whose matrix is
  /// `GST_VIDEO_COLOR_MATRIX_UNKNOWN`, including the range, and x264enc's `option-string` has no
  /// word for it. 7 is not a member of `GstVideoColorMatrix`, whose last is 6. It passes unchanged,
  /// and `gst_video_color_matrix_to_iso` returns 2, unspecified, for each unknown number.
  public var textWithoutMatrix: String {
    var parts = text.split(separator: ":").map(String.init)
    guard matrix == Self.unspecified, parts.count == 4 else { return text }
    parts[1] = "7"
    return parts.joined(separator: ":")
  }

  /// GStreamer's text.
  ///
  /// Wraps `gst_video_colorimetry_to_string`.
  public var text: String {
    var raw = GstVideoColorimetry(
      range: isFullRange.map { $0 ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235 }
        ?? GST_VIDEO_COLOR_RANGE_UNKNOWN,
      matrix: gst_video_color_matrix_from_iso(guint(clamping: matrix)),
      transfer: gst_video_transfer_function_from_iso(guint(clamping: transfer)),
      primaries: gst_video_color_primaries_from_iso(guint(clamping: primaries))
    )
    return unsafe String(taking: gst_video_colorimetry_to_string(&raw)) ?? ""
  }
}
