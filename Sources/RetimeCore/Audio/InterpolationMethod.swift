// SPDX-License-Identifier: MPL-2.0

/// How sound is computed between the source's frames.
public enum InterpolationMethod: String, CaseIterable, Sendable, Codable {
  /// Band-limited: the sound itself, up to half the sample rate; what would fold back when it gets faster is left out.
  case sinc
  /// On the line between two frames; positions are spread evenly.
  case linear
  /// On the line between two frames; when stretching, positions are eased by smoothstep from each frame to the next,
  /// otherwise spread evenly.
  case smooth
}

extension InterpolationMethod {
  /// How many source frames after the one at or before a position must have come for it to be computed.
  ///
  /// `speed`: the greatest, in source frames for each output frame.
  public func lookahead(atSpeed speed: Double) -> Int {
    self == .sinc ? SincBank.reach(at: speed).after + 1 : LinearKernel.reach.after
  }
}
