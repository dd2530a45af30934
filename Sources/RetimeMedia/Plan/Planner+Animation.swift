// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import GStreamer
internal import RetimeCore

// Animated images, whose times and colors are coarser than those of films.

extension Planner {
  /// Sets how often an animated image is played, which is as often as its source, and notes what the format changes.
  ///
  /// - Throws: `usage` if the result is to be verified and cannot be.
  func animate(
    _ track: inout Plan.Track,
    of candidate: SourceTrack,
    _ notes: inout PlanNotes
  ) throws(RetimeError) {
    guard let animation = format.container.animation else { return }
    let pixels = candidate.colors?.format
    guard
      !request.verifies || animation == .apng || pixels?.hasAlpha != true
        || pixels?.isPacked == true
    else {
      throw RetimeError(
        .usage,
        "--verify compares \(format.container.name) with sources whose transparency is stored beside the color of each pixel, "
          + "and that of video track \(candidate.info.index) is apart: leave it out"
      )
    }
    if let plays = request.plays ?? source.animation?.header.plays, let encoder = track.encoder {
      var words = LaunchDescription(encoder)
      if let factory = words.firstElement { words.set("plays", to: "\(plays)", of: factory) }
      track.encoder = words.text
    }
    if let text = animation.change { notes.change(text, of: candidate.info) }
    if let unit = animation.rounding(of: track.video?.frameRate?.time(ofTick: 1).rational) {
      notes.change("its frame times are rounded to \(unit)", of: candidate.info)
    }
  }

  /// Returns whether frames would be closer than players of an animated image show them.
  func isTooClose(_ count: TrackCount, _ shrink: NominalFrameRate.Shrink) -> Bool {
    guard let animation = format.container.animation, let gap = count.shortestGap else {
      return false
    }
    return gap.rational * shrink.least < animation.fastest.reciprocal
  }

  /// Returns the rate of a track with evenly spaced frames: `rate`, or the highest that players of an animated image show.
  ///
  /// - Throws: `usage` if the request gives a higher one.
  func shownRate(
    _ rate: FrameRate,
    of candidate: SourceTrack,
    _ notes: inout PlanNotes
  ) throws(RetimeError) -> FrameRate {
    guard let animation = format.container.animation,
      rate.time(ofTick: 1).rational < animation.fastest.reciprocal,
      let fastest = FrameRate(nearest: animation.fastest)
    else { return rate }
    let reason =
      "players show frames of \(format.container.name) that last less than 1/\(fastest) s for a tenth of a second"
    if case .constant = request.frameTiming {
      throw RetimeError(
        .usage,
        "--fps \(rate) is too fast: \(reason). Give --fps \(fastest) or less"
      )
    }
    notes.change("\(reason): frames come at \(fastest) a second", of: candidate.info)
    return fastest
  }

  /// The error for `--fps vfr` if frames are too close.
  func tooClose() -> RetimeError {
    RetimeError(
      .usage,
      "--fps vfr keeps frames that are closer than players of \(format.container.name) show them: leave it out"
    )
  }
}
