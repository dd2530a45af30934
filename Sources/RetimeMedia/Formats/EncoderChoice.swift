// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The encoder of a track, and the input it takes.
struct EncoderChoice: Sendable {
  /// The codec's name in the table, or the media type of another codec.
  var codec: String
  /// The encoder as a gst-launch description; nil when the muxer takes raw audio or video.
  var description: String?
  /// The encoder's entry in the table of codecs.
  ///
  /// An encoder that is not in the table has its factory name alone, which is empty when nothing is
  /// encoded.
  private(set) var encoder = Codec.Encoder(factory: "")
  /// The element between encoder and muxer.
  var parser: String?
  /// The preset to load.
  var preset: String?
  /// The raw caps that it takes.
  var input: Caps
  /// The caps in which the muxer takes the codec's streams; nil if there is no muxer.
  private var muxed: Caps?
  /// Whether the description is the default one, which may be extended; otherwise the user gave it.
  var isUsual = false
  /// Whether a quality other than the default was requested that has no effect on the encoder.
  var ignoresQuality = false

  /// The encoder's factory name; empty when nothing is encoded.
  var factory: String { encoder.factory }

  /// The video formats that it takes.
  var formats: [VideoFormat] { VideoFormat.allowed(by: input) }

  /// Whether it takes video with transparency and its stream keeps that.
  var keepsTransparency: Bool {
    isUsual ? encoder.pictures.transparentProperties != nil : formats.contains(where: \.hasAlpha)
  }

  /// Creates the codec's default encoder; nil when none is installed.
  init?(
    _ codec: Codec,
    in container: Container,
    channels: Int = 0,
    sampleRate: Int = 48_000,
    _ quality: EncodingQuality = .good
  ) {
    self.codec = codec.name
    ignoresQuality = quality != .good
    guard codec.isMade else { return nil }
    guard !codec.encoders.isEmpty else {
      if container.sampleFile != nil {
        guard let any = try? Caps("audio/x-raw") else { return nil }
        input = any
        encoder.places = .samples
        return
      }
      guard let taken = container.sinkCaps, let raw = try? Caps(codec.caps) else { return nil }
      input = codec.isVideo ? taken.intersection(raw) : taken
      encoder.places = container.muxerFactory == "qtmux" ? .movie : .unnamed
      return
    }
    guard let encoder = codec.installedEncoder(),
      let factory = ElementFactory(named: encoder.factory)
    else { return nil }
    input = factory.sinkCaps
    self.encoder = encoder
    limit(to: container)
    let rate = self.sampleRate(for: sampleRate)
    description = encoder.description(channels: channels, sampleRate: rate, quality)
    ignoresQuality =
      quality != .good
      && description == encoder.description(channels: channels, sampleRate: rate, .good)
    parser = codec.parser.flatMap { ElementFactory(named: $0) == nil ? nil : $0 }
    isUsual = true
  }

  /// Creates an encoder from the user's description.
  ///
  /// - Throws: `missingCodec` when an element is missing, `usage` when the text is invalid.
  init(describedBy text: String) throws(RetimeError) {
    let bin: Element
    do {
      bin = try Element.parse(text)
    } catch {
      guard error.category != .missingPlugin else {
        throw RetimeError(error, side: .output, name: text)
      }
      throw RetimeError(.usage, "'\(text)' is no encoder in gst-launch syntax: \(error.message)")
    }
    // The first element of a chain takes the raw media; the last encoder determines the codec.
    let chain = text.split(separator: "!").compactMap { part in
      part.split(separator: " ").first.flatMap { ElementFactory(named: String($0)) }
    }
    guard let first = chain.first,
      let factory = chain.last(where: { $0.classification.contains("Encoder") }) ?? chain.last,
      let sink = try? bin.pad("sink"),
      (try? bin.pad("src")) != nil
    else {
      throw RetimeError(
        .usage,
        "'\(text)' is no encoder: it must take raw media and give encoded media, "
          + "as in \"x264enc bitrate=4000\""
      )
    }
    let name = factory.name
    let known =
      Codec.all.first { $0.encoders.contains { $0.factory == name } }
      ?? Codec.matching(factory.sourceCaps)
    codec = known?.name ?? factory.sourceCaps.name
    encoder = known?.encoders.first { $0.factory == name } ?? Codec.Encoder(factory: name)
    description = encoder.completed(text)
    parser = known?.parser.flatMap { ElementFactory(named: $0) == nil ? nil : $0 }
    // Filters before the encoder take other formats than it does, or restrict them.
    input = first.name == name ? first.sinkCaps : sink.possibleCaps
    if encoder.pictures.options == .x264 {
      // These need options that the description does not have.
      encoder.pictures.signals.subtract([.mastering, .lightLevel])
    }
  }

  /// Creates the encoder for a stream of an encoding profile.
  init(_ stream: EncodingProfile.Stream) throws(RetimeError) {
    let known = Codec.matching(stream.format)
    let name =
      stream.encoder ?? known?.installedEncoder()?.factory
      ?? ElementFactory.encoders(giving: stream.format).first?.name
    guard let name else {
      throw RetimeError(.missingCodec, "no installed encoder makes \(stream.format)")
    }
    try self.init(describedBy: name)
    preset = stream.preset
  }

  /// Limits sample rates and numbers of channels to those that the container's muxer takes.
  mutating func limit(to container: Container) {
    let made = Codec.named(codec).flatMap { try? Caps($0.caps) }
    muxed = made.flatMap { container.sinkCaps?.intersection($0) }
  }

  /// Keeps frames in order, so that each packet is decoded and shown at the same time.
  ///
  /// A description that sets a number of B-frames keeps it.
  mutating func avoidReordering() {
    guard let text = description, encoder.pictures.options == .x264 else { return }
    var words = LaunchDescription(text)
    words.set("bframes", to: "0", of: factory)
    description = words.text
  }

  /// Limits the encoder to one thread if the number of threads changes its output.
  ///
  /// Otherwise each machine would produce other bytes. Parts encoded in parallel keep the
  /// processors as busy.
  mutating func fixThreads() {
    guard let text = description, encoder.pictures.options != .none else { return }
    var words = LaunchDescription(text)
    let options = words.value(of: "option-string", of: factory) ?? ""
    guard !options.contains("threads=") else { return }
    if encoder.pictures.options == .x264 {
      words.set("threads", to: "1", of: factory)
    } else {
      words.add(["frame-threads=1", "pools=1"], to: "option-string", of: factory)
    }
    description = words.text
  }

  /// Returns the supported sample rate nearest to the source's.
  func sampleRate(for rate: Int) -> Int {
    let wanted = muxed?.nearest("rate", to: rate) ?? rate
    return input.nearest("rate", to: wanted) ?? wanted
  }

  /// Returns the supported channel count nearest to the source's.
  func channels(for channels: Int) -> Int {
    let wanted = muxed?.nearest("channels", to: channels) ?? channels
    return min(input.nearest("channels", to: wanted) ?? wanted, encoder.maximumChannels)
  }

  /// Returns the assignment of channels with `mask`, 0 for none, to the encoder's input.
  func places(mask: UInt64, channels: Int, in container: Container) -> ChannelMapping {
    let most = self.channels(for: channels)
    let isFramed = codec == "aac" && container.framesAAC
    let support = isFramed ? .adts : encoder.places ?? ChannelSupport(masks: masks(channels: most))
    return ChannelMapping(support, mask: mask, channels: channels, maximum: most)
  }

  /// Returns the channel masks in the encoder's caps for a channel count; empty if it takes any.
  private func masks(channels: Int) -> [UInt64] {
    guard let wanted = try? Caps("audio/x-raw, channels=(int)\(channels)") else { return [] }
    return input.intersection(wanted).bitmasks("channel-mask")
  }

  /// Returns whether samples of a format are unchanged after encoding and decoding.
  func isExact(_ format: SampleFormat, rate: Int) -> Bool {
    guard Codec.named(codec)?.isLossless ?? false, sampleRate(for: rate) == rate,
      let holding = try? Caps(
        "audio/x-raw, format=(string){ \(format.holders.joined(separator: ", ")) }"
      )
    else { return false }
    return input.canIntersect(holding)
  }
}
