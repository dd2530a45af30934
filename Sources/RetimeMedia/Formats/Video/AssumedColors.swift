// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Colorimetry {
  /// The colorimetry of YUV that states none: limited range, the common default.
  static let unstated = Self.unstated(isFullRange: false)

  /// Returns the matrix that players assume where none is stated.
  ///
  /// It is BT.601's up to 576 lines, and BT.709's above.
  static func usualMatrix(height: Int?) -> Int { (height ?? 0) > 576 ? 1 : 6 }

  /// Returns the colorimetry that GStreamer's decoders give to YUV that states none.
  static func guess(height: Int?) -> Colorimetry {
    Colorimetry(usualMatrix(height: height) == 1 ? "bt709" : "bt601") ?? .unstated
  }

  /// Returns this colorimetry with the matrix that players assume where none is stated.
  ///
  /// It is BT.2020's for BT.2020's primaries, else ``usualMatrix(height:)``.
  func assumingMatrix(height: Int?) -> Colorimetry {
    guard matrix == Self.unspecified else { return self }
    var colors = self
    colors.matrix = primaries == 9 ? 9 : Self.usualMatrix(height: height)
    return colors
  }

  /// Returns the intermediate colorimetry, at 12 bits, for an exact `videoconvert` to `other`.
  ///
  /// GStreamer 1.22's `videoconvert` leaves the range unchanged where both matrices are the same,
  /// and is up to 3 levels of 255 off where it changes range or matrix at 8 bits.
  func way(to other: Colorimetry) -> Colorimetry {
    var way = self
    if matrix == 0 || matrix == other.matrix { way.matrix = other.matrix == 1 ? 6 : 1 }
    return way
  }
}

extension Caps {
  /// Raw video caps with the matrix that players assume where none is stated.
  ///
  /// `GstVideoInfo` replaces the whole colorimetry of YUV without a matrix, including the range.
  /// Such caps must not reach an element that converts.
  var assumingMatrix: Caps {
    guard let format = VideoFormat(self), !format.isRGB else { return self }
    let own = Colorimetry(self)
    // Grey without colorimetry is full range to GStreamer and FFmpeg.
    let given = own ?? .unstated(isFullRange: format.isGray)
    let assumed = given.assumingMatrix(height: int("height"))
    guard assumed != own else { return self }
    return (try? setting(["colorimetry": "(string)\(assumed.text)"])) ?? self
  }
}
