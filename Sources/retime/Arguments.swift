// SPDX-License-Identifier: MPL-2.0

public import ArgumentParser
public import RetimeCore

/// Turns option texts into the core's values; an error of the core becomes a usage message.
enum Parse {
  static func factor(_ text: String) throws -> Factor {
    try usage { () throws(FactorError) in try Factor(parsing: text) }
  }

  static func speed(_ text: String) throws -> Factor {
    try usage { () throws(FactorError) in try Factor.speed(parsing: text) }
  }

  static func time(_ text: String) throws -> RationalTime {
    try usage { () throws(TimeTextError) in try RationalTime(parsing: text) }
  }

  static func frameTiming(_ text: String) throws -> FrameTimingArgument {
    switch text {
    case "source": .source
    case "vfr": .variable
    default:
      .constant(try usage { () throws(FrameRateError) in try FrameRate(parsing: text) })
    }
  }

  private static func usage<Value, Failure: CustomStringConvertible>(
    _ make: () throws(Failure) -> Value
  ) throws -> Value {
    do throws(Failure) {
      return try make()
    } catch {
      throw ValidationError(error.description)
    }
  }
}

/// The values of `--fps`.
enum FrameTimingArgument { case source, variable, constant(FrameRate) }

extension InterpolationMethod: ExpressibleByArgument {}
extension FrameSelection: ExpressibleByArgument {}
extension SpectrumColors: ExpressibleByArgument {}

/// The values of `--progress`.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case auto, bar, json, none
}
