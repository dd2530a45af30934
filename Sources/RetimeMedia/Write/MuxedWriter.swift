// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import RetimeCore
internal import RetimeSystem

/// Encodes and muxes the tracks of a plan into one file, with a GStreamer pipeline.
final class MuxedWriter: ResultWriter {
  let outputs: [any TrackOutput]
  private let pipeline: Pipeline

  /// A writer that is not running yet.
  ///
  /// `pictures`: those that come along.
  /// `path`: the file, which may be there already.
  /// `onEvent`: gets how it ends, on a streaming thread.
  init(
    _ plan: Plan,
    attachments: [SourceMetadata.Attachment],
    path: String,
    onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) throws(GStreamerError) {
    let fail = Self.failure(of: plan)
    pipeline = try Pipeline { message in
      switch message {
      case .endOfStream: onEvent(.written)
      case .error(let error): onEvent(.failed(fail(error)))
      default: break
      }
    }
    let sink = try Element.make("filesink", ["sync": "false", "async": "false"])
    try sink.set("location", toPath: PathText.bytes(of: path))
    try pipeline.add(sink)
    let metadata = try MetadataWriter(plan, attachments: attachments)
    var muxer: Element?
    if let description = plan.muxer {
      let element = try Element.parse(description)
      metadata.prepare(element)
      if let timescale = plan.movieTimescale, element.hasProperty("movie-timescale") {
        try element.set("movie-timescale", to: "\(timescale)")
      }
      try pipeline.add(element)
      try element.link(to: sink)
      muxer = element
    }
    var outputs: [any TrackOutput] = []
    for track in plan.tracks {
      outputs.append(
        try Self.addTrack(
          track,
          of: plan.container,
          to: pipeline,
          muxer: muxer,
          sink: sink,
          lead: plan.lead,
          metadata: metadata
        )
      )
    }
    self.outputs = outputs
  }

  /// What an error of the pipeline means for people.
  private static func failure(
    of plan: Plan
  ) -> @Sendable (GStreamerError) -> RetimeError {
    let (name, container) = (plan.output, plan.container)
    let kept = plan.tracks.filter { $0.encoder == nil }.map {
      "\($0.media.kind.rawValue) track \($0.index), \($0.codec)"
    }
    return { error in
      let failure = RetimeError(error, side: .output, name: name)
      let isRefusal =
        failure.detail?.contains("not-negotiated") ?? false
        || error.message.contains("Could not multiplex")
      guard !kept.isEmpty, isRefusal else { return failure }
      return RetimeError(
        .usage,
        "'\(name)' cannot be made: \(container) does not take a track as it is, or as it becomes on the way ("
          + "\(kept.joined(separator: "; "))). Choose another container, or encode it: retime scale --factor 1",
        detail: failure.detail
      )
    }
  }

  func start() { pipeline.play() }

  func stop() { pipeline.stop() }

  // MARK: - One track's branch

  private static func addTrack(
    _ track: Plan.Track,
    of container: String,
    to pipeline: Pipeline,
    muxer: Element?,
    sink: Element,
    lead: Int64?,
    metadata: MetadataWriter
  ) throws(GStreamerError) -> AppSource {
    let isVideo = if case .video = track.media { true } else { false }
    let source = try AppSource(
      maximumBuffers: isVideo ? 4 : 0,
      maximumBytes: isVideo ? 0 : 1 << 18
    )
    var chain: [Element] = [source]
    chain += try converters(track)
    var encoded: Element?
    if let description = track.encoder {
      let encoder = try Element.parse(description)
      if let preset = track.preset { try encoder.loadPreset(preset) }
      chain.append(encoder)
      encoded = encoder
      try ColorBranch(track, container: container).stamp(encoder)
      try encoder.fillBlocks()
    }
    if let description = track.parser {
      let parser = try Element.parse(description)
      if track.media.kind == .video {
        try parser.pad("src").keepDurations(from: parser.pad("sink"))
      }
      chain.append(parser)
    }
    if let tagger = try metadata.makeTagger(of: track) { chain.append(tagger) }
    chain += try ColorBranch(track, container: container).beforeMuxer()
    if let form = Container.named(container)?.streamForm {
      chain.append(try .make("capsfilter", ["caps": form]))
    }
    if let muxer {
      chain.append(
        try .make(
          "queue",
          ["max-size-buffers": "0", "max-size-time": "0", "max-size-bytes": "1048576"]
        )
      )
      for element in chain { try pipeline.add(element) }
      for (element, next) in zip(chain, chain.dropFirst()) { try element.link(to: next) }
      let pad = try muxer.sinkPad(taking: Caps(track.muxedCaps))
      if let timescale = track.timescale, pad.hasProperty("trak-timescale") {
        try pad.set("trak-timescale", to: "\(timescale)")
      }
      let last = try chain[chain.count - 1].pad("src")
      if Container.named(container)?.isMatroska ?? false {
        last.changeCaps { $0.forMatroska ?? $0 }
      }
      if let rate = track.countedRate {
        last.changeCaps { $0.counted(at: rate) ?? $0 }
      }
      if let lead { last.delaySegments(by: lead) }
      try last.link(to: pad)
    } else {
      for element in chain { try pipeline.add(element) }
      for (element, next) in zip(chain + [sink], (chain + [sink]).dropFirst()) {
        try element.link(to: next)
      }
    }
    try metadata.prepare(source, of: track)
    if case .audio(let audio) = track.media, let encoded {
      try EncoderDelay(audio, length: track.frames ?? 0).apply(to: encoded)
    }
    return source
  }

  /// What brings raw media into a form that the encoder takes; passes it on untouched where it can.
  private static func converters(_ track: Plan.Track) throws(GStreamerError) -> [Element] {
    let audio: Plan.Audio
    switch track.media {
    case .packets: return []
    case .video(let video):
      var chain: [Element] = [try .make("videoconvert")]
      if let turn = video.turn {
        chain.append(try .make("videoflip", ["video-direction": turn.flipDirection]))
      }
      for (index, form) in (video.colors?.encoderForms ?? []).enumerated() {
        if index > 0 || video.turn != nil { chain.append(try .make("videoconvert")) }
        chain.append(try .make("capsfilter", ["caps": form]))
      }
      return chain
    case .audio(let sound): audio = sound
    }
    let filter = try Element.make(
      "capsfilter",
      [
        "caps": "audio/x-raw, rate=(int)\(audio.outputSampleRate), "
          + "channels=(int)\(audio.outputChannels)"
          + AudioCaps.maskField(audio.outputChannelMask)
      ]
    )
    return [
      try .make("audioconvert", ["dithering": "none", "noise-shaping": "none"]),
      filter,
    ]
  }
}

extension Plan {
  /// By how much all tracks begin later in a container that has no times before zero, in nanoseconds; nil for others.
  ///
  /// Pictures that are shown in another order are decoded before the first is shown, and GStreamer 1.22's `mpegpsmux`
  /// takes decode times before zero for none.
  fileprivate var lead: Int64? {
    guard container == "mpg", Repair.packLead.isNeeded else { return nil }
    let longest = tracks.filter { $0.media.kind == .video }.map {
      $0.duration / Double(max(1, $0.frames ?? 1))
    }
    return Int64(min(max(1, (longest.max() ?? 0) * 20), 3600) * 1e9)
  }
}

extension Plan {
  /// Ticks a second in which a film says how long its tracks are played; nil for the muxer's own.
  ///
  /// The sample rate where there is sound: players stop a track at the tick, and 1,800 a second are up to 24 samples.
  fileprivate var movieTimescale: Int? {
    let rates = tracks.lazy.compactMap { track in
      if case .audio(let audio) = track.media { audio.outputSampleRate } else { nil }
    }
    guard let timescale = rates.first ?? tracks.lazy.compactMap(\.timescale).first,
      duration * Double(timescale) < Double(UInt32.max)
    else { return nil }
    return timescale
  }
}

extension Plan.Track {
  /// The caps of the stream that reaches the muxer.
  fileprivate var muxedCaps: String {
    Codec.named(codec)?.caps ?? codec
  }

  /// The rate to say of packets in a container that counts them, whatever their own headers say.
  fileprivate var countedRate: FrameRate? {
    guard case .packets(let packets) = media else { return nil }
    return packets.frameRate
  }

  /// Ticks a second in which a container that has a choice keeps the times of uneven pictures.
  fileprivate var timescale: Int? {
    switch media {
    case .video(let video): video.timing == .constant ? nil : 90_000
    case .packets(let packets): packets.kind == .video ? 90_000 : nil
    case .audio: nil
    }
  }
}
