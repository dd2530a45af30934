// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// The course of the factors: the played part with its factors, and the rest with the current
// factor. Positions, durations and seeks follow it, so a seek to the reported position stays at the
// current frame.
extension StreamState {
  /// A factor, and the stream time of the source from which it applies.
  typealias Change = (factor: Factor, streamTime: RationalTime)

  /// Resets all but the course, after a flush.
  ///
  /// `pending`: changes of the factor that no buffer has applied yet.
  mutating func flush(_ scale: TimeMap, _ pending: [Change]) {
    let (recordsCourse, course) = (recordsCourse, course(with: pending))
    self = StreamState(scale)
    self.recordsCourse = recordsCourse
    scales.course = course
  }

  /// Returns the course with pending changes; nil if it is not recorded.
  func course(with pending: [Change]) -> TimeMap? {
    guard var course = scales.course else { return nil }
    for change in pending { course.setRest(change.factor, fromSource: change.streamTime) }
    return course
  }

  /// Continues the course with the factor of a scale from the start of a segment; returns the scale of its stream times.
  ///
  /// From the start on, the factor replaces those that were recorded in an earlier playback.
  mutating func continueCourse(_ scale: TimeMap, with segment: Segment) -> TimeMap {
    let past = scales.course.take()
    guard recordsCourse, let factor = scale.factor, let time = segment.time?.signed else {
      return scale
    }
    guard !segment.isBackward else {
      // Backward playback ends at 0, so one factor has to apply up to there.
      scales.course = scale
      return scale
    }
    let start = RationalTime(nanoseconds: time)
    var course = past ?? scale
    course.setRest(factor, fromSource: start)
    scales.course = course
    return TimeMap(factor: factor, fromSource: start, output: course.startTime(ofStream: start))
  }

  /// The stream time of the source up to which output was pushed.
  var reachedSource: RationalTime? {
    guard let course = scales.course, let input = scales.input else { return nil }
    return reached.map { course.streamTime(ofOutput: RationalTime(nanoseconds: $0)) }
      ?? input.time.map { RationalTime(nanoseconds: $0.signed) }
  }
}
