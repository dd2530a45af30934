// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The segments of a stream in the source's own times, clipped to the selected part.
///
/// The frame count and the reader must agree on them to the frame.
struct PartSegments: Sendable {
  /// The maximum number of packets after a part that can be decoded before one of the part.
  ///
  /// These are both fields of the 16 frames that an H.264 decoder holds at most (ITU-T H.264,
  /// A.3.1).
  static let mostDecodedEarly = 32

  /// Whether positions are the source's own times, whatever their segment is.
  let countsFromZero: Bool
  /// The encoder delay by which audio is moved earlier; nil if there is none or the demuxer applies it.
  let codecDelay: ClockTime?
  /// The start of the part; nil if a seek sets it.
  var start: ClockTime?
  /// The end of the part.
  let end: ClockTime?
  /// The start of the part.
  var begin: ClockTime?
  /// The container's largest rounding error of video frames' times; zero for other streams.
  var rounding: StreamTime = 0

  /// Returns the time to seek to for the audio of a part: half a second before it; nil for the file's start.
  ///
  /// Right after a seek, a decoder has no earlier packets, on which its output depends: AAC packets
  /// overlap, MP3 has a bit reservoir, and Opus converges in 80 ms (RFC 7845, 4.6). Demuxers of MPEG
  /// streams do not support a seek before the first packet.
  static func audioStart(of start: ClockTime, beginning: StreamTime) -> ClockTime? {
    let early = StreamTime(start) - 500_000_000
    return early > beginning ? ClockTime(early) : nil
  }

  /// Returns the segment for a buffer; nil when `position` is after the part.
  ///
  /// It is clipped here and not by a seek: qtdemux stops a packet early on files with edit lists.
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

  /// Returns the source time of a position, in the part or outside; nil for none.
  func time(of position: ClockTime, in given: Segment) -> StreamTime? {
    (countsFromZero ? given.countingFromZero : given).time(of: position)
  }

  /// Returns whether a frame that starts at `time` is after the part.
  ///
  /// The frame's time is rounded and the end is not: a frame that starts before the end by less
  /// than the rounding counts as starting there.
  private func isBehind(_ time: StreamTime, _ end: ClockTime) -> Bool {
    let last = StreamTime(end)
    return time >= last || last - time < rounding
  }

  /// Returns the times between which a video frame of the part is shown; nil if it is not shown.
  ///
  /// A frame time within the container's rounding of the start or end of the part is moved there:
  /// the frame before the part is not shown for a fraction of a millisecond.
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
