// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

// The frames between copied packets, made in parts.

extension TrackTask {
  /// Encodes the frames between copied packets for a part of the job, and passes on their packets as the encoder gives them.
  func encodeJoins(_ smart: Plan.Smart) throws(WorkerFailure) {
    guard !smart.pieces.isEmpty else { return }
    try JoinFrames.with(self, smart) { (frames) throws(WorkerFailure) in
      var caps: Caps?
      for _ in 0..<smart.encodedFrames {
        guard let next = try frames.next(), let time = next.time else {
          throw smart.tooFew(of: track)
        }
        if let new = next.caps, caps.map({ !$0.isEqual(to: new) }) ?? true {
          caps = new
          output.setCaps(new)
        }
        let length = next.buffer.duration.map(StreamTime.init) ?? 0
        let packet = try making { () throws(GStreamerError) in try next.buffer.sharingMemory() }
        try push(packet, from: time, to: time + length, frames: 1)
      }
    }
  }
}

/// The encoded packets between copied ones, from the files of a job's parts.
struct RecordedJoins: JoinSource {
  private let number: Int
  /// The parts that are not read to their end.
  private var parts: ArraySlice<(part: Plan.Part, reader: PartReader)>
  private var caps: Caps?

  /// Creates the source for the track with index `number`, from the parts that contain it.
  init(number: Int, _ parts: [(part: Plan.Part, reader: PartReader)]) {
    (self.number, self.parts) = (number, parts[...])
  }

  mutating func next() throws(WorkerFailure) -> EncodedPacket? {
    while let first = parts.indices.first {
      let part = parts[first].part
      guard let (record, bytes) = try parts[first].reader.next(of: number, in: part) else {
        parts.removeFirst()
        continue
      }
      do throws(GStreamerError) {
        switch record.kind {
        case .caps: caps = try Caps(String(decoding: bytes, as: UTF8.self))
        case .packet:
          var buffer = try Buffer(bytes)
          buffer.packetNotes = record.notes
          buffer.duration = record.duration.map { ClockTime(clamping: $0) }
          let time = record.shown.map { StreamTime(clamping: $0) }
          return EncodedPacket(buffer: buffer, caps: caps, time: time)
        case .frames, .bytes, .end: break
        }
      } catch {
        throw .error(
          RetimeError(.inputOutput, "part \(part.number) cannot be read: \(error.message)")
        )
      }
    }
    return nil
  }
}
