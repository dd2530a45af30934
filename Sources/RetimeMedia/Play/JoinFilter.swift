// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
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
  private let sets: ParameterSets?

  /// The state of one decoder.
  private struct State {
    /// The time of the last packet of the range that is being decoded; nil between two ranges.
    var last: StreamTime?
    /// Whether the current packet is the first of its range.
    var isFirst = false
    /// Whether packets that precede the first one in presentation order are dropped.
    var dropsLeading = false
  }

  /// Creates the filter of a track.
  init(_ plan: Plan, _ track: Plan.Track, _ smart: Plan.Smart) {
    countsFromZero = plan.countsFromZero
    ranges = Dictionary(smart.decoded.map { ($0.first, $0.last) }) { max($0, $1) }
    sets = smart.configuration.flatMap { ParameterSets(track.sourceCodec, $0) }
  }

  /// Filters the input of an element, if it is a video decoder.
  func watch(_ element: Element) {
    let kind = ElementFactory(named: element.factoryName)?.classification ?? ""
    guard kind.contains("Decoder"), kind.contains("Video"), let pad = try? element.pad("sink")
    else {
      return
    }
    let state = Mutex(State())
    pad.observeBuffers { packet, segment in
      state.withLock { self.keeps(packet, self.time(of: packet, segment), &$0) }
    }
    guard let sets else { return }
    pad.changeBuffers { packet in
      guard state.withLock(\.isFirst) else { return }
      try? packet.withMutableSpan(of: UInt8.self) { (bytes) throws(GStreamerError) in
        sets.startAnew(&bytes)
      }
    }
  }

  private func time(of packet: borrowing Buffer, _ segment: Segment?) -> StreamTime? {
    guard let segment, let position = packet.presentationTime else { return nil }
    return (countsFromZero ? segment.countingFromZero : segment).time(of: position)
  }

  private func keeps(
    _ packet: borrowing Buffer,
    _ time: StreamTime?,
    _ state: inout State
  ) -> Bool {
    state.isFirst = false
    guard let time else { return state.last != nil }
    if state.last == nil {
      state.last = ranges[time]
      (state.isFirst, state.dropsLeading) = (state.last != nil, sets != nil)
    } else if state.dropsLeading, !packet.isDelta {
      state.dropsLeading = false
    }
    guard let last = state.last else { return false }
    if time == last { state.last = nil }
    return !(state.dropsLeading && isLeading(packet))
  }

  private func isLeading(_ packet: borrowing Buffer) -> Bool {
    let isLeading = try? packet.withSpan(of: UInt8.self) {
      (bytes: Span<UInt8>) throws(GStreamerError) in sets?.isLeading(bytes) ?? false
    }
    return isLeading ?? false
  }
}
