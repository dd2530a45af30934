// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

extension Pad {
  /// Makes the caps of H.264, HEVC and VP8 say the colours that these streams state, where a demuxer says others.
  ///
  /// `qtdemux` takes `colr` of QuickTime, which has no range, for limited range; parsers and decoders believe the caps
  /// more than the stream, and every other player the stream more than the container.
  func tellStatedColors() {
    changeCaps { caps in
      guard let text = caps.string("colorimetry"), let given = Colorimetry(text),
        case let colors = given.corrected(by: caps), colors != given
      else { return caps }
      return (try? caps.setting(["colorimetry": "(string)\(colors.text)"])) ?? caps
    }
  }
}

extension Colorimetry {
  /// A container's colours, with what the stream of these caps states itself.
  fileprivate func corrected(by caps: Caps) -> Colorimetry {
    var colors = self
    // VP8 has one form alone (RFC 6386, section 9.2).
    if caps.name == "video/x-vp8" { (colors.isFullRange, colors.matrix) = (false, 6) }
    guard let data = caps.bytes("codec_data"),
      let stated = caps.name == "video/x-h264"
        ? SequenceColors(h264: data)
        : caps.name == "video/x-h265" ? SequenceColors(hevc: data) : nil
    else { return colors }
    colors.isFullRange = stated.isFullRange
    guard let description = stated.description else { return colors }
    let unspecified = Colorimetry.unspecified
    if description.matrix != unspecified { colors.matrix = description.matrix }
    if description.transfer != unspecified { colors.transfer = description.transfer }
    if description.primaries != unspecified { colors.primaries = description.primaries }
    return colors
  }
}
