// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The container of the result and the encoders for it.
struct OutputFormat: Sendable {
  let container: Container
  private let videoEncoder: EncoderChoice?, audioEncoder: EncoderChoice?
  private let quality: EncodingQuality

  /// Chooses the format from the request; without a container there, from the output's extension.
  init(_ request: JobRequest) throws(RetimeError) {
    var (video, audio): (EncoderChoice?, EncoderChoice?) = (nil, nil)
    quality = request.quality
    if quality != .good, let option = request.givenEncoder {
      throw RetimeError(
        .usage,
        "--quality \(quality.rawValue) chooses the encoders' settings, and \(option) gives them: leave one of them out"
      )
    }
    if let text = request.profile {
      let profile: EncodingProfile
      do {
        profile = try EncodingProfile(parsing: text)
      } catch {
        throw RetimeError(.usage, error.message)
      }
      container = try Self.container(of: profile)
      if let stream = profile.streams.first(where: \.isVideo) { video = try EncoderChoice(stream) }
      if let stream = profile.streams.first(where: { !$0.isVideo }) {
        audio = try EncoderChoice(stream)
      }
    } else if let name = request.container {
      container = try Container.described(by: name)
    } else {
      guard let found = Container.forPath(request.output) else {
        throw RetimeError(
          .usage,
          "'\(request.output)' has no extension that names a container, such as "
            + "\(Container.extensionList). retime info --containers lists all; or give --container"
        )
      }
      container = found
    }
    if let sink = request.sink { try Self.check(sink, container) }
    guard request.index == nil || container.isStills else {
      throw RetimeError(
        .usage,
        "--index is for still images, and \(container.name) is none: leave it out, or choose png, jpg or tif"
      )
    }
    guard request.plays == nil || container.animation != nil else {
      throw RetimeError(
        .usage,
        "--plays is for animated images, and \(container.name) is none: leave it out, or choose gif, webp or apng"
      )
    }
    if let text = request.videoEncoder { video = try EncoderChoice(describedBy: text) }
    if let text = request.audioEncoder { audio = try EncoderChoice(describedBy: text) }
    // An encoder has no effect on a file of subtitles alone, as other options for video and audio.
    for choice in [video, audio].compactMap(\.self)
    where container.subtitles == nil && !container.takes(choice) {
      throw RetimeError(
        .usage,
        "\(container.name) does not take \(choice.codec), which \(choice.factory) makes: choose another encoder"
          + container.alternative { $0.takes(choice) }
      )
    }
    video?.limit(to: container)
    if container.takesOrderedOnly { video?.avoidReordering() }
    audio?.limit(to: container)
    (videoEncoder, audioEncoder) = (video, audio)
    if let muxer = container.muxerFactory, container.installedMuxer == nil {
      throw RetimeError(
        .missingCodec,
        "the muxer \(muxer) for \(container.name) is not installed"
          + DebianPackage.advice(forElement: muxer)
      )
    }
  }

  /// Checks the sink that takes the output.
  ///
  /// - Throws: `usage` for a description that is none, or a container that is written without a muxer.
  private static func check(_ sink: String, _ container: Container) throws(RetimeError) {
    guard container.muxer != nil, container.sampleFile == nil else {
      throw RetimeError(
        .usage,
        "\(container.name) is written as a file alone: give --sink another container, such as mkv or ts"
      )
    }
    do throws(GStreamerError) {
      _ = try Element.parse(sink).pad("sink")
    } catch {
      throw RetimeError(.usage, "'\(sink)' is no sink in gst-launch syntax: \(error.message)")
    }
  }

  private static func container(of profile: EncodingProfile) throws(RetimeError) -> Container {
    guard let caps = profile.container else {
      guard let only = profile.streams.first.flatMap({ Codec.matching($0.format) }),
        let bare = Container.all.first(where: { $0.muxer == nil && $0.audio == [only.name] })
      else { throw RetimeError(.usage, "the encoding profile names no container") }
      return bare
    }
    return try Container.writing(caps)
  }

  /// Whether the container holds video.
  var takesVideo: Bool {
    videoEncoder != nil || !container.video.isEmpty
      || !container.isMeasured && container.maximumVideoTracks > 0
  }

  /// Returns the encoder for a video track: the one that loses the least, and the first of several.
  ///
  /// `source`: the encoded caps of the track.
  func videoEncoder(
    for source: Caps,
    pictures: SourceColors?
  ) throws(RetimeError) -> EncoderChoice {
    if let videoEncoder {
      guard !videoEncoder.encoder.losesTimes || container.takesUntimed else {
        throw RetimeError(
          .usage,
          "\(videoEncoder.factory) loses the times of the video frames, which \(container.name) needs: choose another "
            + "encoder with --video-encoder, or a container of evenly spaced frames, such as avi"
        )
      }
      return videoEncoder
    }
    let isTransparent = pictures?.format.hasAlpha ?? false
    let candidates = candidates(
      for: source,
      usual: container.video + (isTransparent ? container.transparentVideo : [])
    )
    let own = Codec.matching(source)?.name
    let ranked = candidates.enumerated().min { first, second in
      let ranks = [first, second].map { (losses($0.element, of: pictures, own: own), $0.offset) }
      return ranks[0] < ranks[1]
    }
    if let ranked { return ranked.element }
    if let other = container.otherEncoder(["Video", "Image"]) { return other }
    throw missing(container.video)
  }

  /// Returns how much of the video an encoder loses, with the worst loss in the highest bits.
  private func losses(_ choice: EncoderChoice, of pictures: SourceColors?, own: String?) -> Int {
    guard let pictures else { return 0 }
    let isRare = Codec.named(choice.codec)?.isRareWhenDeep ?? false
    // The depth of gray is of no use to color.
    let formats = choice.formats.filter { pictures.format.isGray || !$0.isGray }
    let isFlat = pictures.format.depth > (formats.map(\.depth).max() ?? .max)
    return (pictures.format.hasAlpha && !choice.keepsTransparency ? 4 : 0) + (isFlat ? 2 : 0)
      + (pictures.format.depth > 8 && isRare && choice.codec != own ? 1 : 0)
  }

  /// Returns the encoder that keeps the most of an audio track, and the channel positions that it gets.
  ///
  /// Of several such encoders, it is the first.
  ///
  /// - Throws: a usage error if no encoder has positions for the channels.
  func audioEncoder(
    for source: Caps,
    sound: AudioRequirements
  ) throws(RetimeError) -> (choice: EncoderChoice, places: ChannelMapping) {
    var candidates =
      audioEncoder.map { [$0] }
      ?? candidates(
        for: source,
        usual: container.audio,
        channels: sound.channels,
        sampleRate: sound.rate
      )
    if candidates.isEmpty { candidates = [container.otherEncoder(["Audio"])].compactMap(\.self) }
    let ranked = candidates.enumerated().map { offset, choice in
      (choice, sound.places(with: choice, in: container), offset)
    }
    .min { first, second in
      let ranks = [first, second].map { sound.losses($0.0, $0.1, of: container) + [$0.2] }
      return ranks[0].lexicographicallyPrecedes(ranks[1])
    }
    guard let ranked else { throw missing(container.audio) }
    guard ranked.1.keeping != .impossible else {
      throw RetimeError(
        .usage,
        "\(container.name) has no codec with places for \(sound.layout)"
          + (audioEncoder == nil ? "" : " by \(ranked.0.factory)")
          + ", and its channels are not mixed unasked: --mono merges them, --channel takes one, and mkv or flac "
          + "keeps up to eight, wav all"
      )
    }
    return (ranked.0, ranked.1)
  }

  /// Returns the source's own codec if the container takes it, followed by the container's default codecs.
  private func candidates(
    for source: Caps,
    usual: [String],
    channels: Int = 0,
    sampleRate: Int = 48_000
  ) -> [EncoderChoice] {
    let own = Codec.matching(source).flatMap {
      container.accepts($0) && !$0.unmadeFor.contains(container.name) ? $0 : nil
    }
    let others = usual.compactMap(Codec.named).filter { $0.name != own?.name }
    return ([own].compactMap { $0 } + others).compactMap { codec in
      var choice = EncoderChoice(
        codec,
        in: container,
        channels: channels,
        sampleRate: sampleRate,
        quality
      )
      if container.takesOrderedOnly { choice?.avoidReordering() }
      return choice
    }
  }

  private func missing(_ codecs: [String]) -> RetimeError {
    let factories = codecs.compactMap(Codec.named).flatMap(\.encoders).map(\.factory)
    guard let first = factories.first else {
      guard codecs.isEmpty else {
        return RetimeError(
          .usage,
          "Retime encodes none of the codecs of \(container.name) (\(codecs.joined(separator: ", "))): copy the track with "
            + "retime copy, or choose another container, such as mkv"
        )
      }
      return RetimeError(.usage, "\(container.name) holds no such track")
    }
    return RetimeError(
      .missingCodec,
      "no encoder for \(container.name) is installed; it takes \(codecs.joined(separator: ", "))"
        + DebianPackage.advice(forElement: first)
    )
  }
}
