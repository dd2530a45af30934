// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Pad {
  /// Restores the container's pixel aspect ratio, if it states one, in the caps of parsed MPEG video.
  ///
  /// `mpegvideoparse` replaces it by that of the stream's header, which players use only where the
  /// container states none.
  func keepPixelShape(of sink: Pad) {
    let field = "pixel-aspect-ratio"
    changeCaps { caps in
      guard let shape = sink.currentCaps?.fraction(field) else { return caps }
      let text = "(fraction)\(shape.numerator)/\(shape.denominator)"
      return (try? caps.setting([field: text])) ?? caps
    }
  }

  /// Makes a negative pixel aspect ratio positive.
  ///
  /// `avidemux` computes it with the frame height, which is negative for RGB stored from top to
  /// bottom.
  func correctNegativeAspect() {
    let field = "pixel-aspect-ratio"
    changeCaps { caps in
      guard let shape = caps.fraction(field), shape.numerator < 0 else { return caps }
      let text = "(fraction)\(-shape.numerator)/\(shape.denominator)"
      return (try? caps.setting([field: text])) ?? caps
    }
  }
}
