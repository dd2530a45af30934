// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
package import RetimeCore

extension Plan.Audio {
  /// The conversion of computed samples to another format.
  package struct Requantization: Sendable, Equatable, Codable {
    /// The format of the samples that the encoder gets.
    package var format: SampleFormat
    /// The attenuation in decibels.
    package var headroom: Double
    /// The noise added before samples are rounded.
    package var dither: Dither
  }

  /// The format of the samples that the encoder gets.
  package var writtenFormat: SampleFormat { requantization?.format ?? format }
}

extension JobRequest {
  /// The allowed values of `headroom`, in decibels.
  package static let headrooms = 0.0...60.0
}

extension Planner {
  /// Returns the conversion of samples for `--headroom` and `--dither`; nil if neither is given.
  ///
  /// The encoder gets the source's own format if it takes that, so that neither option changes the
  /// bit depth.
  func requantization(_ source: SampleFormat, _ choice: EncoderChoice) throws(RetimeError)
    -> Plan.Audio.Requantization?
  {
    guard JobRequest.headrooms.contains(request.headroom) else {
      throw RetimeError(.usage, "a headroom of \(request.headroom) dB: 0 to 60 are allowed")
    }
    guard request.headroom != 0 || request.dither != .none else { return nil }
    let floats = [SampleFormat.f32, .f64].filter { choice.takes([$0.rawValue]) }
    let integers = [SampleFormat.s24In32, .s32, .s16, .u8]
    let format: SampleFormat? =
      if source.isFloat {
        floats.first { $0 == source } ?? floats.first ?? integers.first { choice.takes($0.holders) }
      } else {
        choice.takes(source.holders.filter { !$0.hasPrefix("F") })
          ? source : floats.first ?? integers.first { choice.takes($0.holders) }
      }
    return Plan.Audio.Requantization(
      format: format ?? source,
      headroom: request.headroom,
      dither: request.dither
    )
  }
}

extension SampleFormat {
  /// Whether samples are floating-point numbers, to which no dither is added.
  var isFloat: Bool { self == .f32 || self == .f64 }
}

extension EncoderChoice {
  /// Returns whether the encoder takes any of these formats, by GStreamer's names.
  fileprivate func takes(_ formats: [String]) -> Bool {
    let caps = try? Caps("audio/x-raw, format=(string){ \(formats.joined(separator: ", ")) }")
    return caps.map { input.canIntersect($0) } ?? false
  }
}
