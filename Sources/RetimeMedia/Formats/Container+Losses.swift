// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

// What muxers take although their files do not keep it, found by reading results with ffmpeg 5.1.

extension Container {
  /// The streams that a muxer's files do not keep, as caps.
  private static let unkept = [
    // It lacks the configuration of RealVideo, without which other programs do not decode it.
    "matroskamux": "video/x-pn-realvideo",
    // Other programs read 8 bits as 16, and know only four formats of raw frames.
    "mxfmux": "audio/x-raw, format=(string)U8; video/x-raw, format=(string){ RGBx, BGRx, xRGB, "
      + "xBGR, ARGB, ABGR, AYUV, v308, UYVY, YUY2 }",
    // Blocks are counted wrongly, so that samples at the end are lost.
    "qtmux": "audio/x-adpcm",
  ]

  /// The muxers whose files are incomplete, with the reason and what to do.
  static let faultyMuxers = [
    "asfmux":
      "other programs find neither the last frame nor all audio in its files; name avmux_asf, which writes wmv"
  ]

  /// The streams that the muxer takes and its files keep, as caps; nil without a muxer.
  var sinkCaps: Caps? { keptCaps ?? installedMuxer?.sinkCaps }

  /// The streams that its files keep, as caps; nil if they keep all that the muxer takes.
  var keptCaps: Caps? {
    guard let muxer = installedMuxer, let unkept = Self.unkept[muxer.name] else { return nil }
    return (try? Caps(unkept)).map(muxer.sinkCaps.subtracting)
  }

  /// Returns the caps of raw frames or samples for the muxer; nil if all that it takes are kept.
  ///
  /// `format`: that of the samples, of which the smallest is chosen that holds every value.
  func rawCaps(holding format: SampleFormat?) -> Caps? {
    guard let kept = keptCaps, let format else { return keptCaps }
    return format.holders.lazy.compactMap { try? Caps("audio/x-raw, format=(string)\($0)") }
      .first(where: kept.canIntersect) ?? kept
  }
}
