// SPDX-License-Identifier: MPL-2.0

/// The interpolation of audio between source frames.
public enum InterpolationMethod: String, CaseIterable, Sendable, Codable {
  /// Band-limited interpolation up to half the sample rate; frequencies that would alias at higher speeds are removed.
  case sinc
  /// Linear interpolation between two frames, at evenly spaced positions.
  case linear
  /// Linear interpolation between two frames, at eased positions.
  ///
  /// When the audio gets longer, positions are eased by smoothstep from each frame to the next;
  /// otherwise they are evenly spaced.
  case smooth
}

extension InterpolationMethod {
  /// Returns the number of source frames after the whole part of a position that its interpolation needs.
  ///
  /// `speed` is the highest speed, in source frames per output frame.
  package func lookahead(atSpeed speed: Double) -> Int {
    let reach = self == .sinc ? SincBank.reach(at: speed).after + 1 : LinearKernel.reach.after
    // Whether a stream has an output frame is known when the source has the next one's position.
    return max(reach, Int(min(speed.rounded(.up), 0x1p52)))
  }
}
