// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// A filter that gives a decoder only the packets that smart rendering needs decoded.
///
/// Each range starts at a packet at which decoding can start, so the decoder's output of it does not
/// depend on the packets that are dropped.
final class JoinFilter: Sendable {
  private let ranges: [StreamTime: StreamTime]
  private let countsFromZero: Bool

  /// Creates the filter of a plan for ranges in decode order.
  init(_ plan: Plan, _ ranges: [Plan.Smart.Decoded]) {
    countsFromZero = plan.countsFromZero
    self.ranges = Dictionary(ranges.map { ($0.first, $0.last) }) { max($0, $1) }
  }

  /// Filters the input of an element, if it is a video decoder.
  func watch(_ element: Element) {
    let kind = ElementFactory(named: element.factoryName)?.classification ?? ""
    guard kind.contains("Decoder"), kind.contains("Video"), let pad = try? element.pad("sink") else {
      return
    }
    /// The time of the last packet of the range that is being decoded; nil between two ranges.
    let last = Mutex<StreamTime?>(nil)
    pad.observeBuffers { packet, segment in
      guard let segment, let position = packet.presentationTime,
        let time = (self.countsFromZero ? segment.countingFromZero : segment).time(of: position)
      else { return last.withLock { $0 != nil } }
      return last.withLock { last in
        if last == nil { last = self.ranges[time] }
        guard let end = last else { return false }
        if time == end { last = nil }
        return true
      }
    }
  }
}
