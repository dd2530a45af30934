// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The segments of a stream in the source's own times, as long as the part that is wanted.
///
/// Counting and reading must agree on them to the frame.
struct PartSegments: Sendable {
  /// The maximum number of packets after a part that can be decoded before one of the part: both fields of the 16 frames
  /// that an H.264 decoder holds at most (ITU-T H.264, A.3.1).
  static let mostDecodedEarly = 32

  /// Whether positions are the source's own times, whatever their segment says.
  let countsFromZero: Bool
  /// The encoder's delay, by which sound is to be heard earlier; nil where the demuxer knows, or there is none.
  let codecDelay: ClockTime?
  /// Where the part begins, if nobody seeks to it, and where it ends.
  let start: ClockTime?, end: ClockTime?
  /// The beginning of the part.
  var begin: ClockTime?
  /// By how much the container may have rounded the times of video frames; zero for other streams.
  var rounding: StreamTime = 0

  /// The segment for a buffer; nil when what lies at `position` comes after the part.
  ///
  /// It is cut here and not by a seek: qtdemux stops a packet early on files with edit lists.
  func segment(_ given: Segment, position: ClockTime?) -> Segment? {
    var segment = countsFromZero ? given.countingFromZero : given
    if let codecDelay { segment = segment.shifted(by: codecDelay) }
    if let start { segment = segment.beginning(atStreamTime: start) }
    guard let end else { return segment }
    if let time = position.flatMap(segment.streamTime), isBehind(StreamTime(clamping: time), end) {
      return nil
    }
    return segment.ending(atStreamTime: end)
  }

  /// Whether a frame that begins at a time lies behind the part.
  ///
  /// Its own time was rounded, that of the end was not: a frame that begins as little before the end begins with it.
  private func isBehind(_ time: StreamTime, _ end: ClockTime) -> Bool {
    let last = StreamTime(end)
    return time >= last || last - time < rounding
  }

  /// When a video frame of the part is shown, and until when where it says that; nil where it is not shown.
  ///
  /// A frame that begins or ends within the container's rounding of the part's begin or end begins or ends there: the
  /// one before the part is not shown for a fraction of a millisecond.
  func shown(
    from time: ClockTime,
    duration: ClockTime?,
    in segment: Segment
  ) -> (start: StreamTime, end: StreamTime)? {
    guard let range = segment.range(from: time, duration: duration) else { return nil }
    var (start, stop) = range
    if let end, isBehind(start, end) { return nil }
    if let first = begin.map(StreamTime.init) {
      if stop > start, stop < first + rounding { return nil }
      if start > first, start < first + rounding { start = first }
    }
    stop = max(stop, start)
    return (start, stop)
  }
}
