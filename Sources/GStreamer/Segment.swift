// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A copy of a `GstSegment`, which maps the positions of buffers to running and stream time.
@safe public struct Segment: @unchecked Sendable {
  // `@unchecked Sendable`: plain numbers in a C struct, never changed.
  let raw: GstSegment

  init(_ raw: GstSegment) { self.raw = raw }

  /// Whether its format is time.
  public var isTime: Bool { raw.format == GST_FORMAT_TIME }

  /// The playback rate, negative for backwards.
  public var rate: Double { raw.rate }

  /// Whether its rate is negative, so that the last buffer comes first.
  public var isBackward: Bool { rate < 0 }

  /// The start position.
  public var start: ClockTime? { ClockTime(raw: GstClockTime(raw.start)) }

  /// The stream time of the start position, if it is known.
  public var time: ClockTime? { ClockTime(raw: GstClockTime(raw.time)) }

  /// The position from which running time counts: the start, or the stop backwards, moved by the offset.
  public var runningEdge: Int64? {
    guard let edge = isBackward ? stop : start else { return nil }
    let (place, overflow) =
      isBackward
      ? edge.signed.subtractingReportingOverflow(Int64(clamping: raw.offset))
      : edge.signed.addingReportingOverflow(Int64(clamping: raw.offset))
    return overflow ? .max : place
  }

  /// The stop position, if it has one.
  public var stop: ClockTime? { ClockTime(raw: GstClockTime(raw.stop)) }

  /// The running time of its start, in nanoseconds.
  public var base: Int64 { Int64(clamping: raw.base) }

  /// Returns the segment with its times mapped to other scales.
  ///
  /// `position`: the map of positions. `end`: the map of end positions. `stream`: the map of stream
  /// times.
  /// `length`: the map of durations. `base`: the new running time of its start.
  public func mapping(
    position: (Int64) -> Int64,
    end: (Int64) -> Int64,
    stream: (Int64) -> Int64,
    length: (Int64) -> Int64,
    base: Int64
  ) -> Segment {
    func map(_ time: UInt, _ change: (Int64) -> Int64) -> UInt {
      time == UInt.max ? time : UInt(clamping: change(Int64(clamping: time)))
    }
    var copy = raw
    copy.start = map(raw.start, position)
    copy.stop = map(raw.stop, end)
    copy.time = map(raw.time, stream)
    copy.offset = mappedOffset(position)
    copy.position = map(raw.position, position)
    copy.duration = map(raw.duration, length)
    copy.base = UInt(clamping: base)
    return Segment(copy)
  }

  /// Returns the mapped offset: the part before its base, from the start, or backwards from the stop.
  private func mappedOffset(_ position: (Int64) -> Int64) -> UInt {
    guard raw.offset > 0 else { return 0 }
    let edge = Int128(isBackward ? raw.stop : raw.start)
    let place = edge + (isBackward ? -1 : 1) * Int128(raw.offset)
    let (from, to) = (position(Int64(clamping: edge)), position(Int64(clamping: place)))
    return UInt(clamping: (Int128(to) - Int128(from)).magnitude)
  }

  /// The segment with a start that is later by its offset, which becomes 0; forwards only.
  var startingAtOffset: Segment {
    guard !isBackward, let edge = runningEdge else { return self }
    var copy = raw
    (copy.start, copy.offset) = (UInt(clamping: edge), 0)
    return Segment(copy)
  }

  /// The segment with its rate moved to the applied rate, so that the rate is 1, or -1 backwards.
  public var absorbingRate: Segment {
    var copy = raw
    copy.applied_rate *= rate.magnitude
    copy.rate = isBackward ? -1 : 1
    return Segment(copy)
  }

  /// The segment with positions in the source's own times, if its stream time starts at 0.
  public var countingFromZero: Segment {
    var copy = raw
    if copy.time == 0 { copy.start = 0 }
    return Segment(copy)
  }

  /// Returns the segment with later bounds; a missing bound stays missing, and so does one that overflows.
  public func shifted(by delay: ClockTime) -> Segment {
    func later(_ position: UInt) -> UInt {
      let (sum, overflows) = position.addingReportingOverflow(UInt(delay.nanoseconds))
      return overflows ? .max : sum
    }
    var copy = raw
    (copy.start, copy.stop) = (later(copy.start), later(copy.stop))
    return Segment(copy)
  }

  /// The segment with positions as running and stream times, from its own start.
  public var onOwnTimes: Segment {
    var copy = raw
    (copy.stop, copy.time, copy.base, copy.offset) = (UInt.max, raw.start, raw.start, 0)
    return Segment(copy)
  }

  /// Returns a segment of running times that starts at an earlier position.
  func beginning(atEarlier position: ClockTime) -> Segment {
    var copy = raw
    let start = UInt(position.nanoseconds)
    (copy.start, copy.time, copy.base) = (start, start, start)
    return Segment(copy)
  }

  /// The segment with positions as running and stream times, from 0, without bounds.
  var withoutBounds: Segment {
    var copy = raw
    (copy.start, copy.stop, copy.time, copy.base, copy.offset) = (0, UInt.max, 0, 0, 0)
    return Segment(copy)
  }

  /// Returns the segment with later running times; it starts at an earlier position where possible.
  func delayed(by delay: UInt) -> Segment {
    var copy = raw
    if copy.start >= delay { copy.start -= delay } else { copy.base += delay }
    return Segment(copy)
  }

  /// A segment of times from 0.
  public static var times: Segment { Segment(duration: nil) }

  /// Returns the segment with another stop position.
  public func ending(at stop: ClockTime?) -> Segment {
    var copy = raw
    copy.stop = UInt(stop.raw)
    return Segment(copy)
  }

  /// Returns the rest of a backward segment from a position.
  public func endingBackwards(at position: Int64) -> Segment {
    let time = ClockTime(clamping: position)
    guard let running = runningTime(of: time) else { return self }
    var copy = ending(at: time).raw
    (copy.base, copy.offset, copy.position) = (UInt(running.nanoseconds), 0, copy.stop)
    return Segment(copy)
  }

  /// Returns whether both map positions to the same running and stream times.
  public func isContinued(by other: Segment) -> Bool {
    raw.format == other.raw.format && raw.rate == other.raw.rate
      && raw.applied_rate == other.raw.applied_rate
      && raw.base &- raw.start == other.raw.base &- other.raw.start
      && raw.time &- raw.start == other.raw.time &- other.raw.start
      && raw.offset == other.raw.offset
  }

  /// Returns whether both map positions alike and have the same bounds.
  public func isSame(as other: Segment) -> Bool {
    isContinued(by: other) && raw.start == other.raw.start && raw.stop == other.raw.stop
  }

  /// Returns the running time of a position; nil where it has none.
  ///
  /// Wraps `gst_segment_to_running_time`.
  public func runningTime(of position: ClockTime) -> ClockTime? {
    // Backwards it counts from the stop position, and GStreamer assumes that there is one.
    let end = raw.stop == .max ? raw.duration : raw.stop
    guard rate > 0 || end != .max && end >= raw.offset else { return nil }
    return unsafe withUnsafePointer(to: raw) {
      unsafe ClockTime(
        raw: gst_segment_to_running_time($0, GST_FORMAT_TIME, UInt(position.nanoseconds))
      )
    }
  }

  /// Returns the running time of a position in nanoseconds, negative before the start; nil for none.
  ///
  /// Wraps `gst_segment_to_running_time_full`.
  public func signedRunningTime(of position: ClockTime) -> Int64? {
    unsafe signed(position, gst_segment_to_running_time_full)
  }

  /// Returns the position of a running time; nil where it has none.
  ///
  /// Wraps `gst_segment_position_from_running_time`.
  public func position(ofRunningTime time: ClockTime) -> ClockTime? {
    unsafe withUnsafePointer(to: raw) {
      unsafe ClockTime(
        raw: GstClockTime(
          gst_segment_position_from_running_time($0, GST_FORMAT_TIME, UInt(time.nanoseconds))
        )
      )
    }
  }

  /// Returns the stream time of a position, in nanoseconds: the time in the source.
  ///
  /// Wraps `gst_segment_to_stream_time_full`.
  public func streamTime(of position: ClockTime) -> Int64? {
    unsafe signed(position, gst_segment_to_stream_time_full)
  }

  /// Returns the signed result of a GStreamer conversion with a sign and a magnitude; nil for the sign 0.
  private func signed(
    _ position: ClockTime,
    _ convert: (UnsafePointer<GstSegment>, GstFormat, UInt, UnsafeMutablePointer<UInt>) -> gint
  ) -> Int64? {
    var result: UInt = 0
    let sign = unsafe withUnsafePointer(to: raw) {
      unsafe convert($0, GST_FORMAT_TIME, UInt(position.nanoseconds), &result)
    }
    guard sign != 0, let magnitude = Int64(exactly: result) else { return nil }
    return sign > 0 ? magnitude : -magnitude
  }

  /// Returns the segment with a stop no later than a stream time.
  ///
  /// Wraps `gst_segment_position_from_stream_time`.
  public func ending(atStreamTime end: ClockTime) -> Segment {
    var copy = raw
    let position = unsafe gst_segment_position_from_stream_time(
      &copy,
      GST_FORMAT_TIME,
      UInt(end.nanoseconds)
    )
    if let stop = ClockTime(raw: GstClockTime(position)) {
      copy.stop = min(copy.stop, UInt(stop.nanoseconds))
    }
    return Segment(copy)
  }

  /// Returns the segment, played forwards, with a start no earlier than a stream time.
  public func beginning(atStreamTime start: ClockTime) -> Segment {
    var copy = raw
    let wanted = UInt(start.nanoseconds)
    guard copy.rate == 1, wanted > copy.time else { return self }
    let skipped = min(wanted - copy.time, copy.stop - min(copy.start, copy.stop))
    copy.start += skipped
    copy.time += skipped
    copy.base += skipped
    return Segment(copy)
  }

  /// Returns the part of a time range inside the segment, in stream time; nil when it is empty.
  public func clippedStreamTime(
    from start: ClockTime,
    duration: ClockTime?
  ) -> (start: Int64, end: Int64)? {
    guard let range = clippedPosition(from: start, duration: duration),
      let from = streamTime(of: range.start), let to = streamTime(of: range.end)
    else { return nil }
    return (from, to)
  }

  /// Returns the part of a position range inside the segment; nil when it is empty.
  ///
  /// Wraps `gst_segment_clip`.
  public func clippedPosition(
    from start: ClockTime,
    duration: ClockTime?
  ) -> (start: ClockTime, end: ClockTime)? {
    var (first, last): (UInt, UInt) = (0, 0)
    let end = start.nanoseconds.addingReportingOverflow(duration?.nanoseconds ?? 0)
    let isInside = unsafe withUnsafePointer(to: raw) {
      unsafe gst_segment_clip(
        $0,
        GST_FORMAT_TIME,
        UInt(start.nanoseconds),
        end.overflow ? UInt.max - 1 : UInt(end.partialValue),
        &first,
        &last
      )
    }
    guard isInside != 0 else { return nil }
    return (ClockTime(nanoseconds: UInt64(first)), ClockTime(nanoseconds: UInt64(last)))
  }
}
