// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import RetimeSystem

/// Encodes and muxes the tracks of a plan into one file, with a GStreamer pipeline.
final class MuxedWriter: ResultWriter {
  let outputs: [any TrackOutput]
  private let pipeline: Pipeline
  /// Watches the muxer's pads as long as it lives.
  private let tables: TransportTables?

  /// A writer that is not running yet.
  ///
  /// `attachments`: the pictures that come along.
  /// `joins`: whether packets of the plan's parts come, which are encoded already.
  /// `path`: the file, which may be there already.
  /// `onEvent`: gets how it ends, on a streaming thread.
  init(
    _ plan: Plan,
    joins: Bool = false,
    attachments: [SourceMetadata.Attachment],
    path: String,
    onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) throws(GStreamerError) {
    if plan.parts != nil { GStreamer.beginRandomNumbersAnew() }
    pipeline = try Self.pipeline(of: plan, onEvent)
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
    tables = muxer.flatMap(TransportTables.init)
    var outputs: [Int: any TrackOutput] = [:]
    for (index, track) in Self.linked(plan) {
      let branch =
        joins
        ? try TrackBranch(joining: track)
        : try TrackBranch(encoding: track, for: plan.container, metadata)
      if let muxer {
        let last = try branch.add(to: pipeline)
        let pad = try muxer.sinkPad(taking: Caps(track.muxedCaps))
        if let timescale = track.timescale, pad.hasProperty("trak-timescale") {
          try pad.set("trak-timescale", to: "\(timescale)")
        }
        if !joins { branch.describe(last, for: plan.container) }
        if let lead = plan.lead { last.delaySegments(by: lead) }
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

  /// The tracks in the order in which the muxer gets them, so that its file has them in that of the plan.
  private static func linked(_ plan: Plan) -> [(offset: Int, element: Plan.Track)] {
    let tracks = Array(plan.tracks.enumerated())
    guard plan.container == "ogg" else { return tracks }
    // oggmux puts each stream of pictures before all that it has so far.
    return tracks.filter { $0.element.media.kind == .video }.reversed()
      + tracks.filter { $0.element.media.kind != .video }
  }

  /// An empty pipeline that tells how a plan's result ends, its errors in words for people.
  static func pipeline(
    of plan: Plan,
    _ onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) throws(GStreamerError) -> Pipeline {
    let (name, container) = (plan.output, plan.container)
    let kept = plan.tracks.filter { $0.encoder == nil }.map {
      "\($0.media.kind.rawValue) track \($0.index), \($0.codec)"
    }
    let fail: @Sendable (GStreamerError) -> RetimeError = { error in
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
  /// Ticks a second in which a container that has a choice keeps the times of uneven pictures.
  fileprivate var timescale: Int? {
    switch media {
    case .video(let video): video.timing == .constant ? nil : 90_000
    case .packets(let packets): packets.kind == .video ? 90_000 : nil
    case .audio: nil
    }
  }
}
