// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

extension Planner {
  /// Returns the planner of the same job with the factor that shows each frame once at a frame rate.
  ///
  /// - Throws: an error if there is no video, or no single frame rate.
  func conformed(_ candidates: [SourceTrack], to rate: FrameRate) throws(RetimeError) -> Planner {
    let video = candidates.filter { $0.info.kind == .video && $0.count.frames > 0 }
    guard !video.isEmpty else {
      throw RetimeError(
        .usage,
        "'\(source.name)' has no video that is included, so it has no frame rate: give --factor with retime scale"
      )
    }
    guard request.course == nil else {
      throw RetimeError(.usage, "each frame is shown once, at one speed: leave out the map")
    }
    let rates = video.map {
      $0.count.constantRate ?? ($0.count.frames < 2 ? $0.raw.frameRate : nil)
    }
    guard let known = rates[0] else {
      throw RetimeError(
        .usage,
        "the video frames of '\(source.name)' are unevenly spaced, so it has no single frame rate: make them even first, "
          + "with retime scale --factor 1 --fps N"
      )
    }
    guard rates.allSatisfy({ $0 == known }) else {
      throw RetimeError(
        .usage,
        "the video tracks of '\(source.name)' have different frame rates: choose one with --video-track"
      )
    }
    var request = request
    do {
      request.amount = .factor(
        try Factor(output: rate.time(ofTick: 1), source: known.time(ofTick: 1))
      )
    } catch {
      throw RetimeError(
        .usage,
        "frames at \(known) a second cannot be shown at \(rate) a second: \(error)"
      )
    }
    request.frameTiming = .constant(rate)
    return Planner(request: request, source: source, scan: scan, format: format, loud: loud)
  }
}
