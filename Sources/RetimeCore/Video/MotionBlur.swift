// SPDX-License-Identifier: MPL-2.0

/// For how much of a picture's time a shutter is open, and so how much of what moves is in it.
///
/// A picture is the mean of samples that lie evenly in the part of its time in which the shutter is open, from its
/// begin on. A disc with an opening of 180°, half of a turn, is what film is used to.
public struct MotionBlur: Hashable, Sendable {
  /// The opening in degrees: above 0, at most 360.
  public let angle: Int

  /// A shutter with an opening of so many degrees; nil when that is not 1 to 360.
  public init?(angle: Int) {
    guard (1...360).contains(angle) else { return nil }
    self.angle = angle
  }

  /// How the time of one picture is divided.
  public struct Exposure: Hashable, Sendable {
    /// Parts of a picture's time, and those from the first on in which the shutter is open.
    public let parts: Int, open: Int
  }

  /// The exposure for pictures at a rate that show up to so many source pictures each: 16 to 256 samples.
  ///
  /// There are fewer where the rate of the parts would have too many digits, down to a single one.
  public func exposure(sourcePictures: Double, frameRate: FrameRate) -> Exposure {
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
