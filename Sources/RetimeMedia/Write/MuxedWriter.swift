// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// A writer that encodes and muxes the tracks of a plan into one file, with a GStreamer pipeline.
final class MuxedWriter: ResultWriter {
  let outputs: [any TrackOutput]
  private let pipeline: Pipeline
  /// An observer of the muxer's pads, active while it is referenced.
  private let tables: TransportTables?

  /// Creates a stopped writer.
  ///
  /// `attachments`: the cover art and other data to attach.
  /// `joins`: whether the input consists of encoded packets of the plan's parts.
  /// `path`: the file, which may exist.
  /// `sink`: the description of a sink that takes the data instead of the file; nil for none.
  /// `onStill`: receives the time of each still image in nanoseconds, in order.
  /// `onEvent`: receives the end or the failure, on a streaming thread.
  init(
    _ plan: Plan,
    joins: Bool = false,
    attachments: [SourceMetadata.Attachment],
    path: String,
    sink given: String? = nil,
    onStill: (@Sendable (Int64) -> Void)? = nil,
    onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) throws(GStreamerError) {
    if plan.parts != nil { GStreamer.beginRandomNumbersAnew() }
    pipeline = try Self.pipeline(of: plan, onEvent)
    let sink = if let given { try Element.parse(given) } else { try Self.sink(plan, path) }
    try pipeline.add(sink)
    if Container.named(plan.container)?.animation != nil {
      // The encoder starts once it has all frames, and may take longer than a pipeline may stall.
      try sink.pad("sink").observeBuffers { _, _ in
        onEvent(.advanced)
        return true
      }
    }
    if let onStill {
      try sink.pad("sink").observeBuffers { image, segment in
        let time = image.presentationTime
        onStill(time.flatMap { segment?.signedRunningTime(of: $0) } ?? time?.signed ?? 0)
        return true
      }
    }
    let metadata = try MetadataWriter(plan, attachments: attachments)
    var muxer: Element?
    if let description = plan.muxer {
      let element = try Element.parse(description)
      metadata.prepare(element)
      if let timescale = plan.movieTimescale, element.hasProperty("movie-timescale") {
        try element.set("movie-timescale", to: "\(timescale)")
      }
      if plan.tracks.contains(where: { $0.timecode != nil }),
        element.hasProperty("force-create-timecode-trak")
      {
        // `mp4mux` makes a time code track on request only.
        try element.set("force-create-timecode-trak", to: "true")
      }
      // Nothing can be changed in what a sink has sent.
      if given != nil, element.hasProperty("streamable") {
        try element.set("streamable", to: "true")
      }
      try pipeline.add(element)
      try element.link(to: sink)
      muxer = element
    }
    tables = muxer.flatMap(TransportTables.init)
    var outputs: [Int: any TrackOutput] = [:]
    for (index, track) in Self.linked(plan) {
      let isJoined = joins && !track.isJoined
      let branch =
        isJoined
        ? try TrackBranch(joining: track)
        : try TrackBranch(encoding: track, for: plan.container, metadata)
      if let muxer {
        let last = try branch.add(to: pipeline)
        let pad = try muxer.sinkPad(taking: Caps(track.muxedCaps))
        if let timescale = track.timescale, pad.hasProperty("trak-timescale") {
          try pad.set("trak-timescale", to: "\(timescale)")
        }
        if !isJoined { branch.describe(last, for: plan.container) }
        if let limit = plan.audioLimit(track) { last.limitAudio(frames: limit) }
        if let timecode = track.timecode { last.startTimecode(timecode) }
        if let lead = plan.lead { last.delaySegments(by: lead) }
        if Container.named(plan.container)?.ignoresOffsets == true { last.startSegmentsAtOffset() }
        try tables?.watch(pad)
        try last.link(to: pad)
      } else {
        try branch.add(to: pipeline, before: sink)
      }
      try branch.prepare(metadata)
      outputs[index] = branch.source
    }
    self.outputs = plan.tracks.indices.compactMap { outputs[$0] }
  }

  /// Returns the element that writes the file, or a file for each frame.
  private static func sink(_ plan: Plan, _ path: String) throws(GStreamerError) -> Element {
    guard let container = Container.named(plan.container), container.isStills,
      let names = try? StillOutput(plan.output, container)
    else {
      let sink = try Element.make("filesink", ["sync": "false", "async": "false"])
      try sink.set("location", toPath: PathText.bytes(of: path))
      return sink
    }
    let sink = try Element.make(
      "multifilesink",
      ["sync": "false", "async": "false", "index": "1"]
    )
    let folder = path.replacing("%", with: "%%")
    try sink.set("location", toPath: PathText.bytes(of: "\(folder)/\(names.pattern)"))
    return sink
  }

  /// Returns the tracks in the order for the muxer, so that the file has them in the order of the plan.
  private static func linked(_ plan: Plan) -> [(offset: Int, element: Plan.Track)] {
    let tracks = Array(plan.tracks.enumerated())
    guard plan.container == "ogg" else { return tracks }
    // oggmux puts each video stream before all streams that it has.
    return tracks.filter { $0.element.media.kind == .video }.reversed()
      + tracks.filter { $0.element.media.kind != .video }
  }

  /// Returns an empty pipeline that reports the end of the plan's result, with errors for the user.
  static func pipeline(
    of plan: Plan,
    _ onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) throws(GStreamerError) -> Pipeline {
    let (name, container) = (plan.output, plan.container)
    let unmeasured = plan.isUnmeasured == true ? plan.muxer : nil
    let kept = plan.tracks.filter { unmeasured != nil || $0.packets != nil }.map {
      "\($0.media.kind.rawValue) track \($0.index), \($0.codec)"
    }
    let fail: @Sendable (GStreamerError) -> RetimeError = { error in
      let failure = RetimeError(error, side: .output, name: name)
      if let unmeasured, failure.kind == .missingCodec {
        return RetimeError(
          .usage,
          "'\(name)' cannot be made: \(unmeasured) does not take the tracks as they are encoded "
            + "(\(kept.joined(separator: "; "))). Choose other encoders with --video-encoder and --audio-encoder, or another "
            + "container, such as mkv",
          detail: failure.detail
        )
      }
      let isRefusal =
        failure.detail?.contains("not-negotiated") ?? false
        || error.message.contains("Could not multiplex")
      guard !kept.isEmpty, isRefusal else { return failure }
      return RetimeError(
        .usage,
        "'\(name)' cannot be made: \(container) does not take one of the copied tracks ("
          + "\(kept.joined(separator: "; "))). Choose another container, or encode it: retime scale --factor 1",
        detail: failure.detail
      )
    }
    return try Pipeline { message in
      switch message {
      case .endOfStream: onEvent(.written)
      case .error(let error): onEvent(.failed(fail(error)))
      default: break
      }
    }
  }

  func start() { pipeline.play() }

  func stop() { pipeline.stop() }
}

extension Plan {
  /// The nanoseconds by which all tracks are delayed in a container without negative times; nil for others.
  ///
  /// Reordered video is decoded before the first frame is shown, and GStreamer 1.22's `mpegpsmux`
  /// treats negative decode times as missing.
  fileprivate var lead: Int64? {
    guard container == "mpg", Repair.packLead.isNeeded else { return nil }
    let longest = tracks.filter { $0.media.kind == .video }.map {
      $0.duration / Double(max(1, $0.frames ?? 1))
    }
    return Int64(min(max(1, (longest.max() ?? 0) * 20), 3600) * 1e9)
  }

  /// The timescale of the movie header, in ticks per second; nil for the muxer's own.
  ///
  /// With audio, it is the sample rate: players end a track at a tick, and a tick of the muxer's
  /// 1,800 per second has up to 24 samples.
  fileprivate var movieTimescale: Int? {
    let rates = tracks.lazy.compactMap { track in
      switch track.media {
      case .audio(let audio): audio.outputSampleRate
      case .packets(let packets): packets.priming?.timescale
      case .video: nil
      }
    }
    guard let timescale = rates.first ?? tracks.lazy.compactMap(\.timescale).first,
      duration * Double(timescale) < Double(UInt32.max)
    else { return nil }
    return timescale
  }
}

extension Plan.Track {
  /// The timescale of a track whose frames may be unevenly spaced, in ticks per second.
  ///
  /// Nil for the muxer's own.
  fileprivate var timescale: Int? {
    switch media {
    case .video(let video): video.timing == .constant ? nil : 90_000
    case .packets(let packets):
      packets.kind == .video && packets.smart?.video.frameRate == nil ? 90_000 : nil
    case .audio: nil
    }
  }
}

extension Pad {
  /// Attaches a time code to the first packet that passes.
  fileprivate func startTimecode(_ start: Plan.StartTimecode) {
    let isFirst = Atomic(true)
    changeBuffers { packet in
      guard isFirst.exchange(false, ordering: .relaxed) else { return }
      packet.addTimecode(
        start.code.label,
        rate: (Int(start.frameRate.numerator), Int(start.frameRate.denominator)),
        isDropFrame: start.code.isDropFrame
      )
    }
  }
}
