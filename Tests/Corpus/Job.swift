// SPDX-License-Identifier: MPL-2.0

import RetimeCore

/// What is done with each file.
enum Job: String, CaseIterable, Sendable {
  case info
  case half = "scale 0.5"
  case longer = "scale 1.5"
  case reverse
  case copy

  /// Output duration over source duration, as the command line takes it.
  var factor: String {
    switch self {
    case .half: "0.5"
    case .longer: "1.5"
    case .info, .reverse, .copy: "1"
    }
  }

  /// The map that all tracks obey.
  ///
  /// - Throws: never for the factors above.
  func map() throws -> TimeMap { TimeMap(factor: try Factor(parsing: factor)) }

  /// The words after the program's name.
  func arguments(input: String, output: String) -> [String] {
    switch self {
    case .info: ["info", input, "--json"]
    case .half, .longer: ["scale", input, output, "--factor", factor] + Self.running
    case .reverse: ["reverse", input, output] + Self.running
    case .copy: ["copy", input, output] + Self.running
    }
  }

  /// Seconds of standstill after which Retime is to give up.
  static let stallSeconds = 10
  /// Seconds after which a job hangs, whatever it says.
  static let limitSeconds = 400

  private static let running = ["--progress", "json", "--stall-timeout", "\(stallSeconds)"]
}
