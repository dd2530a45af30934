// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The encoder that a track gets, and what it can take.
struct EncoderChoice: Sendable {
  /// Retime's name of the codec, or the media type of one that it does not know.
  var codec: String
  /// The encoder as a gst-launch description; nil when the muxer takes raw samples or pictures.
  var description: String?
  /// The encoder as the table of codecs has it: of one that it does not have its factory's name alone, which is empty
  /// when nothing is encoded.
  private(set) var encoder = Codec.Encoder(factory: "")
  /// The element between encoder and muxer.
  var parser: String?
  /// A preset to load.
  var preset: String?
  /// The raw caps that it takes.
  var input: Caps
  /// Whether the description is the usual one, which may be completed; otherwise it was given.
  var isUsual = false
  /// Whether another quality than the usual one was asked for, and the encoder has none.
  var ignoresQuality = false

  /// The encoder's factory name; empty when nothing is encoded.
  var factory: String { encoder.factory }

  /// The formats of pictures that it takes.
  var formats: [VideoFormat] { VideoFormat.allowed(by: input) }

  /// Whether it takes pictures with transparency and its stream keeps that.
  var keepsTransparency: Bool {
    isUsual ? encoder.pictures.transparentProperties != nil : formats.contains(where: \.hasAlpha)
  }

  /// The codec's usual encoder; nil when none is installed.
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
      guard let muxer = container.installedMuxer else { return nil }
      input = muxer.sinkCaps
      encoder.places = muxer.name == "qtmux" ? .movie : .unnamed
      return
    }
    guard let encoder = codec.installedEncoder(),
      let factory = ElementFactory(named: encoder.factory)
    else { return nil }
    input = factory.sinkCaps
    self.encoder = encoder
    let rate = input.nearest("rate", to: sampleRate) ?? sampleRate
    description = encoder.description(channels: channels, sampleRate: rate, quality)
    ignoresQuality =
      quality != .good
      && description == encoder.description(channels: channels, sampleRate: rate, .good)
    parser = codec.parser.flatMap { ElementFactory(named: $0) == nil ? nil : $0 }
    isUsual = true
  }

  /// The encoder that somebody described.
  ///
  /// - Throws: `missingCodec` when an element is not there, `usage` when the text is wrong.
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
    // Of a chain the first takes what is made, and the last encoder says what becomes of it.
    let chain = text.split(separator: "!").compactMap { part in
      part.split(separator: " ").first.flatMap { ElementFactory(named: String($0)) }
    }
    guard let first = chain.first,
      let factory = chain.last(where: { $0.classification.contains("Encoder") }) ?? chain.last,
      (try? bin.pad("sink")) != nil,
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
    input = first.sinkCaps
    if encoder.pictures.options == .x264 {
      // Said by options that are not there.
      encoder.pictures.signals.subtract([.mastering, .lightLevel])
    }
  }

  /// The encoder for a stream of an encoding profile.
  init(_ stream: EncodingProfile.Stream) throws(RetimeError) {
    let known = Codec.matching(stream.format)
    let name =
      stream.encoder ?? known?.installedEncoder()?.factory
      ?? ElementFactory.all(.encoder, giving: stream.format).first?.name
    guard let name else {
      throw RetimeError(.missingCodec, "no installed encoder makes \(stream.format)")
    }
    try self.init(describedBy: name)
    preset = stream.preset
  }

  /// Lets the encoder work with one thread of its own, where the number of threads changes what it makes.
  ///
  /// Otherwise each machine would make other bytes. Parts that are made side by side keep the processors as busy.
  mutating func fixThreads() {
    guard let text = description, encoder.pictures.options != .none else { return }
    var words = LaunchWords(text)
    let options = words.value(of: "option-string", of: factory) ?? ""
    guard !options.contains("threads=") else { return }
    if encoder.pictures.options == .x264 {
      words.set("threads", to: "1", of: factory)
    } else {
      words.add(["frame-threads=1", "pools=1"], to: "option-string", of: factory)
    }
    description = words.text
  }

  /// The sample rate nearest to the source's that the encoder takes.
  func sampleRate(for rate: Int) -> Int { input.nearest("rate", to: rate) ?? rate }

  /// The channel count nearest to the source's that the encoder takes.
  func channels(for channels: Int) -> Int {
    min(input.nearest("channels", to: channels) ?? channels, encoder.maximumChannels)
  }

  /// How it is given channels with that mask, 0 for none.
  func places(mask: UInt64, channels: Int, in container: Container) -> ChannelPlaces {
    let most = self.channels(for: channels)
    let isFramed = codec == "aac" && container.framesAAC
    let support = isFramed ? .adts : encoder.places ?? ChannelSupport(masks: masks(channels: most))
    return ChannelPlaces(support, mask: mask, channels: channels, maximum: most)
  }

  /// The layouts that the encoder says it takes for so many channels; none when it takes any.
  private func masks(channels: Int) -> [UInt64] {
    guard let wanted = try? Caps("audio/x-raw, channels=(int)\(channels)") else { return [] }
    return input.intersection(wanted).bitmasks("channel-mask")
  }

  /// Whether samples of a format come back as they were.
  func isExact(_ format: SampleFormat, rate: Int) -> Bool {
    guard Codec.named(codec)?.isLossless ?? false, sampleRate(for: rate) == rate,
      let holding = try? Caps(
        "audio/x-raw, format=(string){ \(format.holders.joined(separator: ", ")) }"
      )
    else { return false }
    return input.canIntersect(holding)
  }
}
