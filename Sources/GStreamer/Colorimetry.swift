// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// What the numbers of a picture mean: range, matrix, transfer and primaries, in the code points of
/// ITU-T H.273, where 2 stands for unspecified.
public struct Colorimetry: Sendable, Equatable {
  /// Whether black and white are the ends of the range; nil where it is not said.
  public var isFullRange: Bool?
  /// How luma and colour differences come of red, green and blue.
  public var matrix: Int
  /// How light becomes numbers.
  public var transfer: Int
  /// What red, green and blue are.
  public var primaries: Int

  /// The code point of a matrix, a transfer function or primaries that nothing states.
  public static let unspecified = 2

  /// YUV of which nothing but the range is stated.
  public static func unstated(isFullRange: Bool?) -> Colorimetry {
    Colorimetry(
      isFullRange: isFullRange,
      matrix: unspecified,
      transfer: unspecified,
      primaries: unspecified
    )
  }

  /// Its parts.
  public init(isFullRange: Bool?, matrix: Int, transfer: Int, primaries: Int) {
    (self.isFullRange, self.matrix) = (isFullRange, matrix)
    (self.transfer, self.primaries) = (transfer, primaries)
  }

  /// The meaning of GStreamer's text, such as "bt709" or "2:4:5:1"; nil for other text.
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

  /// The colorimetry that raw video caps give.
  public init?(_ caps: Caps) {
    guard let text = caps.string("colorimetry") else { return nil }
    self.init(text)
  }

  /// The text for an encoder's caps that makes it write "unspecified" for a matrix that is unspecified.
  ///
  /// `gst_video_info_from_caps` replaces a colorimetry whose matrix is `GST_VIDEO_COLOR_MATRIX_UNKNOWN`, the range with it,
  /// and x264enc's `option-string` has no word for it. 7 is no member of `GstVideoColorMatrix`, whose last is 6; it passes as
  /// it is, and `gst_video_color_matrix_to_iso` makes 2, unspecified, of each number that it does not know.
  public var textWithoutMatrix: String {
    var parts = text.split(separator: ":").map(String.init)
    guard matrix == Self.unspecified, parts.count == 4 else { return text }
    parts[1] = "7"
    return parts.joined(separator: ":")
  }

  /// GStreamer's text for it.
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
