// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The command `retime scale <input> <output>`.
struct ScaleCommand: RetimingCommand {
  static let configuration = CommandConfiguration(
    commandName: "scale",
    abstract: "Makes video and audio longer or shorter (the default subcommand).",
    discussion: """
      Give exactly one of --factor, --speed, --duration, --match and --every, or a map with --at, --range, \
      --hold, --loop or --map; beside a map, they set the duration of the whole. Or give moments and their times \
      with --hit. The container follows the output's \
      extension: mp4 m4v mov m4a m4r mkv mka webm avi ts mpg ogg opus flac wav w64 aiff aif mp3 aac \
      caf. The source's codecs are kept where the container takes them, at a quality meant to be \
      transparent.

      EXAMPLES:
        retime in.mov out.mp4 --factor 2                slow motion, twice as long
        retime in.mp4 out.mkv --speed 4                 four times as fast
        retime in.mp4 out.mp4 --every 2                 time lapse, a frame every 2 s
        retime in.mp4 out.mp4 --at 3=1 --at 4=1/4       slower from 3 s to 4 s
        retime in.mp4 out.mp4 --hit 12.5=20 --hit 31=45 moments at given times
        retime in.mp4 out.mp4 --factor 1.5 --pitch keep
        retime in.mp4 out.mp4 --factor 2 --dry-run      prints the plan
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments
  @OptionGroup(title: "Files") var timeline: ExportOptions
  @OptionGroup(title: "Duration") var amount: DurationOptions
  @OptionGroup(title: "Speed over time") var map: MapOptions
  @OptionGroup(title: "Speed over time") var hits: HitOptions
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
    guard amount.value != nil || map.isGiven || hits.isGiven else { throw DurationOptions.needsOne }
    try hits.validate(beside: map, amount)
    try copying.validate(beside: pictures)
  }

  func timing() throws -> JobRequest {
    var request = JobRequest(
      input: files.input,
      output: files.output,
      amount: amount.value ?? .asMapped
    )
    try map.apply(to: &request)
    try hits.apply(to: &request)
    request.copiesVideo = copying.copyVideo
    return request
  }
}
