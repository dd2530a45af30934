// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// A video or audio codec with its encoders, the preferred one first.
struct Codec: Sendable {
  /// The name in plans and messages, such as "h264".
  let name: String
  /// The caps of its streams.
  let caps: String
  /// The encoders; empty for a codec that needs none (PCM).
  let encoders: [Encoder]
  /// The parser that converts the encoder's output to the form that muxers take; nil if none is needed.
  ///
  /// It is left out where possible: GStreamer's video parsers drop the durations of unevenly spaced
  /// frames.
  var parser: String?
  /// The parser for a copied stream.
  var copyParser: String?
  /// A field that muxers require in the caps of a copied stream.
  var copyField: (name: String, value: String)?
  /// Whether decode order may differ from presentation order.
  var isReordered = false
  /// The containers whose muxer accepts its caps but does not store it correctly in GStreamer 1.22.
  var refusedBy: [String] = []
  /// The containers that take copied streams, but for which another codec is the better one to encode.
  var unmadeFor: [String] = []
  /// Whether Retime encodes it; otherwise streams can only be copied.
  var isMade = true
  /// Whether few players decode more than 8 bits of it: a deeper source prefers another codec.
  var isRareWhenDeep = false
  /// Whether decoding returns every audio sample that the encoder takes, unchanged.
  var isLossless = false

  /// Whether it is a video codec; otherwise an audio codec.
  var isVideo: Bool { !caps.hasPrefix("audio/") }

  /// An encoder with settings that aim at transparency: constant quality, not a low bit rate.
  struct Encoder: Sendable {
    /// The element's factory name.
    let factory: String
    /// The properties in gst-launch syntax; `docs/encoders.md` has the measurements.
    var properties = ""
    /// The properties that override them for another quality; empty if that has no effect.
    var smallProperties = "", bestProperties = ""
    /// The audio bit rate: the property's name, the rate of each channel and the maximum, both in the property's unit.
    var bitrate: (property: String, perChannel: Int, maximum: Int)?
    /// The delay of decoded audio relative to the encoder's input, in sample frames.
    var delayFrames = 0
    /// The sample frames in one packet, for encoders with a delay.
    var packetFrames = 0
    /// Whether it outputs everything it holds at the end of the stream.
    var flushes = true
    /// Whether it takes video without a frame rate.
    var takesVariableRate = true
    /// Whether it makes a key frame of a frame for which one is requested.
    var makesKeyFrames = true
    /// Whether encoded frames have no timestamps, or those of another clock.
    var losesTimes = false
    /// The maximum number of channels to give it.
    var maximumChannels = Int.max
    /// The channel layouts of its streams, if measured.
    var places: ChannelSupport?
    /// The properties added to a description that sets none of them, as the element's own defaults are unusable: AV1 takes
    /// minutes for a large frame, AAC merges channels.
    var required: [String] = []
    /// The video properties that its stream signals, and the formats it takes.
    var pictures = VideoSupport()

    /// The maximum bit rate below 32 kHz, if it differs.
    var lowRateMaximum: Int?

    /// Returns the description with the required properties, unless it sets one of them.
    func completed(_ text: String) -> String {
      let names = required.map { $0.prefix { $0 != "=" } + "=" }
      guard !required.isEmpty, text.hasPrefix(factory), !names.contains(where: text.contains) else {
        return text
      }
      return ([factory] + required).joined(separator: " ") + text.dropFirst(factory.count)
    }

    /// Returns the description as `--video-encoder` or `--audio-encoder` would take it.
    func description(channels: Int, sampleRate: Int, _ quality: EncodingQuality) -> String {
      let rate = rate(channels: channels, sampleRate: sampleRate, quality)
      return [factory, properties(quality), rate].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// Returns the first encoder whose plugin is installed.
  func installedEncoder() -> Encoder? {
    encoders.first { ElementFactory(named: $0.factory) != nil }
  }

  /// Returns the codec of a stream with these caps; nil if it is not in the table.
  static func matching(_ caps: Caps) -> Codec? {
    all.first { codec in (try? Caps(codec.caps))?.canIntersect(caps) ?? false }
  }

  static func named(_ name: String) -> Codec? { all.first { $0.name == name } }
}
