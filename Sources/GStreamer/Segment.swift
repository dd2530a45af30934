// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The part of a stream that buffers belong to, a copy of a `GstSegment`.
@safe public struct Segment: @unchecked Sendable {
  // `@unchecked Sendable`: plain numbers in a C struct, never changed.
  private let raw: GstSegment

  init(_ raw: GstSegment) { self.raw = raw }

  /// The stream time of a position, in nanoseconds: the place in the source as a person counts it.
  ///
  /// Wraps `gst_segment_to_stream_time_full`.
  public func streamTime(of position: ClockTime) -> Int64? {
    var result: UInt = 0
    let sign = unsafe withUnsafePointer(to: raw) {
      unsafe gst_segment_to_stream_time_full(
        $0,
        GST_FORMAT_TIME,
        UInt(position.nanoseconds),
        &result
      )
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

  /// The part of a stretch of time that lies within the segment, in stream time; nil when none does.
  ///
  /// Wraps `gst_segment_clip`.
  public func clippedStreamTime(
    from start: ClockTime,
    duration: ClockTime?
  ) -> (start: Int64, end: Int64)? {
    let length = duration?.nanoseconds ?? 0
    var (first, last): (UInt, UInt) = (0, 0)
    let isInside = unsafe withUnsafePointer(to: raw) {
      unsafe gst_segment_clip(
        $0,
        GST_FORMAT_TIME,
        UInt(start.nanoseconds),
        UInt(start.nanoseconds &+ length),
        &first,
        &last
      )
    }
    guard isInside != 0, let from = streamTime(of: ClockTime(nanoseconds: UInt64(first))),
      let to = streamTime(of: ClockTime(nanoseconds: UInt64(last)))
    else { return nil }
    return (from, to)
  }

  /// Keeps only those samples of a raw audio buffer that lie within the segment; nil when none do.
  ///
  /// Wraps `gst_audio_buffer_clip`.
  /// `bytesPerFrame` one sample of every channel, in bytes.
  public func clipping(
    _ buffer: consuming Buffer,
    rate: Int,
    bytesPerFrame: Int
  ) -> Buffer? {
    let raw = unsafe buffer.release()
    let clipped = unsafe withUnsafePointer(to: self.raw) {
      unsafe gst_audio_buffer_clip(
        raw,
        $0,
        gint(clamping: rate),
        gint(clamping: bytesPerFrame)
      )
    }
    guard let clipped = unsafe clipped else { return nil }
    return unsafe Buffer(takingOwnershipOf: clipped)
  }
}
