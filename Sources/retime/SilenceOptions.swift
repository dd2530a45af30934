// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeSystem

/// The options that define silence and its speed.
struct SilenceOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The speed of silence, or cut to remove it. (default: cut)",
      valueName: "S|cut"
    ),
    transform: Speed.init
  )
  var quietSpeed: Speed?

  @Option(
    name: .long,
    help: ArgumentHelp("The speed of the rest. (default: 1)", valueName: "S"),
    transform: Factor.speed(parsing:)
  )
  var loudSpeed: Factor?

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "The peak level below which audio is silence, in dBFS; auto finds it from the levels of pauses and of speech.",
      valueName: "DB|auto"
    ),
    transform: Threshold.init
  )
  var threshold = Threshold.automatic

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The silence kept before and after each loud part, in seconds. (default: 0.2)",
      valueName: "T"
    ),
    transform: RationalTime.init(parsing:)
  )
  var margin: RationalTime?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The shortest silence to remove, in seconds. (default: 0.2)",
      valueName: "T"
    ),
    transform: RationalTime.init(parsing:)
  )
  var shortest: RationalTime?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Shorten longer pauses to T seconds, and keep the others, instead of --margin and --shortest.",
      valueName: "T"
    ),
    transform: RationalTime.init(parsing:)
  )
  var longestPause: RationalTime?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The shortest loud part, in seconds: shorter ones, such as clicks, are silence. (default: 0)",
      valueName: "T"
    ),
    transform: RationalTime.init(parsing:)
  )
  var shortestLoud: RationalTime?

  @Option(
    name: .long,
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Keep this range of the source, as if it were loud.", valueName: "A-B"),
    transform: SourceRange.init(parsing:)
  )
  var keep: [SourceRange] = []

  @Option(
    name: .long,
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Remove this range of the source.", valueName: "A-B"),
    transform: SourceRange.init(parsing:)
  )
  var drop: [SourceRange] = []

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "Make the output last T, by speeding up silence up to --rest-speed, and then speech up to --speech-speed.",
      valueName: "T"
    ),
    transform: RationalTime.init(parsing:)
  )
  var duration: RationalTime?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The highest speed of loud parts with --duration. (default: 1.5)",
      valueName: "S"
    ),
    transform: Factor.speed(parsing:)
  )
  var speechSpeed: Factor?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The highest speed of silence with --duration. (default: 8)",
      valueName: "S"
    ),
    transform: Factor.speed(parsing:)
  )
  var restSpeed: Factor?

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

  /// A level, or the one that is found from the audio.
  enum Threshold: CustomStringConvertible {
    case automatic
    case decibels(Double)

    init(_ text: String) throws {
      guard text != "auto" else {
        self = .automatic
        return
      }
      guard let level = Double(text), level >= -120, level <= 0 else {
        throw ValidationError("--threshold \(text): -120 to 0 dB, or auto, is allowed")
      }
      self = .decibels(level)
    }

    var description: String {
      switch self {
      case .automatic: "auto"
      case .decibels(let level): "\(level)"
      }
    }

    /// The magnitude; nil if it is found.
    var amplitude: Float? {
      switch self {
      case .automatic: nil
      case .decibels(let level): Float(Decibels.amplitude(level))
      }
    }
  }

  func validate() throws {
    for time in [margin, shortest, longestPause, shortestLoud] {
      guard time.map({ $0 >= .zero }) ?? true else {
        throw ValidationError(
          "--margin, --shortest, --longest-pause and --shortest-loud must be 0 seconds or more"
        )
      }
    }
    guard longestPause == nil || margin == nil && shortest == nil else {
      throw ValidationError("--longest-pause determines --margin and --shortest: leave them out")
    }
    guard duration == nil || quietSpeed == nil && loudSpeed == nil else {
      throw ValidationError(
        "--duration determines the speeds: give --rest-speed and --speech-speed as limits, not --quiet-speed and --loud-speed"
      )
    }
    guard duration != nil || speechSpeed == nil && restSpeed == nil else {
      throw ValidationError(
        "--speech-speed and --rest-speed are limits for --duration: give it too"
      )
    }
    if let duration, duration <= .zero { throw ValidationError("--duration must be above 0") }
  }

  /// The rule given by the options.
  var rule: SilenceRule {
    SilenceRule(
      quietSpeed: quietSpeed?.rational,
      loudSpeed: loudSpeed?.rational.reciprocal ?? Rational(1),
      threshold: threshold.amplitude,
      margin: longestPause.map { RationalTime(seconds: $0.rational * Rational(1, 2)) } ?? margin
        ?? RationalTime(1, 5),
      shortest: longestPause.map { _ in .zero } ?? shortest ?? RationalTime(1, 5),
      shortestLoud: shortestLoud ?? .zero,
      kept: keep,
      dropped: drop,
      target: duration.map {
        SilenceRule.Target(
          duration: $0,
          fastestLoud: speechSpeed?.rational.reciprocal ?? Rational(3, 2),
          fastestQuiet: restSpeed?.rational.reciprocal ?? Rational(8)
        )
      }
    )
  }
}
