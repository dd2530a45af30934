// SPDX-License-Identifier: MPL-2.0

/// A shutter that is open for part of a frame's duration, and so determines the motion blur.
///
/// A frame is the mean of samples spaced evenly over the time that the shutter is open, from the
/// frame's start. An opening of 180°, half a turn of the shutter disc, is usual in film.
public struct MotionBlur: Hashable, Sendable {
  /// The shutter angle in degrees: above 0, at most 360.
  public let angle: Int

  /// Creates a shutter with an angle in degrees; nil if that is not 1 to 360.
  public init?(angle: Int) {
    guard (1...360).contains(angle) else { return nil }
    self.angle = angle
  }

  /// The division of a frame's duration.
  package struct Exposure: Hashable, Sendable {
    /// The number of parts of a frame's duration, and of those, from the first on, in which the shutter is open.
    package let parts: Int, open: Int
  }

  /// Returns the exposure for frames at a rate that show up to `sourcePictures` source frames each: 16 to 256 samples.
  ///
  /// There are fewer, down to a single one, if the rate of the parts would not fit 32-bit terms.
  package func exposure(sourcePictures: Double, frameRate: FrameRate) -> Exposure {
    let share = Double(angle) / 360
    let wanted = sourcePictures.isFinite ? sourcePictures * share : 256
    var open = Int(min(max(16, wanted.rounded(.up)), 256))
    while open > 0 {
      let parts = max(open, Int((Double(open) / share).rounded()))
      if frameRate.divided(into: parts) != nil { return Exposure(parts: parts, open: open) }
      open /= 2
    }
    return Exposure(parts: 1, open: 1)
  }
}

extension MotionBlur: Codable {
  /// Decodes the angle.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.singleValueContainer()
    let angle = try values.decode(Int.self)
    guard let blur = MotionBlur(angle: angle) else {
      throw DecodingError.dataCorruptedError(
        in: values,
        debugDescription: "a shutter opens by 1 to 360 degrees, not \(angle)"
      )
    }
    self = blur
  }

  /// Encodes the angle.
  public func encode(to encoder: any Encoder) throws { try angle.encode(to: encoder) }
}
