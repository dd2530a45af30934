// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

extension Plan {
  /// Returns the number of audio frames that the container holds beside the video; nil for no limit.
  ///
  /// GStreamer 1.22's `mxfdemux` ends the process if a track of an MXF file has more edit units than the
  /// video.
  func audioLimit(_ track: Track) -> Int? {
    samplesPerFrame(track).flatMap { perFrame in
      video(besides: track).map { Int(clamping: (perFrame * Rational(Int64($0.frames))).rounded()) }
    }
  }

  /// Returns the audio frames that last as long as a video frame of the result; nil for no limit.
  fileprivate func samplesPerFrame(_ track: Track) -> Rational? {
    guard let audio = track.audio, let rate = video(besides: track)?.rate else { return nil }
    return rate.time(ofTick: 1).rational * Rational(Int64(audio.outputSampleRate))
  }

  private func video(besides track: Track) -> (frames: Int, rate: FrameRate)? {
    guard container == "mxf", track.codec == "pcm" else { return nil }
    return tracks.lazy.compactMap { other in
      other.frames.flatMap { frames in other.video?.frameRate.map { (frames, $0) } }
    }.first
  }
}

extension Planner {
  /// Notes the audio that is left out as it outlasts the video.
  ///
  /// - Throws: a usage error if the container cannot hold such audio beside the video.
  func noteOverhang(_ plan: inout Plan) throws(RetimeError) {
    for track in plan.tracks {
      guard let limit = plan.audioLimit(track), let perFrame = plan.samplesPerFrame(track) else {
        continue
      }
      guard perFrame == Rational(Int64(clamping: perFrame.rounded())) else {
        throw RetimeError(
          .usage,
          "a video frame of the result lasts \(perFrame) audio samples, and \(plan.container) by GStreamer holds whole numbers "
            + "only: choose another rate with --fps, or another container, such as mov"
        )
      }
      guard let frames = track.frames, frames > limit else { continue }
      plan.changed.append(
        "audio track \(track.index): its last \((frames - limit).counting("sample")) are left out, as \(plan.container) "
          + "ends with the last video frame"
      )
    }
  }
}
