// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

extension Plan {
  /// Returns the settings that produce the frames of a track.
  func pictures(of video: Video) -> TickFrames.Settings {
    TickFrames.Settings(
      flow: video.flow?.quality,
      threads: decoderThreads,
      keepsRepeats: video.flow?.keepsRepeats ?? true,
      exposure: exposure(of: video),
      converter: video.colors?.toneMapping.map {
        SDRConverter($0.curve, primaries: $0.primaries, peakNits: $0.peakNits)
      }
    )
  }

  /// Returns the exposure of a tick, finer the more source frames it has; nil without motion blur.
  private func exposure(of video: Video) -> MotionBlur.Exposure? {
    guard let blur = video.motionBlur, let rate = video.frameRate else { return nil }
    let source = (video.sourceFrameRate ?? rate).rational.doubleValue
    let pictures = timeMap.highestSpeed.doubleValue * source / rate.rational.doubleValue
    return blur.exposure(sourcePictures: pictures, frameRate: rate)
  }
}
