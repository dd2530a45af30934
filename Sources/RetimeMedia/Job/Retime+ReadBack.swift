// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem

extension Retime {
  /// Checks a complete result, writes the subtitle files beside it, and returns the report with the certificate, if requested.
  ///
  /// `path`: that of the result under its temporary name; nil for one that has gone to a sink.
  ///
  /// - Throws: `mismatch` if the result differs from the plan; then no other file is left.
  static func examined(
    _ report: Report,
    of plan: Plan,
    at path: String?,
    replacing: Bool,
    verifies: Bool,
    stallTimeout: Int,
    _ job: WatchedJob
  ) throws(RetimeError) -> Report {
    if let path {
      try checkEnds(of: plan, path)
      if plan.isUnmeasured == true {
        try readBack(plan, report, path, stallTimeout: stallTimeout, job)
      }
    }
    try writeSidecars(of: plan, replacing: replacing, stallTimeout, job)
    guard verifies, let path else { return report }
    var report = report
    report.certificate = try verify(plan, path, stallTimeout: stallTimeout, job)
    return report
  }

  /// Reads a result and compares the counts and times of its tracks with the job's report, before it is renamed.
  ///
  /// It is for containers whose muxer was not measured.
  ///
  /// - Throws: `mismatch` if a track differs, or if the result cannot be read.
  private static func readBack(
    _ plan: Plan,
    _ report: Report,
    _ path: String,
    stallTimeout: Int,
    _ job: WatchedJob
  ) throws(RetimeError) {
    let found: [MediaInfo.Track.Kind: [TrackCount]]
    do throws(RetimeError) {
      found = try scanning(path, stallTimeout, job) { scanner throws(RetimeError) in
        let counts = try scanner.count() ?? [:]
        let tracks = scanner.result(counts: counts).info.tracks
        return Dictionary(grouping: tracks, by: \.kind).mapValues { tracks in
          tracks.compactMap { counts[$0.streamID] }
        }
      }
    } catch {
      guard error.kind == .badInput || error.kind == .missingCodec else { throw error }
      throw unlike(plan, "it cannot be read: \(error)")
    }
    var numbers: [MediaInfo.Track.Kind: Int] = [:]
    var origin: StreamTime?
    for (track, made) in zip(plan.tracks, report.tracks) {
      let name = "\(made.kind.rawValue) track \(track.index)"
      let counts = found[made.kind, default: []]
      let number = numbers[made.kind, default: 0]
      numbers[made.kind] = number + 1
      guard counts.indices.contains(number), let start = counts[number].start else {
        throw unlike(plan, "\(name) is not in it")
      }
      let count = counts[number]
      if made.kind == .video, count.frames != made.frames {
        throw unlike(plan, "\(name) has \(count.frames) of \(made.frames.counting("frame"))")
      }
      let lasts = count.duration.seconds
      let tolerance = track.tolerance(frames: made.frames)
      guard abs(lasts - made.duration) <= tolerance else {
        throw unlike(
          plan,
          "\(name) lasts \(Planner.thousandths(lasts)) s, not \(Planner.thousandths(made.duration)) s"
        )
      }
      let late = (start - (origin ?? start)).seconds
      guard abs(late) <= tolerance else {
        throw unlike(plan, "\(name) begins \(Planner.thousandths(abs(late))) s from the others")
      }
      origin = origin ?? start
    }
  }

  /// Checks that an Ogg file has the end of each track.
  ///
  /// GStreamer 1.22's `oggmux` takes a track for ended when its last packet waits. If another track ends then, it leaves
  /// out that packet and the page before it.
  ///
  /// - Throws: `mismatch` if an end is missing.
  private static func checkEnds(of plan: Plan, _ path: String) throws(RetimeError) {
    guard plan.tracks.count > 1, plan.muxer?.hasPrefix("oggmux") ?? false,
      let file = try? RandomAccessFile(path), !OggStreams.areEnded(file)
    else { return }
    throw unlike(plan, "the end of a track is missing")
  }

  private static func unlike(_ plan: Plan, _ fault: String) -> RetimeError {
    RetimeError(
      .mismatch,
      "'\(plan.output)' is not made, as its muxer (\(plan.muxer ?? plan.container)) does not keep what it is given: \(fault). "
        + "Choose another container, such as mkv"
    )
  }
}

extension Plan.Track {
  /// The tolerated difference of a track's duration, in seconds: a video frame, or a few audio packets.
  fileprivate func tolerance(frames: Int) -> Double {
    media.kind == .video ? max(duration / Double(max(1, frames)), 0.002) * 1.01 : 0.2
  }
}
