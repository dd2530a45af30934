// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Colorimetry {
  /// YUV of which nothing is stated: limited range, which everything assumes.
  static let unstated = Self.unstated(isFullRange: false)

  /// The matrix for which players take that of a picture where nothing states it: BT.601's up to 576 lines, BT.709's above.
  static func usualMatrix(height: Int?) -> Int { (height ?? 0) > 576 ? 1 : 6 }

  /// The colorimetry that GStreamer's decoders give YUV of which nothing is stated.
  static func guess(height: Int?) -> Colorimetry {
    Colorimetry(usualMatrix(height: height) == 1 ? "bt709" : "bt601") ?? .unstated
  }

  /// The same, with the matrix that players assume where none is stated: BT.2020's for its primaries, else
  /// ``usualMatrix(height:)``.
  func assumingMatrix(height: Int?) -> Colorimetry {
    guard matrix == Self.unspecified else { return self }
    var colors = self
    colors.matrix = primaries == 9 ? 9 : Self.usualMatrix(height: height)
    return colors
  }

  /// The colorimetry, at 12 bits, by way of which `videoconvert` changes samples rightly to `other`.
  ///
  /// That of GStreamer 1.22 leaves the range as it is where both matrices are the same, and is up to 3 levels of 255 off where
  /// it changes 8 bits.
  func way(to other: Colorimetry) -> Colorimetry {
    var way = self
    if matrix == 0 || matrix == other.matrix { way.matrix = other.matrix == 1 ? 6 : 1 }
    return way
  }
}

extension Caps {
  /// Raw video caps with the matrix that players assume, where they state none.
  ///
  /// `GstVideoInfo` replaces the whole colorimetry of YUV without a matrix, the range with it, so such caps must not
  /// reach an element that converts.
  var assumingMatrix: Caps {
    guard let format = VideoFormat(self), !format.isRGB else { return self }
    let own = Colorimetry(self)
    let assumed = (own ?? .unstated).assumingMatrix(height: int("height"))
    guard assumed != own else { return self }
    return (try? setting(["colorimetry": "(string)\(assumed.text)"])) ?? self
  }
}
