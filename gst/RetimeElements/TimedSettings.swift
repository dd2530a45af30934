// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The settings of an element that changes time.
protocol TimedSettings: Sendable {
  /// How much longer all becomes.
  var factor: FactorSetting { get set }
  /// Sections of the source with speeds of their own.
  var map: MapSetting { get set }
}

extension TimedSettings {
  /// What makes the whole stream longer or shorter.
  var scale: TimeMap { map.scale(factor) }
}

extension Property where Settings: TimedSettings {
  /// The properties by which all elements that change time are told how.
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
    ]
  }
}
