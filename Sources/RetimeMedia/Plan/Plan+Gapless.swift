// SPDX-License-Identifier: MPL-2.0

extension Plan {
  /// What of a file's decoded sound is heard, as LAME's extension of Xing's header says it.
  public struct Gapless: Sendable, Equatable, Codable {
    /// Frames of silence before the sound, a decoder's own delay not counted.
    public var encoderDelay: Int
    /// Frames that are heard.
    public var frames: Int
    /// The encoder, in nine characters of ASCII.
    public var encoder: String
  }
}
