// SPDX-License-Identifier: MPL-2.0

package import MediaFiles
package import RetimeCore

extension Plan {
  /// The time code of a video track's first frame, from which a time code track is made.
  package struct StartTimecode: Sendable, Equatable, Codable {
    /// The time code.
    package var code: Timecode
    /// The frame rate of the result.
    package var frameRate: FrameRate
  }
}

extension Planner {
  /// Returns the time code of a video track's first frame in the result; nil, with a note, if it is dropped.
  ///
  /// It is that of the first source frame that is played, and counts the frames of the result.
  func startTimecode(
    _ candidate: SourceTrack,
    _ track: Plan.Track,
    _ times: Times,
    _ notes: inout PlanNotes
  ) -> Plan.StartTimecode? {
    guard candidate.info.kind == .video,
      let code = source.movie?.track(candidate.info.streamID).timecode
    else { return nil }
    func lose(_ reason: String) -> Plan.StartTimecode? {
      notes.lose("its time code (\(code.text)): \(reason)", of: candidate.info)
      return nil
    }
    guard format.container.holdsTimecode else {
      return lose("\(format.container.name) has no track for it")
    }
    guard times.planned == nil, !times.isBackward else {
      return lose("it counts in one direction at one speed")
    }
    let stated = candidate.info.video?.frameRate.flatMap { try? FrameRate(parsing: $0) }
    guard let own = candidate.gridRate ?? stated,
      let rate = track.video?.frameRate
        ?? FrameRate(nearest: own.rational / times.factor.rational)
    else { return lose("the source has no frame rate") }
    let start = source.isTrimmed ? times.origin - source.beginning : 0
    let skipped = (RationalTime(start).rational * own.rational).rounded()
    guard let first = code.advanced(by: Int(clamping: skipped)).converted(to: rate) else {
      return lose("there is none for \(rate.numerator)/\(rate.denominator) fps")
    }
    return Plan.StartTimecode(code: first, frameRate: rate)
  }
}

extension Container {
  /// Whether the muxer makes a time code track; in fragments, it writes a file without tracks then.
  var holdsTimecode: Bool { ["mp4mux", "qtmux"].contains(muxerFactory) && !isFragmented }
}
