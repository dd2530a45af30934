// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

/// Lets a transport stream begin with its tables, so that nothing before them is lost on those who read it.
///
/// `mpegtsmux` writes them in front of the first packet of the stream that has the clock references, which is the one of
/// its first pad; where another begins earlier, packets of that one stand before any table. So the clock goes to the stream
/// that is written first. The muxer asks for its map of programs when each pad has its first buffer or has ended, which is
/// behind the probes of all of them.
public final class TransportTables: Sendable {
  private let muxer: Element
  private let first = Mutex(First())

  /// None for other muxers, and where the installed one needs no help.
  ///
  /// `muxer`: none of whose pads has had a buffer. It is held as long as this lives, which watches no longer than that.
  public init?(of muxer: Element) {
    guard muxer.isMade(by: Repair.transportTables.element), Repair.transportTables.isNeeded else {
      return nil
    }
    self.muxer = muxer
  }

  /// Looks at the first buffer of one of the muxer's sink pads; they come in the order in which they were requested.
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

  /// Gives the clock to a pad whose buffer is written before those that were seen so far.
  private func note(_ time: ClockTime, order: Int, of name: String) {
    first.withLock { first in
      guard first.key.map({ (time.nanoseconds, order) < $0 }) ?? true else { return }
      first.key = (time.nanoseconds, order)
      // It takes any name; without it the stream is as it would be.
      try? muxer.set("prog-map", to: "program_map, PCR_1=(string)\(name)")
    }
  }

  private struct First {
    var pads = 0
    /// What is written first so far: its running time in nanoseconds, and which pad it is, as the older one goes first.
    var key: (UInt64, Int)?
  }
}

extension Buffer {
  /// The running time by which `mpegtsmux` chooses what it writes next: when it is decoded, unless that is before zero.
  fileprivate func writingTime(in segment: Segment?) -> ClockTime? {
    guard let segment else { return nil }
    return decodeTime.flatMap(segment.runningTime) ?? presentationTime.flatMap(segment.runningTime)
  }
}
