// SPDX-License-Identifier: MPL-2.0

extension Plan {
  /// The part of a file's decoded audio that is played, as in the LAME extension of the Xing header.
  public struct Gapless: Sendable, Equatable, Codable {
    /// The frames of silence before the audio, without the decoder's own delay.
    public var encoderDelay: Int
    /// The number of frames that are played.
    public var frames: Int
    /// The encoder, in 9 ASCII characters.
    public var encoder: String
  }
}
