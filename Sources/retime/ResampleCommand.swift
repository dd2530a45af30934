// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The command `retime resample <input> <output> --rate HZ`.
struct ResampleCommand: JobCommand {
  static let configuration = CommandConfiguration(
    commandName: "resample",
    abstract: "Changes the sample rate of sound, and nothing else of it.",
    discussion: """
      Duration and pitch stay, every track and channel comes along. Encoded pictures are kept where the \
      container takes them.

      EXAMPLES:
        retime resample in.wav out.wav --rate 48000
        retime resample in.mp4 out.mp4 --rate 44100
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments

  @Option(
    name: .long,
    help: ArgumentHelp("Frames of sound a second: 8000 to 768000.", valueName: "HZ")
  )
  var rate: Int

  @OptionGroup(title: "Sound") var sound: SoundOptions
  @OptionGroup(title: "Tracks") var tracks: TrackOptions
  @OptionGroup(title: "Output format") var format: FormatOptions
  @OptionGroup(title: "Output format") var encoding: EncodingOptions
  @OptionGroup(title: "Part of the source") var part: PartOptions
  @OptionGroup(title: "Running") var check: CheckOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Running") var planning: PlanOptions
  @OptionGroup var noParts: NoParts

  func validate() throws {
    try validateOutput()
    guard (8000...768_000).contains(rate) else {
      throw ValidationError("--rate is \(rate): give 8000 to 768000 frames a second")
    }
    guard !tracks.noAudio else {
      throw ValidationError("resampling needs sound: leave out --no-audio")
    }
  }

  func run() throws {
    var request = JobRequest.resample(input: files.input, output: files.output, rate: rate)
    sound.apply(to: &request)
    tracks.apply(to: &request)
    encoding.apply(to: &request)
    part.apply(to: &request)
    request.verifies = check.verify
    try make(request)
  }
}
