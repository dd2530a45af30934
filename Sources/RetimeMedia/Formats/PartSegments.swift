// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The segments of a stream in the source's own times, as long as the part that is wanted.
///
/// Counting and reading must agree on them to the frame.
struct PartSegments: Sendable {
  /// Whether positions are the source's own times, whatever their segment says.
  let countsFromZero: Bool
  /// The encoder's delay, by which sound is to be heard earlier; nil where the demuxer knows, or there is none.
  let codecDelay: ClockTime?
  /// Where the part begins, if nobody seeks to it, and where it ends.
  let start: ClockTime?, end: ClockTime?

  /// The segment for a buffer; nil when what lies at `position` comes after the part.
  ///
  /// It is cut here and not by a seek: qtdemux stops a packet early on files with edit lists.
  func segment(_ given: Segment, position: ClockTime?) -> Segment? {
    var segment = countsFromZero ? given.countingFromZero : given
    if let codecDelay { segment = segment.shifted(by: codecDelay) }
    if let start { segment = segment.beginning(atStreamTime: start) }
    guard let end else { return segment }
    if let time = position.flatMap(segment.streamTime), time >= end.signed { return nil }
    return segment.ending(atStreamTime: end)
  }
}
