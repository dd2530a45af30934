// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

// Factors that follow from the source's frame rate.
extension Planner {
  /// Returns the planner of the same job with its factor, where that depends on the frame rate of the source; else nil.
  ///
  /// - Throws: an error if there is no video, or no single frame rate where one is needed.
  func resolved(_ candidates: [SourceTrack]) throws(RetimeError) -> Planner? {
    var request = request
    switch request.amount {
    case .asMapped, .factor, .duration, .matched: return nil
    case .conformed(let rate):
      let known = try frameRate(of: candidates)
      request.amount = try factor(rate, of: known.time(ofTick: 1), "frames at \(known) a second")
      request.frameTiming = .constant(rate)
    case .every(let interval):
      let rate: FrameRate
      if case .constant(let given) = request.frameTiming {
        rate = given
      } else {
        rate = try frameRate(of: candidates)
      }
      request.amount = try factor(rate, of: interval, "a frame every \(interval.seconds) s")
      request.frameTiming = .constant(rate)
      request.audioTracks = .none
    }
    guard request.course == nil else {
      throw RetimeError(.usage, "frames are shown at one speed: leave out the map")
    }
    var planner = self
    planner.request = request
    return planner
  }

  /// Returns the factor with which a time in the source lasts for one frame at `rate`.
  private func factor(
    _ rate: FrameRate,
    of time: RationalTime,
    _ source: String
  ) throws(RetimeError) -> JobRequest.Amount {
    do {
      return .factor(try Factor(output: rate.time(ofTick: 1), source: time))
    } catch {
      throw RetimeError(.usage, "\(source) cannot be shown at \(rate) a second: \(error)")
    }
  }

  /// Returns the constant frame rate that all video tracks share: those of the output, or of the source if it has audio only.
  private func frameRate(of candidates: [SourceTrack]) throws(RetimeError) -> FrameRate {
    let video = candidates.filter { $0.info.kind == .video && $0.count.frames > 0 }
    let all = scan.info.tracks.filter { $0.kind == .video }.compactMap { track in
      scan.counts[track.streamID].map { ($0, scan.first[track.streamID]?.frameRate) }
    }
    let shown =
      video.isEmpty ? all.filter { $0.0.frames > 0 } : video.map { ($0.count, $0.raw.frameRate) }
    guard !shown.isEmpty else {
      throw RetimeError(
        .usage,
        "'\(source.name)' has no video, so it has no frame rate: give --factor with retime scale"
      )
    }
    let rates = shown.map { count, stated in
      count.constantRate ?? (count.frames < 2 ? stated : nil)
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
    return known
  }
}
