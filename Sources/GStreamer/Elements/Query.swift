// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A query from a neighbouring element, a `GstQuery` that is valid during the call.
@safe public struct Query: ~Copyable {
  let raw: UnsafeMutablePointer<GstQuery>

  init(borrowing raw: UnsafeMutablePointer<GstQuery>) { unsafe self.raw = unsafe raw }

  /// The kinds of queries that elements of this program answer.
  public enum Kind: Sendable {
    /// The duration of the stream, in time.
    case duration
    /// The duration of the stream, in frames.
    case frameCount
    /// The playback position, in time.
    case position
    /// The playback position, in frames.
    case framePosition
    /// The conversion of an amount to another unit.
    case conversion(Int64, from: Unit, to: Unit)
    /// Whether the stream is seekable, in time.
    case seeking
    /// The buffered ranges, in time.
    case buffering
    /// The segment that is playing.
    case segment
    /// The minimum and maximum latency.
    case latency
    /// The supported caps, within the filter.
    case caps(filter: Caps?)
    /// Whether the pad accepts fixed caps.
    case acceptedCaps(Caps)
    /// Any other query.
    case other
  }

  /// A unit of a stream.
  public enum Unit: Sendable {
    /// Nanoseconds.
    case time
    /// Video frames, or audio frames of one sample of every channel.
    case frames
    /// Bytes.
    case bytes

    init?(_ format: GstFormat) {
      switch format {
      case GST_FORMAT_TIME: self = .time
      case GST_FORMAT_DEFAULT: self = .frames
      case GST_FORMAT_BYTES: self = .bytes
      default: return nil
      }
    }
  }

  /// The query and its answer as text, for the debug log.
  var description: String { unsafe described(raw) }

  /// The kind of query.
  public var kind: Kind {
    var format = GST_FORMAT_UNDEFINED
    switch unsafe raw.pointee.type {
    case GST_QUERY_DURATION:
      unsafe gst_query_parse_duration(raw, &format, nil)
      return format == GST_FORMAT_TIME
        ? .duration
        : format == GST_FORMAT_DEFAULT ? .frameCount : .other
    case GST_QUERY_POSITION:
      unsafe gst_query_parse_position(raw, &format, nil)
      return format == GST_FORMAT_TIME
        ? .position
        : format == GST_FORMAT_DEFAULT ? .framePosition : .other
    case GST_QUERY_SEEKING:
      unsafe gst_query_parse_seeking(raw, &format, nil, nil, nil)
      return format == GST_FORMAT_TIME ? .seeking : .other
    case GST_QUERY_BUFFERING:
      unsafe gst_query_parse_buffering_range(raw, &format, nil, nil, nil)
      return format == GST_FORMAT_TIME ? .buffering : .other
    case GST_QUERY_CONVERT:
      var (from, amount, to) = (GST_FORMAT_UNDEFINED, -1, GST_FORMAT_UNDEFINED)
      unsafe gst_query_parse_convert(raw, &from, &amount, &to, nil)
      guard let from = Unit(from), let to = Unit(to), amount >= 0 else { return .other }
      return .conversion(Int64(amount), from: from, to: to)
    case GST_QUERY_SEGMENT: return .segment
    case GST_QUERY_LATENCY: return .latency
    case GST_QUERY_CAPS:
      var filter: UnsafeMutablePointer<GstCaps>?
      unsafe gst_query_parse_caps(raw, &filter)
      return unsafe .caps(filter: filter.map { unsafe Caps(retaining: $0) })
    case GST_QUERY_ACCEPT_CAPS:
      var caps: UnsafeMutablePointer<GstCaps>?
      unsafe gst_query_parse_accept_caps(raw, &caps)
      return unsafe caps.map { unsafe .acceptedCaps(Caps(retaining: $0)) } ?? .other
    default: return .other
    }
  }

  /// The duration or position in the answer, in the query's format; nil where it is unknown.
  public var amount: Int64? {
    var amount: Int = -1
    if unsafe raw.pointee.type == GST_QUERY_DURATION {
      unsafe gst_query_parse_duration(raw, nil, &amount)
    } else {
      unsafe gst_query_parse_position(raw, nil, &amount)
    }
    return amount < 0 ? nil : Int64(amount)
  }

  /// Answers with a duration or position in the query's format.
  public func answer(_ amount: Int64) {
    var format = GST_FORMAT_UNDEFINED
    if unsafe raw.pointee.type == GST_QUERY_DURATION {
      unsafe gst_query_parse_duration(raw, &format, nil)
      unsafe gst_query_set_duration(raw, format, Int(amount))
    } else {
      unsafe gst_query_parse_position(raw, &format, nil)
      unsafe gst_query_set_position(raw, format, Int(amount))
    }
  }

  /// Answers whether the stream is seekable, up to `end` in nanoseconds.
  public func answer(isSeekable: Bool, end: Int64?) {
    unsafe gst_query_set_seeking(raw, GST_FORMAT_TIME, isSeekable ? 1 : 0, 0, Int(end ?? -1))
  }

  /// Answers with the amount in the requested unit.
  public func answerConversion(_ result: Int64) {
    var (from, amount, to) = (GST_FORMAT_UNDEFINED, -1, GST_FORMAT_UNDEFINED)
    unsafe gst_query_parse_convert(raw, &from, &amount, &to, nil)
    unsafe gst_query_set_convert(raw, from, amount, to, Int(result))
  }

  /// Answers with a segment, in stream time.
  public func answer(_ segment: Segment) {
    let (start, stop) = (segment.start, segment.stop)
    unsafe gst_query_set_segment(
      raw,
      segment.rate,
      GST_FORMAT_TIME,
      Int(start.flatMap(segment.streamTime) ?? 0),
      Int(stop.flatMap(segment.streamTime) ?? -1)
    )
  }

  /// Adds a delay to the latency in the answer.
  public func addLatency(nanoseconds: UInt64) {
    var isLive: gboolean = 0
    var (least, most): (GstClockTime, GstClockTime) = (0, 0)
    unsafe gst_query_parse_latency(raw, &isLive, &least, &most)
    /// Returns the time with the delay added; `GST_CLOCK_TIME_NONE` is unchanged.
    func sum(_ time: GstClockTime) -> GstClockTime {
      let (sum, overflow) = time.addingReportingOverflow(GstClockTime(nanoseconds))
      return overflow ? time : sum
    }
    unsafe gst_query_set_latency(raw, isLive, sum(least), sum(most))
  }

  /// Answers with caps.
  public func answer(_ caps: Caps) { unsafe gst_query_set_caps_result(raw, caps.raw) }
}
