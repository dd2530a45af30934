// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

extension Pad {
  /// Sets the caps' colorimetry to that of the H.264, HEVC, AV1, VP8 or MPEG-2 stream where a demuxer's differs.
  ///
  /// `qtdemux` assumes limited range for QuickTime's `colr`, which has no range, and sets no
  /// colorimetry for AV1 without `colr`. Parsers and decoders prefer the caps to the stream; every
  /// other player prefers the stream to the container.
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
  /// Reads the colorimetry from the stream header in the caps; nil where there is none.
  fileprivate init?(_ caps: Caps) {
    if caps.name == "video/x-vp8" {
      self = .vp8
      return
    }
    if caps.name == "video/mpeg", let version = caps.int("mpegversion"), version < 4 {
      self = .limited
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
  /// Creates a container's colorimetry, if given, corrected by the stream's own.
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
