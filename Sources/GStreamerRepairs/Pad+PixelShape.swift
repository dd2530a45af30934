// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Pad {
  /// Restores the container's pixel aspect ratio, if it states one, in the caps of parsed MPEG video.
  ///
  /// `mpegvideoparse` replaces it by that of the stream's header, which players use only where the
  /// container states none.
  func keepPixelShape(of sink: Pad) {
    changeCaps { caps in
      guard let shape = sink.currentCaps?.pixelShape else { return caps }
      return caps.setting(shape)
    }
  }

  /// Makes a negative pixel aspect ratio positive.
  ///
  /// `avidemux` computes it with the frame height, which is negative for RGB stored from top to
  /// bottom.
  func correctNegativeAspect() {
    changeCaps { caps in
      guard let shape = caps.pixelShape, shape.numerator < 0 else { return caps }
      return caps.setting((-shape.numerator, shape.denominator))
    }
  }
}

extension Caps {
  private static let field = "pixel-aspect-ratio"

  /// The pixel aspect ratio; nil where none is stated.
  fileprivate var pixelShape: (numerator: Int, denominator: Int)? { fraction(Self.field) }

  /// Returns these caps with another pixel aspect ratio.
  fileprivate func setting(_ shape: (numerator: Int, denominator: Int)) -> Caps {
    let text = "(fraction)\(shape.numerator)/\(shape.denominator)"
    return (try? setting([Self.field: text])) ?? self
  }
}
