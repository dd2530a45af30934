// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The command `retime reverse <input> <output>`.
struct ReverseCommand: RetimingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reverse",
    abstract: "Plays video and audio backwards.",
    discussion: """
      Every frame and every sample is kept, in reverse order. Video is decoded GOP by GOP from the end, so \
      that memory does not grow with the file; what exceeds the memory limit goes to a scratch file in \
      TMPDIR, or in /var/tmp.

      EXAMPLES:
        retime reverse in.mp4 out.mp4
        retime reverse in.mp4 out.mkv --factor 2       backwards at half the speed
        retime reverse in.mp4 out.mp4 --boomerang      forward, then backward
        retime reverse in.wav out.flac --verify        and check that it is exact
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments
  @OptionGroup(title: "Files") var timeline: ExportOptions
  @OptionGroup(title: "Backwards") var backwards: BackwardsOptions
  @OptionGroup(title: "Duration") var amount: DurationOptions
  @OptionGroup(title: "Speed over time") var map: MapOptions
  @OptionGroup(title: "Video") var pictures: VideoOptions
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

  func timing() throws -> JobRequest {
    var request = JobRequest.reverse(input: files.input, output: files.output)
    if map.isGiven { request.amount = .asMapped }
    if let amount = amount.value { request.amount = amount }
    try map.apply(to: &request)
    if backwards.boomerang { request.playback = .boomerang }
    request.maximumMemory = backwards.maxMemory.bytes
    return request
  }
}
