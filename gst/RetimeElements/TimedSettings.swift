// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The settings of an element that changes time.
protocol TimedSettings: Sendable {
  /// The factor, output duration ÷ input duration.
  var factor: FactorSetting { get set }
  /// The map with sections of different speeds.
  var map: MapSetting { get set }
  /// The name of the group whose settings the element shares; empty for none.
  var group: String { get set }
  /// The pitch; nil for an element without one, which ignores a new value.
  var sharedPitch: PitchSetting? { get set }
}

extension TimedSettings {
  /// No pitch.
  var sharedPitch: PitchSetting? {
    get { nil }
    set {}
  }

  /// The map of the whole stream.
  var scale: TimeMap { map.scale(factor) }
}

extension StreamTiming {
  /// Returns the highest speed that is still to be played, in source time per output time.
  func fastest(_ settings: some TimedSettings) -> Double {
    guard settings.map.text.isEmpty else { return settings.map.fastest }
    // Of a factor that changes, only the last section remains.
    let sections = positions.sections
    return max(1 / settings.factor.number, sections[sections.count - 1].fastest)
  }
}

/// The controller of an element's speed, bound to `factor` or to `rate`.
struct FactorControl: Sendable {
  private let binding: ControlBinding
  private let isRate: Bool

  init(_ binding: ControlBinding, isRate: Bool = false) {
    (self.binding, self.isRate) = (binding, isRate)
  }

  /// Returns the factor at a stream time in nanoseconds, as a multiple of 10⁻⁹; nil where there is no value.
  func factor(at streamTime: Int64) -> Factor? {
    binding.number(at: streamTime)
      .map { isRate ? FactorSetting.rounded(rate: $0) : FactorSetting.rounded($0) }
  }
}

extension ElementHost where Settings: TimedSettings {
  /// The enabled controller of the speed; that of `factor` if `rate` has one too.
  var factorControl: FactorControl? {
    controlBinding(of: "factor").map { FactorControl($0) }
      ?? controlBinding(of: "rate").map { FactorControl($0, isRate: true) }
  }

  /// Whether a controller sets the pitch.
  var controlsPitch: Bool { controlBinding(of: "semitones") != nil }

  /// Lets controllers set the properties to their values at a stream time; `factor` wins over `rate`.
  func syncControls(at streamTime: Int64) {
    syncSettings(at: streamTime)
    guard let factor = controlBinding(of: "factor"), controlBinding(of: "rate") != nil else {
      return
    }
    warnOnce(
      .settings,
      "factor and rate are one setting, and both have a controller: that of rate is ignored; remove one of the two"
    )
    if let number = factor.number(at: streamTime), FactorSetting.range.contains(number) {
      update { $0.factor.number = number }
    }
  }
}

extension Property where Settings: TimedSettings {
  /// The properties shared by all elements that change time.
  static var ofTime: [Property] {
    [
      Property(
        "factor",
        .number(FactorSetting.range, \.factor.number),
        FactorSetting.summary,
        partners: ["factor-fraction", "rate"]
      ),
      Property(
        "factor-fraction",
        .fraction(
          from: Fraction(near: Factor.allowedRange.lowerBound),
          to: Fraction(near: Factor.allowedRange.upperBound),
          \.factor.fraction
        ),
        FactorSetting.fractionSummary,
        partners: ["factor", "rate"]
      ),
      Property(
        "rate",
        .number(FactorSetting.rateRange, \.factor.rate),
        FactorSetting.rateSummary,
        partners: ["factor", "factor-fraction"]
      ),
      Property("map", .text(\.map.text), MapSetting.summary),
      Property(
        "map-origin",
        .time(upTo: MapSetting.latestOrigin, \.map.origin),
        MapSetting.originSummary
      ),
      Property(
        "group",
        .text(\.group),
        "The name of a group of elements that share their factor, map and pitch, and change them at one running time"
      ),
    ]
  }
}
