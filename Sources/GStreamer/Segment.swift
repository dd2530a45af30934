// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The part of a stream that buffers belong to, a copy of a `GstSegment`.
@safe public struct Segment: @unchecked Sendable {
  // `@unchecked Sendable`: plain numbers in a C struct, never changed.
  let raw: GstSegment

  init(_ raw: GstSegment) { self.raw = raw }

  /// Whether positions are times.
  public var isTime: Bool { raw.format == GST_FORMAT_TIME }

  /// The speed at which it is played, below zero for backwards.
  public var rate: Double { raw.rate }

  /// Whether its rate is negative, so that the last buffer comes first.
  public var isBackward: Bool { rate < 0 }

  /// The position at which it begins.
  public var start: ClockTime? { ClockTime(raw: GstClockTime(raw.start)) }

  /// The stream time of the position at which it begins, if that is known.
  public var time: ClockTime? { ClockTime(raw: GstClockTime(raw.time)) }

  /// The position from which running time is counted: the begin, or backwards the end, less what was played before.
  public var runningEdge: Int64? {
    guard let edge = isBackward ? stop : start else { return nil }
    let (place, overflow) =
      isBackward
      ? edge.signed.subtractingReportingOverflow(Int64(clamping: raw.offset))
      : edge.signed.addingReportingOverflow(Int64(clamping: raw.offset))
    return overflow ? .max : place
  }

  /// The position at which it ends, if it does.
  public var stop: ClockTime? { ClockTime(raw: GstClockTime(raw.stop)) }

  /// The running time at which it begins, in nanoseconds.
  public var base: Int64 { Int64(clamping: raw.base) }

  /// The same segment with its times on other scales.
  ///
  /// `position`: a map of positions, `end` of where they end. `stream`: a map of stream times. `length`: one of
  /// durations. `base`: the running time at which it begins.
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

  /// How much of it lies before its base, counted from where it begins, or backwards from its end.
  private func mappedOffset(_ position: (Int64) -> Int64) -> UInt {
    guard raw.offset > 0 else { return 0 }
    let edge = Int128(isBackward ? raw.stop : raw.start)
    let place = edge + (isBackward ? -1 : 1) * Int128(raw.offset)
    let (from, to) = (position(Int64(clamping: edge)), position(Int64(clamping: place)))
    return UInt(clamping: (Int128(to) - Int128(from)).magnitude)
  }

  /// The same segment for what was made so much faster or slower already that its rate is 1, or -1 backwards.
  public var absorbingRate: Segment {
    var copy = raw
    copy.applied_rate *= rate.magnitude
    copy.rate = isBackward ? -1 : 1
    return Segment(copy)
  }

  /// The same segment with positions that are the source's own times, if it begins at time 0 elsewhere.
  public var countingFromZero: Segment {
    var copy = raw
    if copy.time == 0 { copy.start = 0 }
    return Segment(copy)
  }

  /// The same segment over positions that are all later; none stays none, and is what lies beyond the last one.
  public func shifted(by delay: ClockTime) -> Segment {
    func later(_ position: UInt) -> UInt {
      let (sum, overflows) = position.addingReportingOverflow(UInt(delay.nanoseconds))
      return overflows ? .max : sum
    }
    var copy = raw
    (copy.start, copy.stop) = (later(copy.start), later(copy.stop))
    return Segment(copy)
  }

  /// The same segment with positions that are running and stream times, beginning where it did.
  var onOwnTimes: Segment {
    var copy = raw
    (copy.stop, copy.time, copy.base, copy.offset) = (UInt.max, raw.start, raw.start, 0)
    return Segment(copy)
  }

  /// The same segment of running times, beginning at an earlier position.
  func beginning(atEarlier position: ClockTime) -> Segment {
    var copy = raw
    let start = UInt(position.nanoseconds)
    (copy.start, copy.time, copy.base) = (start, start, start)
    return Segment(copy)
  }

  /// The same segment with positions that are running and stream times, from 0 on.
  var withoutBounds: Segment {
    var copy = raw
    (copy.start, copy.stop, copy.time, copy.base, copy.offset) = (0, UInt.max, 0, 0, 0)
    return Segment(copy)
  }

  /// The same segment with all running times later, beginning earlier if it can.
  func delayed(by delay: UInt) -> Segment {
    var copy = raw
    if copy.start >= delay { copy.start -= delay } else { copy.base += delay }
    return Segment(copy)
  }

  /// A segment of times from 0 on.
  public static var times: Segment { Segment(duration: nil) }

  /// The same segment with another end.
  public func ending(at stop: ClockTime?) -> Segment {
    var copy = raw
    copy.stop = UInt(stop.raw)
    return Segment(copy)
  }

  /// What is left of a segment that is played backwards, from a position on.
  public func endingBackwards(at position: Int64) -> Segment {
    let time = ClockTime(clamping: position)
    guard let running = runningTime(of: time) else { return self }
    var copy = ending(at: time).raw
    (copy.base, copy.offset, copy.position) = (UInt(running.nanoseconds), 0, copy.stop)
    return Segment(copy)
  }

  /// Whether a position has the same running and stream time in both.
  public func isContinued(by other: Segment) -> Bool {
    raw.format == other.raw.format && raw.rate == other.raw.rate
      && raw.applied_rate == other.raw.applied_rate
      && raw.base &- raw.start == other.raw.base &- other.raw.start
      && raw.time &- raw.start == other.raw.time &- other.raw.start
      && raw.offset == other.raw.offset
  }

  /// Whether both begin and end alike, besides mapping positions alike.
  public func isSame(as other: Segment) -> Bool {
    isContinued(by: other) && raw.start == other.raw.start && raw.stop == other.raw.stop
  }

  /// The running time of a position; nil where it has none.
  ///
  /// Wraps `gst_segment_to_running_time`.
  public func runningTime(of position: ClockTime) -> ClockTime? {
    // Backwards it is counted from the end, and GStreamer takes for granted that there is one.
    let end = raw.stop == .max ? raw.duration : raw.stop
    guard rate > 0 || end != .max && end >= raw.offset else { return nil }
    return unsafe withUnsafePointer(to: raw) {
      unsafe ClockTime(
        raw: gst_segment_to_running_time($0, GST_FORMAT_TIME, UInt(position.nanoseconds))
      )
    }
  }

  /// The running time of a position in nanoseconds, also of one before the begin; nil where it has none.
  ///
  /// Wraps `gst_segment_to_running_time_full`.
  public func signedRunningTime(of position: ClockTime) -> Int64? {
    unsafe signed(position, gst_segment_to_running_time_full)
  }

  /// The position of a running time; nil where it has none.
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

  /// The stream time of a position, in nanoseconds: the time in the source as a person counts it.
  ///
  /// Wraps `gst_segment_to_stream_time_full`.
  public func streamTime(of position: ClockTime) -> Int64? {
    unsafe signed(position, gst_segment_to_stream_time_full)
  }

  /// What one of GStreamer's functions makes of a position, which gives a sign and a magnitude; nil for the sign 0.
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

  /// The same segment, ending at a stream time if it did not end before.
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

  /// The same segment, played forwards, beginning at a stream time if it began before.
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

  /// The part of a stretch of time that lies within the segment, in stream time; nil when none does.
  public func clippedStreamTime(
    from start: ClockTime,
    duration: ClockTime?
  ) -> (start: Int64, end: Int64)? {
    guard let range = clippedPosition(from: start, duration: duration),
      let from = streamTime(of: range.start), let to = streamTime(of: range.end)
    else { return nil }
    return (from, to)
  }

  /// The part of a stretch of positions that lies within the segment; nil when none does.
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
