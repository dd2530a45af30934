// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The command `retime conform <input> <output>`.
struct ConformCommand: RetimingCommand {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Shows each frame once, at another frame rate.",
    discussion: """
      Every source frame is kept, in its order, and shown at --fps: film of 240 frames per second at 30 is 8 \
      times slower, and of 24000/1001 at 25 a little faster. The factor is the exact quotient of the two rates; \
      --dry-run prints it. Audio follows; --pitch keep preserves its pitch. With --copy-video the video is not \
      re-encoded. The source needs evenly spaced frames.

      EXAMPLES:
        retime conform in.mp4 out.mp4 --fps 30          240 to 30: slow motion
        retime conform in.mkv out.mkv --fps 25 --pitch keep
        retime conform in.mp4 out.mp4 --fps 24 --copy-video
        retime conform in.mp4 out.mp4 --fps 24000/1001 --dry-run
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments
  @OptionGroup(title: "Files") var timeline: ExportOptions
  @OptionGroup(title: "Video") var pictures: VideoOptions
  @OptionGroup(title: "Video") var copying: CopyOptions
  @OptionGroup(title: "Audio") var sound: AudioOptions
  @OptionGroup(title: "Audio") var pitch: PitchOptions
  @OptionGroup(title: "Tracks") var tracks: TrackOptions
  @OptionGroup(title: "Output format") var format: FormatOptions
  @OptionGroup(title: "Output format") var encoding: EncodingOptions
  @OptionGroup(title: "Part of the source") var part: PartOptions
  @OptionGroup(title: "In parts") var farm: FarmOptions
  @OptionGroup(title: "Running") var check: CheckOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Running") var planning: PlanOptions

  func validate() throws {
    try validateTogether()
    try copying.validate(beside: pictures)
    _ = try rate()
  }

  func timing() throws -> JobRequest {
    var request = JobRequest(
      input: files.input,
      output: files.output,
      amount: .conformed(try rate())
    )
    request.copiesVideo = copying.copyVideo
    return request
  }

  private func rate() throws -> FrameRate {
    guard case .constant(let rate) = pictures.fps else {
      throw ValidationError("give the frame rate with --fps, such as --fps 24")
    }
    return rate
  }
}
