// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser

/// The option for copying video without re-encoding.
struct CopyOptions: ParsableArguments {
  @Flag(name: .long, help: "Copy the video without re-encoding, and scale only its times.")
  var copyVideo = false

  /// Checks the options that need video to be encoded.
  func validate(beside video: VideoOptions) throws {
    guard copyVideo else { return }
    guard video.videoEncoder == nil else {
      throw ValidationError("--copy-video encodes nothing: leave out --video-encoder")
    }
    guard !video.smart else {
      throw ValidationError(
        "--copy-video encodes nothing, and --smart encodes the frames that change: give one of them"
      )
    }
    guard !video.bakeRotation else {
      throw ValidationError("--copy-video cannot rotate frames: leave out --bake-rotation")
    }
    guard !video.sdr else {
      throw ValidationError("--copy-video cannot tone-map frames: leave out --sdr")
    }
  }
}
