// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The command `retime silence <input> <output>`.
struct SilenceCommand: RetimingCommand {
  static let configuration = CommandConfiguration(
    commandName: "silence",
    abstract: "Removes silence, or speeds it up.",
    discussion: """
      Silence is audio below --threshold, except for a --margin before and after each loud part. The result is \
      a map, which --dry-run shows and --dry-run --json writes for --map; video, audio and subtitles follow \
      it. The first audio track decides, or the one given by --audio-track. With --duration, the silence is \
      sped up until the output has that duration, and the rest only if that is not enough.

      EXAMPLES:
        retime silence talk.mp4 short.mp4
        retime silence talk.mp4 short.mp4 --quiet-speed 6
        retime silence talk.mp4 short.mp4 --loud-speed 1.2 --pitch keep
        retime silence talk.mp4 short.mp4 --longest-pause 0.8
        retime silence talk.mp4 short.mp4 --duration 60 --pitch keep
        retime silence talk.wav short.wav --threshold -40 --margin 0.5
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments
  @OptionGroup(title: "Files") var timeline: ExportOptions
  @OptionGroup(title: "Silence") var quiet: SilenceOptions
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

  func timing() -> JobRequest {
    var request = JobRequest(input: files.input, output: files.output, amount: .asMapped)
    request.course = .quiet(quiet.rule)
    return request
  }
}
