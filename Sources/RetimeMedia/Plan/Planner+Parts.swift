// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension Planner {
  /// Returns the parts of a plan; nil if the job is made in one piece.
  ///
  /// The times of the cuts depend on the plan alone.
  func parts(of plan: Plan) throws(RetimeError) -> [Plan.Part]? {
    guard let wanted = request.parts else { return nil }
    guard SpooledInput.path(of: request.input) != nil else {
      throw RetimeError(
        .usage,
        "'\(request.input)' cannot be made in parts, each of which reads it: give a file"
      )
    }
    guard MediaName.suffix(of: request.output) != "m3u8" else {
      throw RetimeError(
        .usage,
        "'\(request.output)' cannot be made in parts: leave out --parts, or make a .ts file"
      )
    }
    guard plan.muxer != nil, format.container.sampleFile == nil else {
      return [Plan.Part(number: 1, holds: .all)]
    }
    let cut = plan.tracks.filter(\.isCut)
    let times = cut.max { $0.duration < $1.duration }.map { cuts(plan, $0, wanted) }
    var parts: [Plan.Part] = []
    if let times {
      for (from, to) in zip([nil] + times, times + [nil]) {
        parts.append(Plan.Part(number: parts.count + 1, holds: .pictures, from: from, to: to))
      }
    }
    if cut.count < plan.tracks.count {
      parts.append(Plan.Part(number: parts.count + 1, holds: .rest))
    }
    return parts
  }

  /// Returns the times between the parts of a track's video.
  private func cuts(
    _ plan: Plan,
    _ track: Plan.Track,
    _ wanted: JobRequest.Parts
  ) -> [RationalTime] {
    if let smart = track.packets?.smart { return cuts(smart, wanted) }
    guard let video = track.video else { return [] }
    let end = plan.played(track).output.end
    let pictures = max(1, track.frames ?? track.sourceFrames ?? 1)
    let most =
      switch wanted {
      case .number(let number): number
      case .automatic: min(Self.most, max(1, Int(end.seconds / Self.length)))
      }
    let count = min(most, pictures)
    return (1..<max(1, count)).map { index in
      if let rate = video.frameRate { return rate.time(ofTick: pictures * index / count) }
      // A resolution of 1 ms keeps the terms of the fractions small.
      let time = end.rational * Rational(Int64(index), Int64(count))
      return RationalTime(Int64(clamping: time.rounded(times: 1000)), 1000)
    }
  }

  /// Returns the times between the parts of a smart rendering, at the starts of encoded pieces.
  private func cuts(_ smart: Plan.Smart, _ wanted: JobRequest.Parts) -> [RationalTime] {
    let pieces = smart.pieces.filter { $0.copied == nil }
    let all = max(1, smart.encodedFrames)
    let count =
      switch wanted {
      case .number(let number): number
      case .automatic:
        min(
          Self.most,
          max(1, Int(pieces.reduce(0) { $0 + ($1.end - $1.start).seconds } / Self.length))
        )
      }
    var (cuts, frames) = ([RationalTime](), 0)
    for (last, next) in zip(pieces, pieces.dropFirst()) {
      frames += last.frames
      if frames * count >= (cuts.count + 1) * all, cuts.count + 1 < count {
        cuts.append(next.start)
      }
    }
    return cuts
  }

  /// Returns whether a reader that starts in the middle gives the same frames and times from there on.
  ///
  /// Demuxers of other containers than these seek imprecisely or not at all. Frames must not be far
  /// apart, so that the one shown at the start is found, and must have the same caps, as all are
  /// converted to those of the first.
  func isEnterable(_ candidate: SourceTrack) -> Bool? {
    let names = ["video/quicktime", "video/x-matroska", "video/webm"]
    let count = candidate.count
    return scan.container.map { names.contains($0.name) } == true && count.isSteady
      && count.longestGap < 2_000_000_000 ? true : nil
  }

  /// The minimum duration of a part in seconds, and the maximum number of parts, if no number is given.
  ///
  /// Each part costs a key frame and a start of decoder and encoder, which are negligible for 20 s.
  private static let length = 20.0, most = 500
}
