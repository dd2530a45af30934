// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The settings of an element that changes time.
protocol TimedSettings: Sendable {
  /// The factor, output duration ÷ input duration.
  var factor: FactorSetting { get set }
  /// The map with sections of different speeds.
  var map: MapSetting { get set }
  /// The name of the group whose settings of time the element shares; empty for none.
  var group: String { get set }
}

extension TimedSettings {
  /// The map of the whole stream.
  var scale: TimeMap { map.scale(factor) }
}

extension Property where Settings: TimedSettings {
  /// The properties shared by all elements that change time.
  static var ofTime: [Property] {
    [
      Property(
        "factor",
        .number(FactorSetting.range, \.factor.number),
        FactorSetting.summary,
        partner: "factor-fraction"
      ),
      Property(
        "factor-fraction",
        .fraction(
          from: Fraction(near: Factor.allowedRange.lowerBound),
          to: Fraction(near: Factor.allowedRange.upperBound),
          \.factor.fraction
        ),
        FactorSetting.fractionSummary,
        partner: "factor"
      ),
      Property("map", .text(\.map.text), MapSetting.summary),
      Property(
        "group",
        .text(\.group),
        "The name of a group of elements that share these settings, and change them at one running time"
      ),
    ]
  }
}
