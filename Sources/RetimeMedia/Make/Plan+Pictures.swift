// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

extension Plan {
  /// How the pictures of a track are made.
  func pictures(of video: Video) -> TickPictures.Settings {
    TickPictures.Settings(
      flow: video.flow?.quality,
      threads: decoderThreads,
      keepsRepeats: video.flow?.keepsRepeats ?? true,
      exposure: exposure(of: video),
      converter: video.colors?.toneMapping.map {
        SDRConverter($0.curve, primaries: $0.primaries, peakNits: $0.peakNits)
      }
    )
  }

  /// How the time of a tick is divided: finer, the more source pictures there are in one.
  private func exposure(of video: Video) -> MotionBlur.Exposure? {
    guard let blur = video.motionBlur, let rate = video.frameRate else { return nil }
    let source = (video.sourceFrameRate ?? rate).rational.doubleValue
    let pictures = timeMap.highestSpeed.doubleValue * source / rate.rational.doubleValue
    return blur.exposure(sourcePictures: pictures, frameRate: rate)
  }
}
