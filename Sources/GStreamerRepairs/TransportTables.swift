// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

/// A repair that makes a transport stream start with its tables, so that readers lose no packets.
///
/// `mpegtsmux` writes them before the first packet of the stream with the clock references, that of
/// its first pad. Where another stream starts earlier, its packets precede all tables. So the clock
/// references are moved to the stream that is written first. The muxer reads its program map once
/// each pad has its first buffer or has ended, which is after the probes of all pads.
public final class TransportTables: Sendable {
  private let muxer: Element
  private let first = Mutex(First())

  /// Creates the repair; nil for other muxers, and where the installed one does not need it.
  ///
  /// `muxer`: no pad of it has had a buffer yet. It is retained; the probes do nothing after this
  /// value is released.
  public init?(of muxer: Element) {
    guard muxer.isMade(by: Repair.transportTables.element), Repair.transportTables.isNeeded else {
      return nil
    }
    self.muxer = muxer
  }

  /// Observes the first buffer of a sink pad of the muxer; must be called in the order of the pad requests.
  public func watch(_ pad: Pad) throws(GStreamerError) {
    let name = try pad.text(of: "name")
    let order = first.withLock { first in
      first.pads += 1
      return first.pads
    }
    let isFirst = Atomic(true)
    pad.observeBuffers { [weak self] buffer, segment in
      guard isFirst.exchange(false, ordering: .relaxed) else { return true }
      if let self, let time = buffer.writingTime(in: segment) {
        self.note(time, order: order, of: name)
      }
      return true
    }
  }

  /// Assigns the clock references to a pad whose buffer is written before those seen so far.
  private func note(_ time: ClockTime, order: Int, of name: String) {
    first.withLock { first in
      guard first.key.map({ (time.nanoseconds, order) < $0 }) ?? true else { return }
      first.key = (time.nanoseconds, order)
      // The property takes any name; if it cannot be set, the stream stays unrepaired.
      try? muxer.set("prog-map", to: "program_map, PCR_1=(string)\(name)")
    }
  }

  private struct First {
    var pads = 0
    /// The earliest running time so far, in nanoseconds, and the pad's index: the older pad goes first.
    var key: (UInt64, Int)?
  }
}

extension Buffer {
  /// The running time by which `mpegtsmux` orders buffers: the DTS's, or the PTS's where that is negative.
  fileprivate func writingTime(in segment: Segment?) -> ClockTime? {
    guard let segment else { return nil }
    return decodeTime.flatMap(segment.runningTime) ?? presentationTime.flatMap(segment.runningTime)
  }
}
