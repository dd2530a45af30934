// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Pad {
  /// Makes the caps of parsed MPEG video say the pixel shape that the container states, where it states one.
  ///
  /// `mpegvideoparse` replaces it by that of the stream's header, which players take only where the container is silent.
  func keepPixelShape(of sink: Pad) {
    let field = "pixel-aspect-ratio"
    changeCaps { caps in
      guard let shape = sink.currentCaps?.fraction(field) else { return caps }
      let text = "(fraction)\(shape.numerator)/\(shape.denominator)"
      return (try? caps.setting([field: text])) ?? caps
    }
  }
}
