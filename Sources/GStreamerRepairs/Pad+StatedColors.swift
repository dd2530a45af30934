// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

extension Pad {
  /// Makes the caps of H.264, HEVC, AV1 and VP8 say the colours that these streams state, where a demuxer says others.
  ///
  /// `qtdemux` takes `colr` of QuickTime, which has no range, for limited range, and has no colours of AV1 without `colr`;
  /// parsers and decoders believe the caps more than the stream, and every other player the stream more than the container.
  func tellStatedColors() {
    changeCaps { caps in
      let given = caps.string("colorimetry").flatMap { Colorimetry($0) }
      guard let stated = SequenceColors(caps), given != nil || caps.name == "video/x-av1" else {
        return caps
      }
      let colors = Colorimetry(given, correctedBy: stated)
      guard colors != given else { return caps }
      return (try? caps.setting(["colorimetry": "(string)\(colors.text)"])) ?? caps
    }
  }
}

extension SequenceColors {
  /// The colours that a stream with these caps states; nil where the caps have no header.
  fileprivate init?(_ caps: Caps) {
    if caps.name == "video/x-vp8" {
      self = .vp8
      return
    }
    guard let data = caps.bytes("codec_data") else { return nil }
    switch caps.name {
    case "video/x-h264": self.init(h264: data)
    case "video/x-h265": self.init(hevc: data)
    case "video/x-av1": self.init(av1: data)
    default: return nil
    }
  }
}

extension Colorimetry {
  /// A container's colours, if it has some, with what the stream states itself.
  init(_ given: Colorimetry?, correctedBy stated: SequenceColors) {
    let unspecified = Self.unspecified
    self = given ?? .unstated(isFullRange: nil)
    isFullRange = stated.isFullRange
    guard let description = stated.description else { return }
    if description.matrix != unspecified { matrix = description.matrix }
    if description.transfer != unspecified { transfer = description.transfer }
    if description.primaries != unspecified { primaries = description.primaries }
  }
}
