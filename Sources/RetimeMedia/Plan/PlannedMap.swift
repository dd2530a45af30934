// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// The map of a plan: its sections, in source times as `--start` counts them.
///
/// Its encoded form is what `--map` reads, with the duration of the result.
package struct PlannedMap: Sendable, Equatable {
  /// The sections as requested.
  package let parts: [TimeMap.Part]
  /// The time map of all sections.
  package let map: TimeMap

  /// Creates the map of a sequence of sections.
  ///
  /// - Throws: `MapError` for invalid sections.
  package init(_ parts: [TimeMap.Part]) throws(MapError) {
    self.parts = parts
    map = try TimeMap(parts)
  }

  /// Returns whether both maps have the same sections.
  package static func == (one: PlannedMap, other: PlannedMap) -> Bool { one.parts == other.parts }
}

extension PlannedMap: Codable {
  /// Decodes the form that `encode(to:)` writes.
  ///
  /// - Throws: `DecodingError`, also for invalid sections.
  package init(from decoder: any Decoder) throws {
    let document = try MapDocument(from: decoder)
    do {
      try self.init(document.parts(end: RationalTime(.max, 1)))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)")
      )
    }
  }

  /// Encodes the sections in the format of a map file, with their total duration.
  package func encode(to encoder: any Encoder) throws {
    try MapDocument(parts, duration: try parts.total()).encode(to: encoder)
  }
}

extension [PlaybackPass] {
  /// Returns whether each pass plays all of a part of the source.
  func showAll(from start: RationalTime, to end: RationalTime) -> Bool {
    allSatisfy { $0.sourceStart <= start && $0.sourceEnd >= end }
  }
}

extension TimeMap {
  /// Returns whether a source of this duration is played once, forward and without a jump.
  func playsAll(of sourceDuration: RationalTime) -> Bool {
    let passes = passes
    return passes.count == 1 && !passes[0].isBackward && passes[0].sourceStart == .zero
      && passes[0].sourceEnd >= sourceDuration
  }

  /// The factor of the slowest section that is not a hold, 1 if there is none.
  var longest: Rational {
    sections.filter { !$0.isHold }
      .map { max($0.speeds.0.reciprocal, $0.speeds.1.reciprocal) }.max() ?? Rational(1)
  }
}
