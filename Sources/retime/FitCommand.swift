// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The command `retime fit <input> <output>`.
struct FitCommand: RetimingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Fits cues to new times, such as a dubbed voice to a film.",
    discussion: """
      Each cue of --cues is played at the times of the same cue of --to, at one speed, and so is each pause \
      between them. Before the first and after the last cue the speed is 1. Cues and pauses that need a speed \
      below --slowest or above --fastest are listed, and nothing is made; --best-effort plays them as near to \
      their times as these speeds allow, and says how far they are off. The pitch is preserved, unless \
      --pitch follow is given.

      EXAMPLES:
        retime fit voice.wav fitted.wav --cues spoken.srt --to film.srt
        retime fit talk.mp4 dubbed.mp4 --table times.csv --fastest 1.5
        retime fit voice.wav fitted.wav --cues a.srt --to b.srt --dry-run
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments
  @OptionGroup(title: "Files") var timeline: ExportOptions
  @OptionGroup(title: "Cues") var cues: CueOptions
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
    var request = JobRequest(input: files.input, output: files.output, amount: .asMapped)
    request.course = .cues(try cues.fit())
    request.pitch = .keep
    return request
  }
}

/// The options for cues and their new times.
struct CueOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("A subtitle file with the cues' times in the input.", valueName: "FILE"),
    completion: .file()
  )
  var cues: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A subtitle file with their times in the output, and as many cues.",
      valueName: "FILE"
    ),
    completion: .file()
  )
  var to: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A table of start, end, new start and new end (.csv), instead of both files.",
      valueName: "FILE"
    ),
    completion: .file()
  )
  var table: String?

  @OptionGroup var speeds: SpeedLimitOptions

  @Flag(name: .long, help: "Fit cues as well as possible that cannot be fitted exactly.")
  var bestEffort = false

  func validate() throws {
    guard table == nil ? cues != nil && to != nil : cues == nil && to == nil else {
      throw ValidationError("give --cues and --to, or --table")
    }
  }

  func fit() throws -> CueFit {
    let limits = try speeds.limits()
    if let table {
      return try CueFit(readingFrom: table, within: limits, isBestEffort: bestEffort)
    }
    return try CueFit(cues: cues ?? "", to: to ?? "", within: limits, isBestEffort: bestEffort)
  }
}
