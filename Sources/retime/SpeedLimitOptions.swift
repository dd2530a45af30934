// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore

/// The options for the speeds of a map that is made to reach given times.
struct SpeedLimitOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("The lowest speed between given times. (default: 0.5)", valueName: "S")
  )
  var slowest: String?

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("The highest speed between given times. (default: 2)", valueName: "S")
  )
  var fastest: String?

  /// Whether a limit is given.
  var isGiven: Bool { slowest != nil || fastest != nil }

  func validate() throws { _ = try limits() }

  /// Returns the limits given by the options.
  func limits() throws -> SpeedLimits {
    try Parse.usage { () throws(MapEditError) in
      try SpeedLimits(slowest: slowest, fastest: fastest)
    }
  }
}
