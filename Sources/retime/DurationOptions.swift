// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The change of the duration.
struct DurationOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "Output duration ÷ input duration: 2 is twice as long, 0.5 is half as long.",
      valueName: "F"
    ),
    transform: Factor.init(parsing:)
  )
  var factor: Factor?

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("The inverse of the factor: 2 is twice as fast.", valueName: "S"),
    transform: Factor.speed(parsing:)
  )
  var speed: Factor?

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("The output's duration: seconds or [hh:]mm:ss[.mmm].", valueName: "T"),
    transform: RationalTime.init(parsing:)
  )
  var duration: RationalTime?

  @Option(
    name: .long,
    help: ArgumentHelp("The duration of another file, such as a song.", valueName: "FILE"),
    completion: .file()
  )
  var match: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A time lapse: show one frame of each T seconds, at --fps or the source's frame rate, without audio.",
      valueName: "T"
    ),
    transform: { try RationalTime(parsing: $0.hasSuffix("s") ? String($0.dropLast()) : $0) }
  )
  var every: RationalTime?

  func validate() throws {
    let given = [factor != nil, speed != nil, duration != nil, match != nil, every != nil]
    guard given.count(where: \.self) <= 1 else { throw Self.needsOne }
    if let every, every <= .zero { throw ValidationError("--every must be above 0") }
    if let duration, duration <= .zero { throw ValidationError("--duration must be above 0") }
  }

  static let needsOne = ValidationError(
    "give exactly one of --factor, --speed, --duration, --match and --every"
  )

  /// The given amount; nil if there is none.
  var value: JobRequest.Amount? {
    duration.map(JobRequest.Amount.duration) ?? match.map(JobRequest.Amount.matched)
      ?? every.map(JobRequest.Amount.every) ?? (factor ?? speed).map(JobRequest.Amount.factor)
  }
}
