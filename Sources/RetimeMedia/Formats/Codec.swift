// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// A way to encode pictures or sound, with the encoders that make it, the preferred one first.
struct Codec: Sendable {
  /// The name in plans and messages, such as "h264".
  let name: String
  /// The caps of its streams.
  let caps: String
  /// The encoders, as gst-launch descriptions; empty for a codec that needs none (PCM).
  let encoders: [Encoder]
  /// The element that puts the encoder's output into the form a muxer takes, if one is needed.
  ///
  /// Where none is needed none is used: GStreamer's video parsers lose the durations of uneven frames.
  var parser: String?
  /// The same for a stream that is kept as it is.
  var copyParser: String?
  /// What the caps of a copied stream must say besides for a muxer to take them.
  var copyField: (name: String, value: String)?
  /// Whether pictures may be decoded in another order than they are shown.
  var isReordered = false
  /// The containers that take it by their caps and yet do not hold it soundly in GStreamer 1.22.
  var refusedBy: [String] = []
  /// The containers to which it can be copied, and for which something else is better made.
  var unmadeFor: [String] = []
  /// Whether Retime makes it; otherwise it can only be kept.
  var isMade = true
  /// Whether few players show it with more than 8 bits: another codec goes first for such a source.
  var isRareWhenDeep = false
  /// Whether every sample of sound that its encoder takes comes back as it was.
  var isLossless = false

  /// Whether it is for pictures; otherwise for sound.
  var isVideo: Bool { !caps.hasPrefix("audio/") }

  /// An encoder with settings that aim at transparency: constant quality, not a low bit rate.
  struct Encoder: Sendable {
    /// The element's factory name.
    let factory: String
    /// Properties in gst-launch syntax; `docs/encoders.md` has the measurements behind them.
    var properties = ""
    /// Those that stand in their place for another quality; none where that changes nothing.
    var smallProperties = "", bestProperties = ""
    /// The bit rate of sound: the property's name, bits a second for each channel in its unit, and
    /// the most that it takes.
    var bitrate: (property: String, perChannel: Int, maximum: Int)?
    /// By how many sample frames the decoded sound comes later than what was encoded.
    var delayFrames = 0
    /// Frames of sound in one packet, for encoders that delay.
    var packetFrames = 0
    /// Whether it gives out all that it holds at the end of the stream.
    var flushes = true
    /// Whether it takes pictures without a frame rate.
    var takesVariableRate = true
    /// Whether the frames that it encodes have no times, or those of another clock.
    var losesTimes = false
    /// The most channels that it is given.
    var maximumChannels = Int.max
    /// Where it puts channels, if that was measured.
    var places: ChannelSupport?
    /// The properties added to a description that sets none of them, as the element's own defaults are unusable: AV1 takes
    /// minutes for a large frame, AAC merges channels.
    var required: [String] = []
    /// What it says of pictures, and which it takes.
    var pictures = PictureSupport()

    /// The largest bit rate below 32 kHz, where that is another one.
    var lowRateMaximum: Int?

    /// Returns the description with the required properties, unless it sets one of them.
    func completed(_ text: String) -> String {
      let names = required.map { $0.prefix { $0 != "=" } + "=" }
      guard !required.isEmpty, text.hasPrefix(factory), !names.contains(where: text.contains) else {
        return text
      }
      return ([factory] + required).joined(separator: " ") + text.dropFirst(factory.count)
    }

    /// The description that `--video-encoder` or `--audio-encoder` would take.
    func description(channels: Int, sampleRate: Int, _ quality: EncodingQuality) -> String {
      let rate = rate(channels: channels, sampleRate: sampleRate, quality)
      return [factory, properties(quality), rate].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// The first encoder whose plugin is installed.
  func installedEncoder() -> Encoder? {
    encoders.first { ElementFactory(named: $0.factory) != nil }
  }

  /// The codec of a stream with these caps, if it is one that Retime can make.
  static func matching(_ caps: Caps) -> Codec? {
    all.first { codec in (try? Caps(codec.caps))?.canIntersect(caps) ?? false }
  }

  /// The codec of that name.
  static func named(_ name: String) -> Codec? { all.first { $0.name == name } }
}
