// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Pad {
  /// Sets the colorimetry that the container states; removes it from uncompressed YUV if none is stated.
  ///
  /// For uncompressed YUV demuxers set the colorimetry that GStreamer assumes for the frame size. `qtdemux` ignores
  /// `colr` for it, and for codecs such as H.263.
  func setStatedColors(_ stated: Colorimetry?) {
    changeCaps { caps in
      let isRaw = caps.name == "video/x-raw" && VideoFormat(caps)?.isRGB == false
      guard isRaw || caps.name == "video/x-h263" && !caps.has("colorimetry") else { return caps }
      guard let stated else { return isRaw ? caps.removing("colorimetry") : caps }
      return (try? caps.setting(["colorimetry": "(string)\(stated.text)"])) ?? caps
    }
  }

  /// Sets the colorimetry of decoded frames to that of the encoded stream at `sink`, if it has one.
  ///
  /// `theoradec` replaces the container's by its own.
  func keepColors(of sink: Pad) {
    changeCaps { caps in
      guard let stated = sink.currentCaps?.string("colorimetry") else { return caps }
      return (try? caps.setting(["colorimetry": "(string)\(stated)"])) ?? caps
    }
  }
}
