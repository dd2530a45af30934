// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// A writer that encodes the tracks of a part and records the packets instead of muxing them.
final class PartWriter: ResultWriter {
  let outputs: [any TrackOutput]
  private let pipeline: Pipeline

  /// Creates a stopped writer.
  ///
  /// `plan`: the plan of this part only.
  /// `numbers`: the indices of its tracks in the whole plan.
  /// `joins`: whether tracks of packets get encoded frames that are joined with copied ones later.
  init(
    _ plan: Plan,
    numbers: [Int],
    attachments: [SourceMetadata.Attachment],
    _ recorder: PacketRecorder,
    joins: Bool,
    onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) throws(GStreamerError) {
    pipeline = try MuxedWriter.pipeline(of: plan, onEvent)
    let metadata = try MetadataWriter(plan, attachments: attachments)
    // The muxer gets no packets; its pads supply the caps that it takes.
    let muxer = try Element.parse(plan.muxer ?? "")
    var outputs: [any TrackOutput] = []
    for (track, number) in zip(plan.tracks, numbers) {
      let isJoined = joins && track.packets != nil
      let branch =
        isJoined
        ? try TrackBranch(joining: track)
        : try TrackBranch(encoding: track, for: plan.container, metadata)
      let pad = try muxer.sinkPad(taking: Caps(track.muxedCaps))
      let end = try branch.add(to: pipeline)
      if !isJoined { branch.describe(end, for: plan.container) }
      let form = isJoined ? "ANY" : pad.templateCaps.description
      let filter = try Element.make("capsfilter", ["caps": form])
      let sink = try Element.make("fakesink", ["sync": "false", "async": "false"])
      try pipeline.add(filter, sink)
      try end.link(to: filter.pad("sink"))
      try filter.link(to: sink)
      try sink.pad("sink").observeBuffersAndCaps { buffer, segment, caps in
        do throws(SystemError) {
          try recorder.record(buffer, segment, caps(), track: number)
        } catch {
          let text = "its file in the work folder cannot be written: \(error)"
          onEvent(.failed(RetimeError(.inputOutput, text)))
        }
        return true
      }
      try branch.prepare(metadata)
      outputs.append(branch.source)
    }
    self.outputs = outputs
  }

  func start() { pipeline.play() }

  func stop() { pipeline.stop() }
}

/// A recorder of packets to the file of a part.
///
/// Called by the streaming threads of all tracks, each of which waits while a packet of another is
/// written.
final class PacketRecorder: Sendable {
  private struct State {
    var fingerprint = Fingerprint()
    /// The current caps of each track.
    var caps: [Int: Caps] = [:]
    var hasFailed = false
  }

  private let file: PartialFile
  private let state = Mutex(State())

  /// Writes the header of a part's file; `plan` is the plan's fingerprint.
  init(_ file: PartialFile, plan: UInt64, part: Int) throws(SystemError) {
    self.file = file
    try state.withLock { state throws(SystemError) in
      try append(PartFile.header(plan: plan, part: part), &state)
    }
  }

  /// Writes a packet, preceded by its caps if they have changed.
  func record(
    _ buffer: borrowing Buffer,
    _ segment: Segment?,
    _ caps: Caps?,
    track: Int
  ) throws(SystemError) {
    let segment = segment ?? .times
    var record = PartFile.Record(.packet, track: track, byteCount: buffer.byteCount)
    record.shown = buffer.presentationTime.flatMap { segment.signedRunningTime(of: $0) }
    record.decoded = buffer.decodeTime.flatMap { segment.signedRunningTime(of: $0) }
    record.duration = buffer.duration.map { Int64(clamping: $0.nanoseconds) }
    record.notes = buffer.packetNotes
    let bytes = buffer.content
    try state.withLock { state throws(SystemError) in
      // Only the first failure is reported; packets until the pipeline stops are dropped.
      guard !state.hasFailed else { return }
      if let caps, state.caps[track].map({ !$0.isEqual(to: caps) }) ?? true {
        state.caps[track] = caps
        let text = Array(caps.description.utf8)
        try append(PartFile.Record(.caps, track: track, byteCount: text.count), &state)
        try append(text, &state)
      }
      try append(record, &state)
      try append(bytes, &state)
    }
  }

  /// Writes a finished file as the content of the part.
  func copy(_ path: String) throws(SystemError) {
    let source = try RandomAccessFile(path)
    try state.withLock { state throws(SystemError) in
      let record = PartFile.Record(.bytes, byteCount: source.byteCount)
      try append(record, &state)
      var offset = 0
      while offset < source.byteCount {
        let count = min(1 << 20, source.byteCount - offset)
        guard let bytes = source.bytes(at: offset, count: count) else { throw .inputOutput }
        try append(bytes, &state)
        offset += count
      }
    }
  }

  /// Writes the end of the file: the frame count of each track, and its end in the result in nanoseconds.
  func finish(_ tracks: [(track: Int, frames: Int, end: Int64)]) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      for track in tracks {
        var record = PartFile.Record(.frames, track: track.track)
        (record.shown, record.duration) = (track.end, Int64(track.frames))
        try append(record, &state)
      }
      try append(PartFile.Record(.end), &state)
      try file.write(PartFile.bytes(state.fingerprint.value).span)
    }
  }

  private func append(_ record: PartFile.Record, _ state: inout State) throws(SystemError) {
    try append(record.words.flatMap(PartFile.bytes), &state)
  }

  private func append(_ bytes: [UInt8], _ state: inout State) throws(SystemError) {
    state.fingerprint.add(bytes.span)
    do throws(SystemError) {
      try file.write(bytes.span)
    } catch {
      state.hasFailed = true
      throw error
    }
  }
}
