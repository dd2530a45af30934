// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// A worker that copies the packets of a video track, with those of encoded frames in between.
struct SmartWorker: ~Copyable {
  private let task: TrackTask
  private let smart: Plan.Smart
  private let map: TimeMap
  private let passes: [PlaybackPass]
  private let grid: FrameGrid
  private var output: PacketOutput
  private var decodeTimes: DecodeTimes
  private var source: CopiedPackets
  private let stream: JoinedStream
  /// The packets of the encoded frames; nil if all are copied.
  private var joins: (any JoinSource)?
  /// Whether packets have been written.
  private var hasBegun = false
  private var hasCaps = false

  /// Creates a worker; `joins` has the packets of the encoded frames, nil if all are copied.
  init(
    _ task: TrackTask,
    _ packets: Plan.Packets,
    _ smart: Plan.Smart,
    _ joins: (any JoinSource)?
  ) {
    (self.task, self.smart, self.joins) = (task, smart, joins)
    map = task.plan.timeMap
    passes = task.input.played.passes
    grid = task.plan.grid(of: task.track)
    output = PacketOutput(task, packets)
    let (start, end) = (smart.pieces.first?.start ?? .zero, smart.pieces.last?.end ?? .zero)
    let count = Int64(max(1, smart.copiedFrames + smart.encodedFrames))
    decodeTimes = DecodeTimes(
      depth: smart.reordering,
      start: start.streamTime,
      step: max(1, StreamTime(clamping: (end - start).streamTime.nanoseconds / count))
    )
    source = CopiedPackets(task.input)
    stream = JoinedStream(task.track.sourceCodec, smart)
  }

  /// Writes all packets.
  mutating func run() throws(WorkerFailure) {
    for piece in smart.pieces {
      if let copied = piece.copied {
        try copy(piece, copied)
      } else {
        try writeEncoded(piece)
      }
    }
    try output.finish()
  }

  private mutating func announce(_ caps: Caps?) throws(WorkerFailure) {
    guard !hasCaps, let caps else { return }
    hasCaps = true
    let (rate, configuration) = (smart.video.frameRate, smart.configuration)
    let complete = try task.making { () throws(GStreamerError) in
      var fields: [String: String] = [:]
      if let rate { fields["framerate"] = "(fraction)\(rate.numerator)/\(rate.denominator)" }
      if let configuration {
        fields["codec_data"] = "(buffer)" + configuration.map(Self.hexadecimal).joined()
      }
      return try caps.setting(fields)
    }
    try output.setCaps(complete)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  // MARK: - Copied frames

  private mutating func copy(
    _ piece: Plan.Smart.Piece,
    _ copied: Plan.Smart.Copied
  ) throws(WorkerFailure) {
    try source.start(copied)
    var (count, before) = (0, (source: copied.from, output: piece.start.streamTime))
    while count < piece.frames {
      guard let next = source.nextInRange() else {
        throw .error(
          RetimeError(
            .inputOutput,
            "'\(task.plan.input)' has fewer packets than it had when the job started"
          )
        )
      }
      try announce(next.caps)
      if next.isHidden {
        let time = before.output + (next.time - before.source)
        try push(next, at: time, decoded: time, length: .zero, frames: 0)
        continue
      }
      let time = outputTime(of: next.time, copied)
      let shown = time.streamTime
      let length = length(of: next, from: time, piece, copied)
      let decoded = decodeTimes.next(shown: shown)
      try push(next, at: shown, decoded: decoded, length: length, frames: 1, isFirst: count == 0)
      before = (next.time, shown)
      count += 1
    }
  }

  private mutating func push(
    _ packet: borrowing CopiedPacket,
    at time: StreamTime,
    decoded: StreamTime,
    length: RationalTime,
    frames: Int,
    isFirst: Bool = false
  ) throws(WorkerFailure) {
    let startsAnew = isFirst && hasBegun
    hasBegun = true
    try output.push(shown: time, decoded: decoded, length: length, frames: frames) {
      () throws(GStreamerError) in try stream.copied(packet.buffer, startsAnew: startsAnew)
    }
  }

  /// Returns the output time of a copied frame with a source time.
  private func outputTime(of time: StreamTime, _ copied: Plan.Smart.Copied) -> RationalTime {
    if let tick = copied.tick, let rate = smart.video.frameRate,
      let sourceRate = smart.sourceFrameRate
    {
      let distance = grid.time(of: time) - grid.time(of: copied.from)
      let frames = Int(clamping: (distance.rational * sourceRate.rational).rounded())
      return rate.time(ofTick: tick + frames)
    }
    let pass = passes[copied.pass]
    return map.outputTime(of: played(time, in: pass), in: pass)
  }

  /// Returns the time at which a pass plays a source time.
  private func played(_ time: StreamTime, in pass: PlaybackPass) -> RationalTime {
    let start = task.track.start + task.plan.origin
    var source = grid.time(of: max(time, start))
    if task.plan.map != nil {
      source = pass.aligned(source, rounding: RationalTime(task.track.rounding))
    }
    return pass.start + source - pass.sourceStart
  }

  private func length(
    of packet: borrowing CopiedPacket,
    from time: RationalTime,
    _ piece: Plan.Smart.Piece,
    _ copied: Plan.Smart.Copied
  ) -> RationalTime {
    if let rate = smart.video.frameRate { return rate.time(ofTick: 1) }
    // The file may state no duration of the last frame, or that of decoding.
    if packet.time == copied.last { return max(.zero, piece.end - time) }
    guard let duration = packet.duration else { return .zero }
    let pass = passes[copied.pass]
    let end = played(packet.time + duration, in: pass)
    return max(.zero, min(map.outputTime(ofSource: end), pass.outputEnd) - time)
  }

  // MARK: - Encoded frames

  private mutating func writeEncoded(_ piece: Plan.Smart.Piece) throws(WorkerFailure) {
    let (from, to) = (piece.start.streamTime, piece.end.streamTime)
    for index in 0..<piece.frames {
      guard let next = try joins?.next() else { throw smart.tooFew(of: task.track) }
      guard let time = next.time, from <= time, time < to else {
        throw mismatch("gave its frames other times")
      }
      guard index > 0 || !next.buffer.isDelta else {
        throw mismatch("made no key frame where one is needed")
      }
      if !hasCaps { try announceSource() }
      let packet = try joined(next)
      hasBegun = true
      let length =
        smart.video.frameRate?.time(ofTick: 1)
        ?? RationalTime(min(next.buffer.duration.map(StreamTime.init) ?? 0, to - time))
      try output.push(
        shown: time,
        decoded: decodeTimes.next(shown: time),
        length: length,
        frames: 1
      ) { () throws(GStreamerError) in try packet.sharingMemory() }
    }
  }

  /// Announces the caps of the source before its first packet is copied.
  private mutating func announceSource() throws(WorkerFailure) {
    guard let first = smart.pieces.lazy.compactMap(\.copied).first else { return }
    try source.start(first)
    try announce(source.caps)
  }

  /// Returns an encoder's packet for the joined stream.
  private func joined(_ packet: borrowing EncodedPacket) throws(WorkerFailure) -> Buffer {
    let isPlanned =
      smart.parameters?.describes(task.track.sourceCodec, packet.caps?.bytes("codec_data")) ?? true
    guard isPlanned,
      let joined = try task.making({ () throws(GStreamerError) in
        try stream.encoded(packet.buffer, sourceHead: source.head)
      })
    else { throw mismatch("describes its frames otherwise than in the plan") }
    return joined
  }

  private func mismatch(_ text: String) -> WorkerFailure { smart.mismatch(text, of: task.track) }
}
