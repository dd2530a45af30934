// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

/// A worker that passes the packets of a track to the muxer, part by part, without encoding.
struct ReplayWorker {
  private let task: TrackTask
  private let number: Int
  private let parts: [(part: Plan.Part, reader: PartReader)]
  /// The caps of the packets, from the first part.
  private var caps: Caps?
  /// The shift of all times on the way to the output, which moves them back.
  private var shift: Int64?
  /// The decode time of the previous packet.
  private var decoded: Int64?

  /// Creates a worker for the track with index `number`, with the parts that contain it.
  init(_ task: TrackTask, number: Int, _ parts: [(part: Plan.Part, reader: PartReader)]) {
    (self.task, self.number, self.parts) = (task, number, parts)
  }

  /// Reads and writes all packets of the track.
  mutating func run() throws(WorkerFailure) {
    for (index, part) in parts.enumerated() {
      let repeatsHeaders = index > 0 && caps?.has("streamheader") == true
      var reader = part.reader
      var isFirst = true
      while let (record, bytes) = try reader.next(of: number, in: part.part) {
        switch record.kind {
        case .caps: try announce(bytes, part.part, isFirst: isFirst)
        // The stream has its headers once, as in the caps.
        case .packet where record.notes.isHeader && repeatsHeaders: continue
        case .packet:
          try push(record, bytes, beginsPart: isFirst)
          isFirst = false
        default: continue
        }
      }
    }
    if shift == nil, let caps { task.output.setCaps(caps) }
  }

  private mutating func announce(
    _ text: [UInt8],
    _ part: Plan.Part,
    isFirst: Bool
  ) throws(WorkerFailure) {
    let new = try task.making { () throws(GStreamerError) in
      try Caps(String(decoding: text, as: UTF8.self))
    }
    guard let caps, isFirst else {
      self.caps = new
      // The caps of the first packet wait until its shift is known.
      if shift != nil { task.output.setCaps(new) }
      return
    }
    // A container has one description for all packets of a track.
    guard new.isEqual(to: caps) else {
      throw .error(
        RetimeError(
          .missingCodec,
          "the parts of '\(task.plan.output)' cannot be joined: \(task.track.encoder ?? task.track.codec) describes part "
            + "\(part.number) otherwise than those before it. Give another --video-encoder, or no --parts",
          detail: "\(caps) and \(new)"
        )
      )
    }
  }

  private mutating func push(
    _ record: PartFile.Record,
    _ bytes: [UInt8],
    beginsPart: Bool
  ) throws(WorkerFailure) {
    var time = record.decoded
    // With a variable frame rate, the encoder guesses the decode times of a part's first frames.
    if let before = decoded, let own = time, own <= before { time = before + Self.step }
    decoded = time ?? decoded
    let shift = shift ?? max(0, -min(time ?? 0, record.shown ?? 0))
    if self.shift == nil {
      task.output.moveBack(by: StreamTime(clamping: shift))
      if let caps { task.output.setCaps(caps) }
    }
    self.shift = shift
    let buffer = try task.making { () throws(GStreamerError) in
      var buffer = try Buffer(bytes)
      buffer.packetNotes = record.notes
      buffer.presentationTime = record.shown.map { ClockTime(clamping: $0 + shift) }
      buffer.decodeTime = time.map { ClockTime(clamping: $0 + shift) }
      buffer.duration = record.duration.map { ClockTime(clamping: $0) }
      if beginsPart { buffer.isDiscontinuity = false }
      return buffer
    }
    guard task.output.push(buffer) else { throw .outputClosed }
    task.input.watchdog.feed()
    task.input.progress.advance(to: record.shown ?? 0, frames: 1)
  }

  /// The minimum time between two packets: slightly more than a tick of MPEG's clock.
  private static let step: Int64 = 11_112
}

extension PartReader {
  /// Returns the next record of a track with its bytes; nil after the last one.
  mutating func next(
    of track: Int,
    in part: Plan.Part
  ) throws(WorkerFailure) -> (PartFile.Record, [UInt8])? {
    do throws(SystemError) {
      return try next(of: track)
    } catch {
      throw .error(RetimeError(.inputOutput, "part \(part.number) cannot be read: \(error)"))
    }
  }
}
