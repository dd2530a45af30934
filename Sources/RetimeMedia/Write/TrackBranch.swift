// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import RetimeCore

/// The elements between a track's worker and the muxer.
struct TrackBranch {
  /// The source element, which receives the buffers.
  let source: AppSource
  /// The elements in order, the source first; none is in a pipeline or linked yet.
  private var chain: [Element]
  private var encoder: Element?
  private let track: Plan.Track
  private var delay: EncoderDelay?

  /// Creates a branch that encodes a track.
  init(
    encoding track: Plan.Track,
    for container: String,
    _ metadata: MetadataWriter
  ) throws(GStreamerError) {
    self.track = track
    delay = track.audio.map { EncoderDelay(track, $0, in: container) }
    let isVideo = track.video != nil
    source = try AppSource(maximumBuffers: isVideo ? 4 : 0, maximumBytes: isVideo ? 0 : 1 << 18)
    chain = try [source] + Self.converters(track)
    if let description = track.encoder {
      let encoder = try Element.parse(description)
      if let preset = track.preset { try encoder.loadPreset(preset) }
      chain.append(encoder)
      self.encoder = encoder
      try ColorBranch(track, container: container).describe(before: encoder)
      try ColorBranch(track, container: container).stamp(encoder)
      try encoder.fillBlocks()
      try encoder.markImageKeys()
      try encoder.dropEarlyHeaders()
      if track.video?.dropsCaptions == true {
        try encoder.pad("sink").changeBuffers { if $0.hasCaptions { $0.removeCaptions() } }
      }
      if track.codec == "opus", Container.named(container)?.isMatroska ?? false {
        try encoder.pad("src").startOpus()
      }
    }
    if track.encoder == nil, track.packets == nil,
      let kept = Container.named(container)?.rawCaps(holding: track.audio?.writtenFormat)
    {
      chain.append(try .make("capsfilter", ["caps": kept.description]))
    }
    if let description = track.parser {
      let parser = try Element.parse(description)
      if track.media.kind == .video {
        try parser.pad("src").keepDurations(from: parser.pad("sink"))
        try parser.pad("src").keepKeyFrames(of: parser.pad("sink"))
        try parser.pad("src").keepFirstPacket(of: parser.pad("sink"))
      }
      chain.append(parser)
    }
    if let tagger = try metadata.makeTagger(of: track) { chain.append(tagger) }
    try ColorBranch(track, container: container).describe(chain[chain.count - 1])
    if Container.named(container)?.ignoresSegments ?? false {
      chain.append(try .make("identity", ["single-segment": "true"]))
    }
    if let form = Container.named(container)?.streamForm {
      if track.encoder == nil, let parser = Codec.named(track.codec)?.copyParser {
        chain.append(try .make(parser))
      }
      chain.append(try .make("capsfilter", ["caps": form]))
    }
  }

  /// Creates a branch for packets that another branch has encoded.
  init(joining track: Plan.Track) throws(GStreamerError) {
    self.track = track
    source = try AppSource(maximumBuffers: 0, maximumBytes: 1 << 18)
    chain = [source]
  }

  /// The input of the encoder; nil if nothing is encoded.
  var encoderInput: Pad? { encoder.flatMap { try? $0.pad("sink") } }

  /// Adds the branch to a pipeline, followed by a queue, and returns its end.
  func add(to pipeline: Pipeline) throws(GStreamerError) -> Pad {
    let queue = try Element.make(
      "queue",
      ["max-size-buffers": "0", "max-size-time": "0", "max-size-bytes": "1048576"]
    )
    try pipeline.add(chain: chain + [queue])
    return try queue.pad("src")
  }

  /// Adds the branch to a pipeline, linked to an element that is in it.
  func add(to pipeline: Pipeline, before sink: Element) throws(GStreamerError) {
    try pipeline.add(chain: chain)
    try chain[chain.count - 1].link(to: sink)
  }

  /// Changes the caps at the branch's end to the form that a container's muxer reads.
  func describe(_ end: Pad, for container: String) {
    if Container.named(container)?.isMatroska ?? false {
      end.changeCaps { $0.forMatroska ?? $0 }
    }
    if let rate = track.countedRate {
      end.changeCaps { $0.counted(at: rate) ?? $0 }
    }
  }

  /// Applies the track's tags and encoder delay, once the branch is linked.
  func prepare(_ metadata: MetadataWriter) throws(GStreamerError) {
    try metadata.prepare(source, of: track)
    if let encoder { try delay?.apply(to: encoder) }
  }

  /// Returns the elements that convert raw media for the encoder, and pass it through if possible.
  private static func converters(_ track: Plan.Track) throws(GStreamerError) -> [Element] {
    switch track.media {
    case .packets: return []
    case .video(let video):
      let mode = video.colors?.chromaMode ?? "full"
      func converter() throws(GStreamerError) -> Element {
        try .make("videoconvert", ["chroma-mode": mode])
      }
      var chain = [try converter()]
      if let turn = video.turn {
        chain.append(try .make("videoflip", ["video-direction": turn.flipDirection]))
      }
      for (index, form) in (video.colors?.encoderForms ?? []).enumerated() {
        if index > 0 || video.turn != nil { chain.append(try converter()) }
        chain.append(try .make("capsfilter", ["caps": form]))
      }
      return chain
    case .audio(let audio):
      let caps =
        "audio/x-raw, rate=(int)\(audio.outputSampleRate), channels=(int)\(audio.outputChannels)"
        + AudioCaps.maskField(audio.outputChannelMask)
      return [
        try .make("audioconvert", ["dithering": "none", "noise-shaping": "none"]),
        try .make("capsfilter", ["caps": caps]),
      ]
    }
  }
}

extension Plan.Track {
  /// The caps of the stream that reaches the muxer.
  var muxedCaps: String { Codec.named(codec)?.caps ?? codec }

  /// The frame rate for packets in a container that counts them, which overrides their own headers.
  fileprivate var countedRate: FrameRate? { packets?.frameRate }
}
