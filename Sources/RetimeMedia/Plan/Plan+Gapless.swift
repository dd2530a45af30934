// SPDX-License-Identifier: MPL-2.0

extension Plan {
  /// The part of a file's decoded sound that is played, as in LAME's extension of Xing's header.
  public struct Gapless: Sendable, Equatable, Codable {
    /// Frames of silence before the sound, a decoder's own delay not counted.
    public var encoderDelay: Int
    /// Frames that are heard.
    public var frames: Int
    /// The encoder, in nine characters of ASCII.
    public var encoder: String
  }
}
