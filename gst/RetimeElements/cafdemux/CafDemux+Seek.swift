// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import GStreamer
internal import Synchronization

extension CafDemux {
  /// Seeks, on any thread; returns false if the seek is not supported.
  func seek(_ seek: Event.Seek) -> Bool {
    let isReady = facts.withLock { $0.isPulling && $0.file != nil }
    guard isReady, seek.isTime, seek.rate > 0 else { return false }
    if seek.isFlushing {
      send { try Event.flushStart(sequence: seek.sequence) }
    } else {
      host.pausePulling()
    }
    return host.whileNothingStreams {
      var sought: Segment?
      stream.use { stream in
        guard let file = stream.file, let segment = stream.segment.seeking(seek) else { return }
        (stream.segment, stream.sequence) = (segment, seek.sequence)
        stream.move(file)
        sought = segment
      }
      if seek.isFlushing { send { try Event.flushStop(sequence: seek.sequence) } }
      if let sought, sought.isPart {
        let start = sought.start?.signed ?? 0
        host.postSegment(isDone: false, at: start, sequence: seek.sequence)
      }
      host.startPulling()
      return sought != nil
    }
  }

  /// Sends an event upstream and downstream.
  private func send(_ event: () throws -> Event) {
    if let up = try? event() { _ = host.sendUpstream(up) }
    host.send(try? event())
  }
}

extension CafDemux.Stream {
  /// Moves to the start of the segment.
  mutating func move(_ file: CafFile) {
    let valid = file.packets.validFrames
    let first = valid.lowerBound.saturatingSum(file.frame(at: segment.position?.signed ?? 0))
    let stop = segment.stop.map { valid.lowerBound.saturatingSum(file.frame(at: $0.signed)) }
    end = min(stop ?? valid.upperBound, valid.upperBound)
    position =
      first < valid.upperBound
      ? file.packets.position(holding: first, preroll: file.format.preroll) : file.packets.end
    (segmentIsDue, isDiscontinuous) = (true, true)
  }

  /// Returns the segment for output buffers, whose timestamps include the frames before the first audible one.
  ///
  /// Decoders clip their output at the segment's ends, to whole frames that they round down. So the
  /// start is rounded up, and the stop is up to 2 ns before the time of the frame at which it ends,
  /// since timestamps are rounded down, twice at most.
  func outputSegment(_ file: CafFile) -> Segment {
    let valid = file.packets.validFrames
    let start = file.frame(at: segment.start?.signed ?? 0)
    let isOpen = segment.stop == nil && (file.format.isExact || !file.isBounded)
    let stop = max(end, valid.lowerBound)
    return segment.placing(
      start: file.time(of: valid.lowerBound.saturatingSum(start), roundedUp: !file.format.isExact),
      stop: isOpen ? nil : file.time(of: stop) - (file.format.isExact ? 0 : min(2, stop)),
      time: file.time(of: start)
    )
  }
}
