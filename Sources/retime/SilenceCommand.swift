// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia
internal import RetimeSystem

/// The command `retime silence <input> <output>`.
struct SilenceCommand: RetimingCommand {
  static let configuration = CommandConfiguration(
    commandName: "silence",
    abstract: "Removes silence, or speeds it up.",
    discussion: """
      Silence is audio below --threshold, except for a --margin before and after each loud part. The result is \
      a map, which --dry-run shows and --dry-run --json writes for --map; video, audio and subtitles follow \
      it. The first audio track decides, or the one given by --audio-track.

      EXAMPLES:
        retime silence talk.mp4 short.mp4
        retime silence talk.mp4 short.mp4 --quiet-speed 6
        retime silence talk.mp4 short.mp4 --loud-speed 1.2 --pitch keep
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

/// The options that define silence and its speed.
struct SilenceOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The speed of silence, or cut to remove it.", valueName: "S|cut"),
    transform: Speed.init
  )
  var quietSpeed = Speed.cut

  @Option(
    name: .long,
    help: ArgumentHelp("The speed of the rest.", valueName: "S"),
    transform: Factor.speed(parsing:)
  )
  var loudSpeed = Factor.identity

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "The peak level below which audio is silence, in dBFS.",
      valueName: "DB"
    )
  )
  var threshold = -30.0

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The silence kept before and after each loud part, in seconds. (default: 0.2)",
      valueName: "T"
    ),
    transform: RationalTime.init(parsing:)
  )
  var margin = RationalTime(1, 5)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The shortest silence to remove, in seconds. (default: 0.2)",
      valueName: "T"
    ),
    transform: RationalTime.init(parsing:)
  )
  var shortest = RationalTime(1, 5)

  /// A speed, or a cut.
  enum Speed {
    case cut
    case play(Factor)

    init(_ text: String) throws {
      self = text == "cut" ? .cut : .play(try Factor.speed(parsing: text))
    }

    var rational: Rational? {
      switch self {
      case .cut: nil
      case .play(let factor): factor.rational.reciprocal
      }
    }
  }

  func validate() throws {
    guard threshold >= -120, threshold <= 0 else {
      throw ValidationError("--threshold \(threshold): -120 to 0 dB are allowed")
    }
    guard margin >= .zero, shortest >= .zero else {
      throw ValidationError("--margin and --shortest must be 0 seconds or more")
    }
  }

  /// The rule given by the options.
  var rule: SilenceRule {
    SilenceRule(
      quietSpeed: quietSpeed.rational,
      loudSpeed: loudSpeed.rational.reciprocal,
      threshold: Float(Decibels.amplitude(threshold)),
      margin: margin,
      shortest: shortest
    )
  }
}
