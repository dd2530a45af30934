// SPDX-License-Identifier: MPL-2.0

public import ArgumentParser
public import RetimeCore
public import RetimeMedia

/// Parsers of option values; errors thrown by RetimeCore are passed on, since they describe themselves.
enum Parse {
  static func motionBlur(_ text: String) throws -> MotionBlur {
    guard let blur = Int(text).flatMap(MotionBlur.init(angle:)) else {
      throw ValidationError(
        "'\(text)' is not a shutter angle: give whole degrees from 1 to 360, such as 180"
      )
    }
    return blur
  }

  static func frameTiming(_ text: String) throws -> JobRequest.FrameTiming {
    switch text {
    case "source": .source
    case "vfr": .variable
    default: .constant(try FrameRate(parsing: text))
    }
  }

  static func size(_ text: String) throws -> ByteCount {
    let units: [Character: Int] = ["k": 10, "m": 20, "g": 30, "t": 40]
    let shift = text.last.flatMap { units[Character($0.lowercased())] }
    guard let number = Int(shift == nil ? text[...] : text.dropLast()), number > 0,
      case let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0)),
      !overflow, bytes >= 16 << 20
    else {
      throw ValidationError("'\(text)' is not a size: give at least 16M, such as 300M or 2G")
    }
    return ByteCount(bytes)
  }

  /// Returns the number of bytes of a size, whose unit is a power of 1000, or of 1024 with "iB".
  static func fileSize(_ text: String) throws -> Int {
    let powers: [Character: Int] = ["k": 1, "m": 2, "g": 3]
    let isBinary = text.hasSuffix("iB")
    let short = isBinary ? text.dropLast(2) : text.hasSuffix("B") ? text.dropLast() : text[...]
    let power = short.last.flatMap { powers[Character($0.lowercased())] }
    let digits = power == nil ? short : short.dropLast()
    let unit = (0..<(power ?? 0)).reduce(1) { all, _ in all * (isBinary ? 1024 : 1000) }
    guard !isBinary || power != nil, let number = try? Rational(parsing: String(digits)),
      case let bytes = (number.doubleValue * Double(unit)).rounded(.down),
      (1...1e15).contains(bytes)
    else {
      throw ValidationError(
        "'\(text)' is not a file size: give a number of bytes, such as 25M, 700k, 1.5G or 25MiB"
      )
    }
    return Int(bytes)
  }

  static func track(_ text: String) throws -> TrackChoice {
    if text == "all" { return .all }
    guard let index = Int(text), index >= 0 else {
      throw ValidationError("'\(text)' is not a track: give its number in retime info, or all")
    }
    return .track(index)
  }

  /// Runs `make` and converts its error to a usage error, for errors caused by several options together.
  static func usage<Value, Failure: CustomStringConvertible>(
    _ make: () throws(Failure) -> Value
  ) throws -> Value {
    do throws(Failure) {
      return try make()
    } catch {
      throw ValidationError(error.description)
    }
  }
}

/// A size in bytes; help shows it in MiB, such as "512M".
struct ByteCount: ExpressibleByArgument {
  let bytes: Int
  init(_ bytes: Int) { self.bytes = bytes }
  init?(argument: String) {
    guard let size = try? Parse.size(argument) else { return nil }
    self = size
  }
  var defaultValueDescription: String { "\(bytes >> 20)M" }
}

extension InterpolationMethod: ExpressibleByArgument {}
extension FrameSelection: ExpressibleByArgument {
  /// The rules that are offered; undoing a job chooses another one itself.
  public static var allValueStrings: [String] {
    allCases.filter { $0 != .nearestLate }.map(\.rawValue)
  }
}
extension Dither: ExpressibleByArgument {}
extension JobRequest.Captions: ExpressibleByArgument {}
extension JobRequest.SubtitleForm: ExpressibleByArgument {}
extension FlowQuality: ExpressibleByArgument {}
extension EncodingQuality: ExpressibleByArgument {}
extension JobRequest.Deinterlacing: ExpressibleByArgument {}
extension SpectrumColors: ExpressibleByArgument {}

/// The values of `--progress`.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case auto, bar, json, none
}
