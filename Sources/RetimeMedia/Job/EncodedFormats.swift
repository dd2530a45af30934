// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers

extension Plan.Track {
  /// Whether the encoder gets frames without the transparency of the source, as the plan says.
  var losesAlpha: Bool {
    !encodedFormats.isEmpty && !encodedFormats.contains(where: \.hasAlpha)
  }

  /// Whether the encoder gets YUV where the source may have RGB.
  var encodesYUV: Bool {
    !encodedFormats.isEmpty && encodedFormats.allSatisfy { !$0.isRGB }
  }

  /// Whether the encoder gets another range or matrix than that of `caps`, so that values are rounded twice.
  func changesColors(_ caps: Caps) -> Bool {
    guard let wanted = Colorimetry(caps),
      let encoded = (video?.colors?.encoded).flatMap({ Colorimetry($0) })
    else { return false }
    return wanted.matrix != encoded.matrix || wanted.isFullRange != encoded.isFullRange
  }

  /// The formats of which the encoder gets one; empty if it gets the source's.
  private var encodedFormats: [VideoFormat] {
    guard let form = video?.colors?.encoderForms.last, let caps = try? Caps(form) else { return [] }
    return VideoFormat.allowed(by: caps)
  }
}
