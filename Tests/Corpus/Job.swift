// SPDX-License-Identifier: MPL-2.0

import RetimeCore

/// The jobs that are run on each file.
enum Job: String, CaseIterable, Sendable {
  case info
  case half = "scale 0.5"
  case longer = "scale 1.5"
  case reverse
  case copy

  /// Output duration over source duration, as the command line accepts it.
  var factor: String {
    switch self {
    case .half: "0.5"
    case .longer: "1.5"
    case .info, .reverse, .copy: "1"
    }
  }

  /// The time map of all tracks.
  ///
  /// - Throws: never for the factors above.
  func map() throws -> TimeMap { TimeMap(factor: try Factor(parsing: factor)) }

  /// The arguments after the program's name.
  func arguments(input: String, output: String) -> [String] {
    switch self {
    case .info: ["info", input, "--json"]
    case .half, .longer: ["scale", input, output, "--factor", factor] + Self.running
    case .reverse: ["reverse", input, output] + Self.running
    case .copy: ["copy", input, output] + Self.running
    }
  }

  /// The stall timeout of Retime in seconds.
  static let stallSeconds = 10
  /// Seconds after which a job counts as hanging, whatever it reports.
  static let limitSeconds = 400

  private static let running = ["--progress", "json", "--stall-timeout", "\(stallSeconds)"]
}
