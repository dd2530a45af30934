// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The command `retime resample <input> <output> --rate HZ`.
struct ResampleCommand: JobCommand {
  static let configuration = CommandConfiguration(
    commandName: "resample",
    abstract: "Changes the sample rate of audio, and nothing else.",
    discussion: """
      Duration, pitch, tracks and channels are preserved. Video is copied without re-encoding where the \
      container takes it.

      EXAMPLES:
        retime resample in.wav out.wav --rate 48000
        retime resample in.mp4 out.mp4 --rate 44100
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments

  @Option(
    name: .long,
    help: ArgumentHelp("The sample rate in Hz: 8000 to 768000.", valueName: "HZ")
  )
  var rate: Int

  @OptionGroup(title: "Audio") var sound: AudioOptions
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
      throw ValidationError("--rate is \(rate): give 8000 to 768000 Hz")
    }
    guard !tracks.noAudio else {
      throw ValidationError("resampling needs audio: leave out --no-audio")
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
