// SPDX-License-Identifier: MPL-2.0

extension Plan {
  /// The part of a file's decoded audio that is played, as in the LAME extension of the Xing header.
  package struct Gapless: Sendable, Equatable, Codable {
    /// The frames of silence before the audio, without the decoder's own delay.
    package var encoderDelay: Int
    /// The number of frames that are played.
    package var frames: Int
    /// The encoder, in 9 ASCII characters.
    package var encoder: String
  }
}
